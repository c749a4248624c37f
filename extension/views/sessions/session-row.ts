import type { Event } from "vscode";

/** One session in a list. Times are ms since the epoch. */
export interface SessionRow {
  id: string;
  /** The session file. */
  path: string;
  /** Folder it belongs to; "" when its file does not say. */
  cwd: string;
  name?: string;
  /** Beginning of the first message of the user. */
  firstMessage?: string;
  created: number;
  /** Last message. */
  modified: number;
  /** Session file it was forked or cloned from. */
  parentSession?: string;
}

/** Where the list of sessions comes from. */
export interface SessionSource {
  /** Sessions of all folders, in any order. Rejects when they cannot be listed. */
  list(): Promise<SessionRow[]>;
}

/** What the chat that has a session open makes of it; undefined: none has. */
export type SessionActivity = "running" | "waiting" | "done" | "open" | undefined;

/** What the views ask of the rest of the extension. */
export interface SessionHost {
  activity(row: SessionRow): SessionActivity;
  /** What `activity` says may have changed, or a session was begun, named or replaced. */
  readonly onDidChange: Event<unknown>;
  /** Opens a session, in the side bar or in an editor tab; the chat that has it already is brought to front. */
  resume(row: SessionRow, place: "sideBar" | "editor"): Promise<void>;
  /** Renames by the chat that has the session open. False: none has. */
  rename(row: SessionRow, name: string): Promise<boolean>;
  /** Lets go of a session that is about to be deleted. False: it is at work and stays. */
  release(row: SessionRow): Promise<boolean>;
  /** The session's file is gone. */
  deleted(row: SessionRow): void;
}

/** One row a session, newest first: of several files with the same id the one written last. */
export function oneRowEach(rows: readonly SessionRow[]): SessionRow[] {
  const newest = new Map<string, SessionRow>();
  for (const row of rows) {
    const known = newest.get(row.id);
    if (!known || row.modified > known.modified) newest.set(row.id, row);
  }
  return [...newest.values()].sort((one, other) => other.modified - one.modified);
}
