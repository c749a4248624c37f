/** Names files of the agent folder that cannot be read: the SDK's errors leave out which file it is, and what to do. */
import { readFileSync } from "node:fs";
import type { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";

/** What JSON.parse quotes of the file: in a file of keys that may be part of a key. */
const QUOTED = /, (?:\.\.\.)?"[\s\S]*?"(?:\.\.\.)? is not valid JSON/g;

/** The process has one file of keys; what lacks a key asks here whether that is why. */
let keysFile: string | undefined;

type Call = (...args: unknown[]) => Promise<unknown>;

/** Makes each use of the stored keys that fails over a broken file say so. */
export function nameBrokenKeys(models: ModelRuntime, authPath: string): void {
  keysFile = authPath;
  const calls = models as unknown as Record<"checkAuth" | "getAuth" | "login" | "logout", Call>;
  for (const name of ["checkAuth", "getAuth", "login", "logout"] as const) {
    const call = calls[name].bind(models);
    calls[name] = async (...args) => {
      try {
        return await call(...args);
      } catch (error) {
        const broken = brokenKeys(authPath);
        throw broken ? new Error(broken, { cause: error }) : error;
      }
    };
  }
}

/** What is wrong with the file of keys and how to mend it; undefined when it is sound or not there. */
export function brokenKeys(authPath = keysFile): string | undefined {
  if (authPath === undefined) return undefined;
  try {
    const keys: unknown = JSON.parse(readFileSync(authPath, "utf8").replace(/^\uFEFF/, "") || "{}");
    if (typeof keys === "object" && keys !== null && !Array.isArray(keys)) return undefined;
    return inWords("it holds no JSON object");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    return inWords(error instanceof Error ? error.message.replace(QUOTED, "") : String(error));
  }

  function inWords(reason: string): string {
    return `The stored keys in ${authPath} cannot be read: ${reason}. Mend this file, or remove it and set the keys again.`;
  }
}

/** Problems with models.json and the keys, one text each. */
export function modelProblems(models: ModelRuntime, authPath: string): string[] {
  const keys = brokenKeys(authPath);
  const all = models.getError()?.replace(QUOTED, "") ?? "";
  // Without keys nothing is available; that is said better by their own text.
  const others = keys ? all.replace(/(?:^|\n\n)Availability refresh: [\s\S]*$/, "") : all;
  return [...(keys ? [keys] : []), ...(others ? [others.replace(/\n\nFile: /g, " File: ")] : [])];
}

/** Problems with settings files, one text each. */
export function settingsProblems(settings: SettingsManager): string[] {
  return settings
    .drainErrors()
    .map(({ scope, path, error }) => `Settings (${path ? `${scope}, ${path}` : scope}): ${error.message}`);
}
