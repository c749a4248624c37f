/** Which Node runs the server. */
import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import { t } from "../texts.ts";
import { LaunchError } from "./launch-error.ts";

/** Oldest Node that the server runs on. */
export const MIN_NODE = "22.19.0";

export interface NodeRuntime {
  command: string;
  version: string;
  /** Extra environment: VS Code's own executable acts as Node only when told. */
  env: Record<string, string>;
}

/** True when version `a` is `b` or newer. Both are dotted numbers, a leading "v" is allowed. */
export function atLeast(a: string, b: string): boolean {
  const numbers = (version: string) =>
    version
      .replace(/^v/, "")
      .split(".")
      .map((part) => Number.parseInt(part, 10) || 0);
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

export interface FindNodeOptions {
  /** The person's own choice; used or refused, never passed over. */
  configured: string;
  /** What the extension host runs on. */
  own: { execPath: string; version: string };
  /** Where else to look, as in the PATH variable. */
  searchPath: string;
}

/** Finds a Node that is new enough. Throws LaunchError, which says what was found and what is needed. */
export async function findNode({ configured, own, searchPath }: FindNodeOptions): Promise<NodeRuntime> {
  if (configured) return checked(configured, t("The Node set in atomic.server.node"));
  if (atLeast(own.version, MIN_NODE)) {
    return { command: own.execPath, version: own.version, env: { ELECTRON_RUN_AS_NODE: "1" } };
  }
  const found = findExecutable("node", searchPath);
  if (found) return checked(found, t("The Node at {0}", found));
  throw new LaunchError(
    t("Node is too old"),
    t(
      "VS Code runs on Node {0} and none was found on the path. The agent needs {1} or newer: install it, or set atomic.server.node.",
      own.version,
      MIN_NODE,
    ),
  );
}

async function checked(command: string, what: string): Promise<NodeRuntime> {
  const version = (await firstLine(command, ["--version"])).replace(/^v/, "");
  if (atLeast(version, MIN_NODE)) return { command, version, env: {} };
  const needed = t("{0} is version {1}. The agent needs {2} or newer.", what, version, MIN_NODE);
  throw new LaunchError(t("Node is too old"), needed);
}

/** First line of what a program prints. Throws LaunchError when it cannot be run or takes longer than 10 s. */
export function firstLine(command: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, [...args], { timeout: 10_000, windowsHide: true, env }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout.split("\n")[0]?.trim() ?? "");
      const reason = stderr.trim().split("\n").slice(-6).join("\n") || error.message;
      reject(new LaunchError(t("The agent cannot be run"), `${[command, ...args].join(" ")}: ${reason}`));
    });
  });
}

/** Full path of an executable on a search path, or undefined. */
export function findExecutable(name: string, searchPath: string): string | undefined {
  const suffixes = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];
  for (const folder of searchPath.split(path.delimiter)) {
    for (const suffix of folder ? suffixes : []) {
      const file = path.join(folder, name + suffix);
      if (isExecutable(file)) return file;
    }
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
