/**
 * Session managers of the SDK that read and write through this folder's own reader and writer. The SDK
 * keeps the entries in memory; where it would write them, our writer does.
 */
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { type FileEntry, type SessionEntry, SessionManager } from "@earendil-works/pi-coding-agent";
import { loadSession } from "./load.ts";
import { type LoadedFile, SessionWriter } from "./writer.ts";

/** The one place of the SDK's manager that reaches the disk after loading; replaced on each instance. */
interface Persisting {
  _persist(entry: SessionEntry): void;
}

export interface SessionStore {
  readonly manager: SessionManager;
  /** Undefined for a session that is kept in memory only. */
  readonly writer: SessionWriter | undefined;
  readonly warnings: readonly string[];
  /** All entries in file order, without the header. Grows; never to be changed by others. */
  readonly entries: readonly SessionEntry[];
  /** Called after each entry that is added. */
  onAppend: ((entry: SessionEntry) => void) | undefined;
}

/** A new session. `dir` undefined: the default folder of `cwd`. */
export function newStore(
  cwd: string,
  dir: string | undefined,
  options: { id?: string; parentSession?: string } = {},
): SessionStore {
  const manager = SessionManager.create(cwd, dir, options);
  return attach(manager, manager.getSessionFile() ?? "", undefined, []);
}

/** A session that leaves nothing on disk. */
export function memoryStore(cwd: string, options: { id?: string; parentSession?: string } = {}): SessionStore {
  return hook(SessionManager.inMemory(cwd, options), undefined, []);
}

/**
 * Opens the session at `file`; new sessions and forks of it go to `dir` (default: the folder it lies in).
 * The file is only read. Throws SessionFileError when it is none. `cwd` stands in for a folder that is gone.
 */
export function openStore(file: string, dir: string | undefined, cwd: string | undefined): SessionStore {
  const loaded = loadSession(file);
  const folder = cwd ?? (loaded.header.cwd || process.cwd());
  const manager = managerOf(folder, dir ?? path.dirname(file), file, loaded.entries);
  return attach(manager, file, loaded, loaded.warnings);
}

/** The session up to and including `leafId` as a session of its own, in the folder of the old one. */
export function branchStore(from: SessionStore, leafId: string): SessionStore {
  const { manager } = from;
  if (!from.writer) {
    manager.createBranchedSession(leafId);
    return hook(manager, undefined, []);
  }
  if (!existsSync(from.writer.path)) {
    throw new Error("This session has not been saved yet. Send a message before cloning or forking it.");
  }
  // The SDK re-chains the entries of the copy, so it gets objects of its own.
  const entries = [manager.getHeader() as FileEntry, ...manager.getEntries()].map((entry) => ({ ...entry }));
  const copy = managerOf(manager.getCwd(), manager.getSessionDir(), from.writer.path, entries);
  const file = copy.createBranchedSession(leafId) ?? "";
  const written = existsSync(file)
    ? { size: statSync(file).size, openEnd: false, tornBytes: 0, outdated: false }
    : undefined;
  return attach(copy, file, written, []);
}

/** A manager over entries that were read already. The SDK's constructor does this for its own loader. */
function managerOf(cwd: string, dir: string, file: string, entries: FileEntry[]): SessionManager {
  return Reflect.construct(SessionManager, [cwd, dir, file, true, undefined, entries]) as SessionManager;
}

function attach(
  manager: SessionManager,
  file: string,
  loaded: LoadedFile | undefined,
  warnings: readonly string[],
): SessionStore {
  const all = () => [manager.getHeader() as FileEntry, ...manager.getEntries()];
  return hook(manager, new SessionWriter(file, all, loaded), warnings);
}

function hook(manager: SessionManager, writer: SessionWriter | undefined, warnings: readonly string[]): SessionStore {
  // The SDK hands out a copy of all entries each time it is asked.
  const entries = manager.getEntries();
  const store: SessionStore = { manager, writer, warnings, entries, onAppend: undefined };
  (manager as unknown as Persisting)._persist = (entry) => {
    writer?.append(entry);
    entries.push(entry);
    store.onAppend?.(entry);
  };
  return store;
}
