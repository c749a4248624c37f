/** Error texts of the SDK in words that fit here: it names commands of a terminal and files of its own package. */
import { brokenKeys } from "./broken-files.ts";
import { hideSecrets } from "./secrets.ts";

const REWRITES: readonly (readonly [RegExp, string])[] = [
  [
    /^No model selected\.[\s\S]*/,
    "No model is selected. Set up a provider with login_provider or models.json, then choose one with set_model.",
  ],
  [/^No models available\.[\s\S]*/, "No model is available. Set up a provider with login_provider or models.json."],
  [/^(No API key found for [^\n]*?)\.[\s\S]*/, "$1. Add one with login_provider or models.json."],
  [/ Run '\/login [^']*' to re-authenticate\./, " Sign in to the provider again."],
];

/** What may well be a key that is there and cannot be read. */
const NO_KEY = /^No (model selected|models available|API key found for )/;

/** The message of anything that was thrown, fit to be shown. */
export function plainError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const broken = NO_KEY.test(message) ? brokenKeys() : undefined;
  if (broken) return broken;
  return hideSecrets(REWRITES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), message));
}
