/** Where the server is: the setting first, then the one that comes with the extension. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { t } from "../texts.ts";
import { LaunchError } from "./launch-error.ts";
import { firstLine, type NodeRuntime } from "./node-runtime.ts";

export interface ServerProgram {
  file: string;
  /** A script that a Node runs, rather than a program of its own. */
  script: boolean;
  /** Ours: it knows the options beyond those of the protocol page. */
  bundled: boolean;
}

/** Looks the server up. `configured`: atomic.server.path, "" when not set. Throws LaunchError with the path tried. */
export function findServer(configured: string, bundledEntry: string): ServerProgram {
  if (!configured) {
    if (!isFile(bundledEntry)) {
      throw notFound(t("{0} is missing. Install the extension again.", bundledEntry));
    }
    return { file: bundledEntry, script: true, bundled: true };
  }
  if (!path.isAbsolute(configured)) {
    throw notFound(t("atomic.server.path is “{0}”: an absolute path is needed.", configured));
  }
  if (!isFile(configured)) {
    throw notFound(t("There is no file {0} (atomic.server.path).", configured));
  }
  return { file: configured, script: isScript(configured), bundled: false };
}

/** The command line of a server, without a shell between. */
export function commandLine(program: ServerProgram, node: NodeRuntime | undefined, args: readonly string[]) {
  if (!program.script) return { command: program.file, args: [...args], env: {} };
  if (!node) throw new LaunchError(t("Node was not found"), t("{0} needs Node to run.", program.file));
  return { command: node.command, args: [program.file, ...args], env: node.env };
}

/** Asks a server for its version. Throws LaunchError when it gives none. */
export async function serverVersion(
  program: ServerProgram,
  node: NodeRuntime | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const line = commandLine(program, node, ["--version"]);
  const text = await firstLine(line.command, line.args, { ...env, ...line.env });
  const version = /\d+\.\d+[^\s]*/.exec(text)?.[0];
  if (version) return version;
  const printed = t("{0} --version printed “{1}”, no version.", program.file, text.slice(0, 200));
  throw new LaunchError(t("This is no agent"), printed);
}

function notFound(message: string): LaunchError {
  return new LaunchError(t("The agent was not found"), message);
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isScript(file: string): boolean {
  if (/\.[cm]?js$/.test(file)) return true;
  const start = Buffer.alloc(64);
  const handle = openSync(file, "r");
  try {
    readSync(handle, start, 0, start.length, 0);
  } finally {
    closeSync(handle);
  }
  return /^#!.*\bnode\b/.test(start.toString("latin1").split("\n")[0] ?? "");
}
