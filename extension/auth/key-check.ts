import type { KeyProvider } from "./providers.ts";
import { keyProviders } from "./providers.ts";

export type KeyProblem =
  /** Nothing was typed. */
  | { kind: "empty" }
  /** No key holds such a character: it was pasted with something around it. */
  | { kind: "character"; character: string }
  | { kind: "short" }
  /** It looks like a key of somebody else. It may still be right, so this is a warning only. */
  | { kind: "other"; name: string };

const SHORTEST = 8;

/** A key as it is kept: without the quotes, the spaces, the variable's name or the scheme it was copied with. */
export function cleanKey(text: string): string {
  return text
    .trim()
    .replace(/^(?:export\s+)?[A-Z][A-Z0-9_]*=/, "")
    .replace(/^(["'])(.*)\1$/s, "$2")
    .replace(/^Bearer\s+/i, "")
    .trim();
}

/** What is wrong with a key, already cleaned; undefined when nothing is. It is not tried out. */
export function keyProblem(key: string, provider: KeyProvider): KeyProblem | undefined {
  if (key === "") return { kind: "empty" };
  const character = /[^\x21-\x7e]/u.exec(key)?.[0];
  if (character) return { kind: "character", character };
  if (key.length < SHORTEST) return { kind: "short" };
  if (provider.prefix && key.startsWith(provider.prefix) && !moreSpecific(key, provider)) return undefined;
  const other = ownerOf(key, provider);
  return other ? { kind: "other", name: other.name } : undefined;
}

/** Another provider whose longer prefix fits better: `sk-ant-…` is no key of OpenAI. */
function moreSpecific(key: string, provider: KeyProvider): boolean {
  const owner = ownerOf(key, provider);
  return owner !== undefined && (owner.prefix?.length ?? 0) > (provider.prefix?.length ?? 0);
}

function ownerOf(key: string, provider: KeyProvider): KeyProvider | undefined {
  const others = keyProviders.filter((one) => one.variable !== provider.variable && one.prefix && one.prefix !== "sk-");
  return others.find((one) => key.startsWith(one.prefix ?? ""));
}
