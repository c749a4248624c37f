import { type FileHandle, open } from "node:fs/promises";
import type { SessionListItem } from "../../server/protocol/response.ts";
import { cutText } from "../broker/clip.ts";
import { contentText } from "../broker/tree.ts";

/** One session in a list. The count of messages is there where it is exact. */
export type SessionSummary = Omit<SessionListItem, "messageCount"> & { messageCount?: number };

/** Read at each end of a session file; more only where the first line, or the first message, is longer. */
const END_BYTES = 16 * 1024;
const MOST_BYTES = 256 * 1024;
const MAX_MESSAGE = 500;

type Fields = Record<string, unknown>;

/**
 * What a list shows of a session, from the two ends of its file, whatever lies between. Undefined when the file is
 * none of a session. `known`: what was read of the same file before; its name counts unless a newer one is seen.
 */
export async function readSummary(path: string, known?: SessionSummary): Promise<SessionSummary | undefined> {
  const file = await open(path, "r");
  try {
    const { size, mtime } = await file.stat();
    const head = await readHead(file, size);
    const [header] = head.lines;
    if (header?.type !== "session" || typeof header.id !== "string") return undefined;
    const isWhole = head.bytes >= size;
    const tail = isWhole ? [] : await readTail(file, size, head.bytes);
    const created = timestampOf(header) ?? mtime.toISOString();
    const name = lastName(tail) ?? lastName(head.lines) ?? (known ? { name: known.name } : undefined);
    return {
      path,
      id: header.id,
      cwd: typeof header.cwd === "string" ? header.cwd : "",
      created,
      modified: lastMessageTime(tail) ?? lastMessageTime(head.lines) ?? (isWhole ? created : mtime.toISOString()),
      firstMessage: cutText((firstMessage(head.lines) ?? partialMessage(head.rest) ?? "").trim(), MAX_MESSAGE),
      ...(name?.name ? { name: name.name } : {}),
      ...(typeof header.parentSession === "string" ? { parentSession: header.parentSession } : {}),
      ...(isWhole ? { messageCount: head.lines.filter((entry) => entry.type === "message").length } : {}),
    };
  } finally {
    await file.close();
  }
}

interface Head {
  lines: Fields[];
  /** Beginning of a line that is longer than what was read. */
  rest: string;
  bytes: number;
}

async function readHead(file: FileHandle, size: number): Promise<Head> {
  for (let bytes = END_BYTES; ; bytes *= 4) {
    const text = await read(file, 0, Math.min(bytes, size));
    const whole = bytes >= size;
    const end = whole ? text.length : text.lastIndexOf("\n") + 1;
    const lines = parseLines(text.slice(0, end));
    const enough =
      lines.length > 0 && (firstMessage(lines) !== undefined || partialMessage(text.slice(end)) !== undefined);
    if (enough || whole || bytes >= MOST_BYTES) return { lines, rest: text.slice(end), bytes: Math.min(bytes, size) };
  }
}

/** The entries that lie whole in the last bytes, and never those the head had. */
async function readTail(file: FileHandle, size: number, headBytes: number): Promise<Fields[]> {
  const start = Math.max(headBytes, size - END_BYTES);
  const text = await read(file, start, size - start);
  return parseLines(text.slice(text.indexOf("\n") + 1));
}

async function read(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString("utf8", 0, bytesRead);
}

/** Lines that are no JSON objects are passed over, as a torn last one is. */
function parseLines(text: string): Fields[] {
  return text.split("\n").flatMap((line) => {
    if (!line.startsWith("{")) return [];
    try {
      return [JSON.parse(line) as Fields];
    } catch {
      return [];
    }
  });
}

/** The newest name among entries; `{name: undefined}` when it was cleared last, undefined when nothing is said of it. */
function lastName(entries: readonly Fields[]): { name: string | undefined } | undefined {
  const info = entries.findLast((entry) => entry.type === "session_info");
  if (!info) return undefined;
  return { name: typeof info.name === "string" && info.name.trim() !== "" ? info.name.trim() : undefined };
}

function lastMessageTime(entries: readonly Fields[]): string | undefined {
  const message = entries.findLast((entry) => entry.type === "message");
  return message && timestampOf(message);
}

/** ISO 8601; undefined when it is no time. */
function timestampOf({ timestamp }: Fields): string | undefined {
  return typeof timestamp === "string" && !Number.isNaN(Date.parse(timestamp)) ? timestamp : undefined;
}

function firstMessage(entries: readonly Fields[]): string | undefined {
  for (const entry of entries) {
    const message = entry.type === "message" ? (entry.message as Fields | undefined) : undefined;
    if (message?.role === "user") return contentText(message.content);
  }
  return undefined;
}

/** The text of a user's message that is longer than what was read, as far as it was. */
function partialMessage(line: string): string | undefined {
  if (!/"role"\s*:\s*"user"/.test(line.slice(0, 2000))) return undefined;
  // So many characters, each whole: JSON ends well wherever the line was cut.
  const found = /"(?:text|content)"\s*:\s*"((?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u]){1,500})/u.exec(line);
  if (!found?.[1]) return undefined;
  try {
    return JSON.parse(`"${found[1]}"`) as string;
  } catch {
    return undefined;
  }
}
