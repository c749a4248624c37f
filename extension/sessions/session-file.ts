/** Session files as they stand on disk, for lists and for reading without a server. */
import { appendFile, open, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { SessionEntry } from "../../server/protocol/entry.ts";
import type { SessionListItem } from "../../server/protocol/response.ts";
import { contentText } from "../broker/tree.ts";

/** Of a larger file only the beginning is looked at. */
const MAX_SCAN_BYTES = 64 * 1024 * 1024;
const known = new Map<string, { mtimeMs: number; size: number; item: SessionListItem | undefined }>();

type Fields = Record<string, unknown>;

/** Every session of a folder of session files, unsorted. A folder that is not there has none. */
export async function sessionsIn(folder: string): Promise<SessionListItem[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const files = names.filter((name) => name.endsWith(".jsonl")).map((name) => path.join(folder, name));
  const items = await Promise.all(files.map(summaryOf));
  return items.filter((item) => item !== undefined);
}

/** What a list shows of one file; undefined when it is no session. Read again only when it has changed. */
export async function summaryOf(file: string): Promise<SessionListItem | undefined> {
  const info = await stat(file).catch(() => undefined);
  if (!info?.isFile()) return undefined;
  const cached = known.get(file);
  if (cached && cached.mtimeMs === info.mtimeMs && cached.size === info.size) return cached.item;
  const item = summarise(file, await readStart(file, info.size), info.mtime);
  known.set(file, { mtimeMs: info.mtimeMs, size: info.size, item });
  return item;
}

async function readStart(file: string, size: number): Promise<string> {
  if (size <= MAX_SCAN_BYTES) return readFile(file, "utf8");
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_SCAN_BYTES), 0, MAX_SCAN_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Summary of a file's text. Lines are parsed only where something in them is shown. */
export function summarise(file: string, text: string, modified: Date): SessionListItem | undefined {
  let start = 0;
  const nextLine = () => {
    if (start >= text.length) return undefined;
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end < 0 ? text.length : end);
    start = end < 0 ? text.length : end + 1;
    return line;
  };
  const header = parse(nextLine() ?? "");
  if (header?.type !== "session" || typeof header.id !== "string") return undefined;
  let name = "";
  let messageCount = 0;
  let firstMessage = "";
  for (let line = nextLine(); line !== undefined; line = nextLine()) {
    const type = typeOf(line);
    if (type === "session_info") name = String(parse(line)?.name ?? "");
    if (type !== "message") continue;
    messageCount += 1;
    if (firstMessage === "" && line.includes('"user"')) firstMessage = userText(parse(line));
  }
  return {
    path: file,
    id: header.id,
    cwd: String(header.cwd ?? ""),
    ...(name ? { name } : {}),
    ...(typeof header.parentSession === "string" ? { parentSession: header.parentSession } : {}),
    created: String(header.timestamp ?? modified.toISOString()),
    modified: modified.toISOString(),
    messageCount,
    firstMessage,
  };
}

function typeOf(line: string): unknown {
  return /^\{"type":"(\w+)"/.exec(line)?.[1] ?? parse(line)?.type;
}

function userText(entry: Fields | undefined): string {
  const message = entry?.message as Fields | undefined;
  return message?.role === "user" ? contentText(message.content).trim().slice(0, 500) : "";
}

function parse(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined; // a torn line
  }
}

/** The entries of a file in order, and its leaf, which is the last one. Lines that are no entry are passed over. */
export async function readEntries(
  file: string,
): Promise<{ id: string; entries: SessionEntry[]; leafId: string | null }> {
  const lines = (await readFile(file, "utf8")).split("\n");
  const records = lines.map(parse).filter((record) => record !== undefined);
  const header = records.find((record) => record.type === "session");
  const entries = records.filter(
    (record) => record.type !== "session" && typeof record.id === "string",
  ) as unknown as SessionEntry[];
  return { id: String(header?.id ?? ""), entries, leafId: entries.at(-1)?.id ?? null };
}

/** Names a session that no server has open, by an entry at the end of its file. */
export async function renameInFile(file: string, name: string): Promise<void> {
  const text = await readFile(file, "utf8");
  const { entries, leafId } = await readEntries(file);
  const taken = new Set(entries.map((entry) => entry.id));
  const entry = {
    type: "session_info",
    id: freshId(taken),
    parentId: leafId,
    timestamp: new Date().toISOString(),
    name,
  };
  const lineEnd = text.endsWith("\n") || text === "" ? "" : "\n";
  await appendFile(file, `${lineEnd}${JSON.stringify(entry)}\n`);
}

function freshId(taken: ReadonlySet<string>): string {
  for (;;) {
    const id = Math.floor(Math.random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, "0");
    if (!taken.has(id)) return id;
  }
}
