/** What to run for a chat: the program, its arguments, its environment. */
import { existsSync } from "node:fs";
import type { ServerSettings } from "../settings.ts";
import type { LaunchPlan } from "./agent.ts";
import { serverEnvironment } from "./environment.ts";
import { commandLine, findServer, type ServerProgram, serverVersion } from "./lookup.ts";
import { findNode, type NodeRuntime } from "./node-runtime.ts";

export interface PlanInput {
  settings: ServerSettings;
  bundledEntry: string;
  folder: string;
  trusted: boolean;
  /** Session file to resume; one that is gone is left out. */
  sessionFile: string | undefined;
  shellPath: string | undefined;
  keys: Readonly<Record<string, string>>;
  own: { execPath: string; version: string; env: NodeJS.ProcessEnv };
  /** Versions asked for before, by program and Node. */
  knownVersions: Map<string, string>;
}

/** Finds program and Node and checks both. Throws LaunchError. */
export async function launchPlan(input: PlanInput): Promise<LaunchPlan & { bundled: boolean }> {
  const { settings, own } = input;
  const program = findServer(settings.path, input.bundledEntry);
  const env = { ...serverEnvironment(own.env, input.shellPath, input.keys), ...settings.env };
  const node = program.script
    ? await findNode({ configured: settings.node, own, searchPath: env.PATH ?? "" })
    : undefined;
  const version = await checkedVersion(program, node, env, input.knownVersions);
  const line = commandLine(program, node, serverArgs(program, input));
  return {
    command: line.command,
    args: line.args,
    cwd: input.folder,
    env: { ...env, ...line.env },
    serverVersion: version,
    bundled: program.bundled,
  };
}

/** Arguments of a server. Those beyond the protocol page go to our own only. */
export function serverArgs(program: ServerProgram, input: PlanInput): string[] {
  const { settings, sessionFile } = input;
  const args = ["--mode", "rpc"];
  if (settings.sessionDir) args.push("--session-dir", settings.sessionDir);
  if (sessionFile && existsSync(sessionFile)) args.push("--session", sessionFile);
  if (program.bundled) args.push("--approval", settings.approval, input.trusted ? "--approve" : "--no-approve");
  return [...args, ...settings.args];
}

async function checkedVersion(
  program: ServerProgram,
  node: NodeRuntime | undefined,
  env: NodeJS.ProcessEnv,
  known: Map<string, string>,
): Promise<string> {
  const key = `${program.file}\n${node?.command ?? ""}`;
  const version = known.get(key) ?? (await serverVersion(program, node, env));
  known.set(key, version);
  return version;
}
