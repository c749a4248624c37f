/**
 * Reads a session file without touching it. Damage is named by line, and what was said before it stays
 * in the context: an entry whose parent was lost is attached, in memory, to the last readable entry
 * before the damage.
 */
import { readFileSync } from "node:fs";
import { type FileEntry, migrateSessionEntries, type SessionHeader } from "@earendil-works/pi-coding-agent";
import type { Usage } from "../../protocol/message.ts";
import { wireUsage } from "../wire.ts";
import { openCircles, separateIds } from "./parents.ts";

export interface LoadedSession {
  header: SessionHeader;
  /** The header first, then all entries in file order. */
  entries: FileEntry[];
  /** Bytes of the file as it was read. */
  size: number;
  /** The last line has no newline behind it. */
  openEnd: boolean;
  /** Bytes of a last line that breaks off in the middle; 0 when it is whole. */
  tornBytes: number;
  /** The file is of an older version and has to be written anew before anything is added. */
  outdated: boolean;
  /** What a person should know, each naming the line. */
  warnings: string[];
}

/** A file that is no session; the message names it. */
export class SessionFileError extends Error {}

interface BadLine {
  number: number;
  text: string;
  /** How many entries had been read before it. */
  after: number;
  /** No newline behind it. */
  isLast: boolean;
}

/** Reads the session at `path`. Throws SessionFileError when it is missing, empty or none. */
export function loadSession(path: string): LoadedSession {
  const bytes = readBytes(path);
  if (bytes.length === 0) throw new SessionFileError(`Session file is empty: ${path}`);
  const text = bytes.toString("utf8");
  const openEnd = !text.endsWith("\n");
  const { entries, bad } = parseLines(text);
  const header = entries[0];
  if (header?.type !== "session" || typeof header.id !== "string") {
    throw new SessionFileError(`Not a session file: ${path}`);
  }
  const outdated = (header.version ?? 1) < 3;
  if (outdated) migrateSessionEntries(entries);
  mendShapes(entries);
  separateIds(entries);
  const attached = attachOrphans(entries, bad);
  const circles = openCircles(entries);
  const torn = openEnd && bad.at(-1)?.isLast ? bad.at(-1) : undefined;
  return {
    header,
    entries,
    size: bytes.length,
    openEnd,
    // Counted in bytes: a character that was cut decodes to something of another length.
    tornBytes: torn ? bytes.length - (bytes.lastIndexOf(0x0a) + 1) : 0,
    outdated,
    warnings: [...warningsOf(bad, attached, torn, path), ...circles.map((id) => circleWarning(id, path))],
  };
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new SessionFileError(`Session file not found: ${path}`);
    if (code === "EISDIR") throw new SessionFileError(`Not a session file: ${path} is a folder`);
    throw new SessionFileError(`Session file cannot be read: ${path} (${code ?? String(error)})`);
  }
}

function parseLines(text: string): { entries: FileEntry[]; bad: BadLine[] } {
  const entries: FileEntry[] = [];
  const bad: BadLine[] = [];
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, end);
    start = end + 1;
    number++;
    if (line.trim() === "") continue;
    const entry = parseEntry(line);
    if (entry) entries.push(entry);
    else bad.push({ number, text: line, after: entries.length, isLast: found === -1 });
  }
  return { entries, bad };
}

function parseEntry(line: string): FileEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isEntry =
      typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
    return isEntry ? (value as FileEntry) : undefined;
  } catch {
    return undefined;
  }
}

/** Gives entries of other writers the fields the SDK reads without asking. */
function mendShapes(entries: FileEntry[]): void {
  let previous: string | null = null;
  for (const [index, entry] of entries.entries()) {
    if (entry.type === "session") continue;
    const loose = entry as { id?: unknown; parentId?: unknown; timestamp?: unknown };
    if (typeof loose.id !== "string") loose.id = `line${index}`;
    if (loose.parentId === undefined) loose.parentId = previous;
    if (typeof loose.timestamp !== "string") loose.timestamp = new Date(0).toISOString();
    previous = loose.id as string;
    if (entry.type === "compaction" && typeof entry.summary !== "string") entry.summary = "";
    if (entry.type !== "message") continue;
    const message = entry.message as LooseMessage | undefined;
    if (typeof message !== "object" || message === null) entry.message = { role: "unknown" } as never;
    else mendMessage(message);
  }
}

interface LooseMessage {
  role?: unknown;
  content?: unknown;
  usage?: unknown;
  stopReason?: unknown;
}

function mendMessage(message: LooseMessage): void {
  if (message.role !== "user" && message.role !== "assistant" && message.role !== "toolResult") return;
  message.content ??= [];
  if (message.role === "user") return;
  if (typeof message.content === "string") message.content = [{ type: "text", text: message.content }];
  if (message.role !== "assistant") return;
  message.usage = wholeUsage(message.usage as Partial<Usage> | undefined);
  message.stopReason ??= "stop";
}

/** Adds what is missing and leaves everything else as it was written. */
function wholeUsage(usage: Partial<Usage> | undefined): Usage {
  const filled = wireUsage(usage);
  return { ...filled, ...usage, cost: { ...filled.cost, ...usage?.cost } };
}

/** Attaches each entry whose parent stood on an unreadable line; returns how many there were. */
function attachOrphans(entries: FileEntry[], bad: readonly BadLine[]): number {
  if (bad.length === 0) return 0;
  const known = new Set(entries.map((entry) => ("id" in entry ? entry.id : "")));
  let attached = 0;
  for (const [index, entry] of entries.entries()) {
    if (entry.type === "session" || entry.parentId === null || known.has(entry.parentId)) continue;
    const before = bad.filter((line) => line.after <= index);
    const lost = before.find((line) => line.text.includes(`"id":"${entry.parentId}"`)) ?? before.at(-1);
    if (!lost) continue;
    const last = entries[lost.after - 1];
    entry.parentId = last && last.type !== "session" ? last.id : null;
    attached++;
  }
  return attached;
}

function warningsOf(bad: readonly BadLine[], attached: number, torn: BadLine | undefined, path: string): string[] {
  const middle = bad.filter((line) => line !== torn);
  const warnings: string[] = [];
  if (middle.length > 0) {
    const lines = middle.map((line) => line.number).join(", ");
    const went = attached > 0 ? " The conversation goes on from the last readable entry before." : "";
    warnings.push(`Unreadable line ${lines} in ${path} was left out.${went}`);
  }
  if (torn) warnings.push(`The last line (${torn.number}) of ${path} is incomplete and was left out.`);
  return warnings;
}

function circleWarning(id: string, path: string): string {
  return `Entry ${id} in ${path} continues an entry that comes after it. It was attached to the entry before it in the file.`;
}
