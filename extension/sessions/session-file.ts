/** Session files as they stand on disk, for lists and for reading without a server. */
import { appendFile, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { SessionEntry } from "../../server/protocol/entry.ts";
import { inParallel } from "./in-parallel.ts";
import { readSummary, type SessionSummary } from "./read-session.ts";

/** Open files are few on some systems, and one that cannot be opened would be missing from the list. */
const FILES_AT_ONCE = 16;
const known = new Map<string, { mtimeMs: number; size: number; summary: SessionSummary | undefined }>();

type Fields = Record<string, unknown>;

/** Every session of a folder of session files, unsorted. A folder that is not there has none. */
export async function sessionsIn(folder: string): Promise<SessionSummary[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const files = names.filter((name) => name.endsWith(".jsonl")).map((name) => path.join(folder, name));
  const found = await inParallel(files, FILES_AT_ONCE, (file) => summaryOf(file).catch(() => undefined));
  return found.filter((summary) => summary !== undefined);
}

/** What a list shows of one file; undefined when it is no session. Read again only when it has changed. */
async function summaryOf(file: string): Promise<SessionSummary | undefined> {
  const { mtimeMs, size } = await stat(file);
  const cached = known.get(file);
  if (cached && cached.mtimeMs === mtimeMs && cached.size === size) return cached.summary;
  const summary = await readSummary(file, cached?.summary);
  known.set(file, { mtimeMs, size, summary });
  return summary;
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
