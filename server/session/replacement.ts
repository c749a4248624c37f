/**
 * new_session, switch_session, fork and clone (protocol page, "Session"). The new session is read before
 * the old one is given up, so that a refusal changes nothing; the old run's last events go out before the
 * response; a session that cannot be created leaves the old one in place.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import type { SessionEntry, SessionStartEvent } from "@earendil-works/pi-coding-agent";
import { branchStore, memoryStore, newStore, openStore, type SessionStore } from "./file/store.ts";
import type { SessionWriter } from "./file/writer.ts";
import type { SessionHost } from "./host.ts";
import type { LiveSession } from "./live-session.ts";
import { createRuntime, type SdkRuntime } from "./runtime.ts";

type Reason = "new" | "resume" | "fork";

export interface Replaced {
  readonly runtime: SdkRuntime;
  readonly store: SessionStore;
  /** Work on the new session before its agent extensions start. */
  readonly prepare?: ((session: LiveSession) => Promise<void>) | undefined;
}

export type Prepare = Replaced["prepare"];

/** Starts a fresh session in the same folder. */
export async function newSession(
  host: SessionHost,
  parentSession?: string,
  prepare?: Prepare,
): Promise<{ cancelled: boolean }> {
  await quiet(host);
  if (await refusedSwitch(host, "new", undefined)) return { cancelled: true };
  const { store } = host.current;
  const cwd = store.manager.getCwd();
  const options = parentSession ? { parentSession } : {};
  const next = () => (store.writer ? newStore(cwd, store.manager.getSessionDir(), options) : memoryStore(cwd, options));
  await replaceWith(host, "new", next, prepare);
  return { cancelled: false };
}

/** Opens another session file. Throws, and changes nothing, when it is missing or no session. */
export async function switchSession(host: SessionHost, sessionPath: string): Promise<{ cancelled: boolean }> {
  const { manager, writer } = host.current.store;
  const file = path.resolve(manager.getCwd(), sessionPath);
  await quiet(host);
  if (isUnchanged(writer, file)) return { cancelled: await refusedSwitch(host, "resume", file) };
  const isCurrent = writer?.path === file;
  if (isCurrent) writer.release();
  // Read before anyone is asked and before the old session is given up: a damaged file changes nothing.
  const store = openSession(file, writer ? manager.getSessionDir() : undefined, manager.getCwd());
  if (await refusedSwitch(host, "resume", file)) {
    store.writer?.release();
    return { cancelled: true };
  }
  await replaceWith(host, "resume", () => store);
  return { cancelled: false };
}

/** Switching to the session that is open already changes nothing, unless another program wrote to it. */
function isUnchanged(writer: SessionWriter | undefined, file: string): boolean {
  return writer?.path === file && existsSync(file) && writer.heldBy === undefined && !writer.changedElsewhere();
}

/** A session holding the path up to a user message, without it. Returns that message's text. */
export async function forkSession(
  host: SessionHost,
  entryId: string,
  prepare?: Prepare,
): Promise<{ text: string; cancelled: boolean }> {
  const entry = host.current.store.manager.getEntry(entryId);
  if (entry?.type !== "message" || entry.message.role !== "user") throw new Error("Invalid entry ID for forking");
  const text = userText(entry);
  await quiet(host);
  if (await refusedFork(host, entryId, "before")) return { text, cancelled: true };
  await replaceWith(host, "fork", () => branch(host.current.store, entry.parentId), prepare);
  return { text, cancelled: false };
}

/** A copy of the active branch as a session of its own. */
export async function cloneSession(host: SessionHost, prepare?: Prepare): Promise<{ cancelled: boolean }> {
  await quiet(host);
  const leafId = host.current.store.manager.getLeafId();
  if (!leafId) throw new Error("Cannot clone session: no current entry selected");
  assertSaved(host.current.store);
  if (await refusedFork(host, leafId, "at")) return { cancelled: true };
  await replaceWith(host, "fork", () => branch(host.current.store, host.current.store.manager.getLeafId()), prepare);
  return { cancelled: false };
}

/** Opens a session file; a folder that is gone is replaced by `fallbackCwd`. */
export function openSession(file: string, dir: string | undefined, fallbackCwd: string): SessionStore {
  const store = openStore(file, dir, undefined);
  if (existsSync(store.manager.getCwd())) return store;
  store.writer?.release();
  const moved = openStore(file, dir, fallbackCwd);
  const lost = store.manager.getHeader()?.cwd ?? "(none)";
  const gone = `The folder of the session, ${lost}, does not exist here. It goes on in ${fallbackCwd}.`;
  // The same object: what is appended is reported to it.
  return Object.assign(moved, { warnings: [...moved.warnings, gone] });
}

/** What is open of the old session is brought to an end: its dialogs, and a prompt that has not started yet. */
async function quiet(host: SessionHost): Promise<void> {
  host.current.dialogs.cancelAll();
  await host.prompting.started();
}

async function refusedSwitch(
  host: SessionHost,
  reason: "new" | "resume",
  targetSessionFile: string | undefined,
): Promise<boolean> {
  const { extensionRunner } = host.current.sdk;
  if (!extensionRunner.hasHandlers("session_before_switch")) return false;
  const event = { type: "session_before_switch" as const, reason, ...(targetSessionFile ? { targetSessionFile } : {}) };
  return (await extensionRunner.emit(event))?.cancel === true;
}

async function refusedFork(host: SessionHost, entryId: string, position: "before" | "at"): Promise<boolean> {
  const { extensionRunner } = host.current.sdk;
  if (!extensionRunner.hasHandlers("session_before_fork")) return false;
  return (await extensionRunner.emit({ type: "session_before_fork", entryId, position }))?.cancel === true;
}

/** Ends the current session and makes the one of `open` current. If that fails, the old one is opened again. */
async function replaceWith(
  host: SessionHost,
  reason: Reason,
  open: () => SessionStore,
  prepare?: Prepare,
): Promise<void> {
  const old = host.current;
  old.dialogs.cancelAll();
  await old.sdk.abort();
  const store = open();
  const previousSessionFile = old.store.writer?.path;
  const start: SessionStartEvent = {
    type: "session_start",
    reason,
    ...(previousSessionFile ? { previousSessionFile } : {}),
  };
  const target = store.writer?.path;
  await old.sdk.extensionRunner.emit({
    type: "session_shutdown",
    reason,
    ...(target ? { targetSessionFile: target } : {}),
  });
  old.dispose();
  try {
    const runtime = await createRuntime(host.setup, store, start);
    old.store.writer?.release();
    await host.adopt({ runtime, store, prepare });
  } catch (error) {
    if (host.current !== old) throw error;
    store.writer?.release();
    await host.adopt({
      runtime: await createRuntime(host.setup, old.store, { ...start, reason: "resume" }),
      store: old.store,
    });
    throw error;
  }
}

function branch(from: SessionStore, leafId: string | null): SessionStore {
  if (leafId !== null) return branchStore(from, leafId);
  const { manager, writer } = from;
  const parentSession = writer?.path;
  if (!writer) return memoryStore(manager.getCwd());
  return newStore(manager.getCwd(), manager.getSessionDir(), parentSession ? { parentSession } : {});
}

function assertSaved(store: SessionStore): void {
  if (store.writer && !existsSync(store.writer.path)) {
    throw new Error("This session has not been saved yet. Send a message before cloning or forking it.");
  }
}

function userText(entry: Extract<SessionEntry, { type: "message" }>): string {
  const { content } = entry.message as { content: string | { type: string; text?: string }[] };
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" && part.text !== undefined ? [part.text] : [])).join("");
}
