/** The session a process starts with, as the command line asks for it. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { SessionManager, SettingsManager } from "@earendil-works/pi-coding-agent";
import type { Options } from "../cli/options.ts";
import { memoryStore, newStore, type SessionStore } from "./file/store.ts";
import { openSession } from "./replacement.ts";

const ID = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;

/** Opens or creates it. Throws an error that names the option or the file. */
export async function firstStore(options: Options, cwd: string, agentDir: string): Promise<SessionStore> {
  const { sessionId } = options;
  if (sessionId !== undefined && !ID.test(sessionId)) {
    throw new Error(`--session-id "${sessionId}" may hold letters, digits, ".", "_" and "-" only`);
  }
  const id = sessionId === undefined ? {} : { id: sessionId };
  const store = options.noSession ? memoryStore(cwd, id) : fromDisk(options, cwd, agentDir, id);
  if (options.name) store.manager.appendSessionInfo(options.name);
  return store;
}

function fromDisk(options: Options, cwd: string, agentDir: string, id: { id?: string }): SessionStore {
  const dir = sessionDir(options, cwd, agentDir);
  if (options.session !== undefined) return openSession(sessionFile(options.session, cwd, dir, agentDir), dir, cwd);
  const existing = id.id === undefined ? undefined : SessionManager.findById(cwd, id.id, dir);
  return existing ? openSession(existing, dir, cwd) : newStore(cwd, dir, id);
}

/** Undefined: the default folder of `cwd`. */
function sessionDir(options: Options, cwd: string, agentDir: string): string | undefined {
  const chosen = options.sessionDir ?? process.env.ATOMIC_CODING_AGENT_SESSION_DIR;
  if (chosen) return path.resolve(cwd, chosen);
  return SettingsManager.create(cwd, agentDir, { projectTrusted: false }).getSessionDir();
}

/** A session by path, or by its id or the beginning of it: in this folder first, then anywhere. */
function sessionFile(wanted: string, cwd: string, dir: string | undefined, agentDir: string): string {
  const file = path.resolve(cwd, wanted);
  if (existsSync(file) || wanted.includes("/") || wanted.includes(path.sep) || wanted.endsWith(".jsonl")) return file;
  const root = path.join(agentDir, "sessions");
  const own = path.join(root, `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`);
  const folders = [...new Set([dir ?? own, own, ...subfolders(root)])];
  for (const folder of folders) {
    const found = filesIn(folder).find(
      (name) => name.endsWith(".jsonl") && (name.split("_")[1] ?? "").startsWith(wanted),
    );
    if (found) return path.join(folder, found);
  }
  throw new Error(`--session "${wanted}": no session with this id`);
}

function subfolders(root: string): string[] {
  return filesIn(root).map((name) => path.join(root, name));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort().reverse();
  } catch {
    return [];
  }
}
