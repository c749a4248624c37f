/** The sessions on disk, newest first (list_sessions). */
import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { getAgentDir } from "@earendil-works/pi-coding-agent";
import type { SessionListItem } from "../protocol/response.ts";
import type { LiveSession } from "./live-session.ts";

/** Sessions of this folder, or of all folders. Files that are no sessions are passed over. */
export async function listSessions({ store }: LiveSession, scope: "folder" | "all"): Promise<SessionListItem[]> {
  const own = store.writer ? path.dirname(store.writer.path) : undefined;
  const root = path.join(getAgentDir(), "sessions");
  const folders = scope === "all" ? [...(own ? [own] : []), ...entriesOf(root)] : own ? [own] : [];
  const items: SessionListItem[] = [];
  // One after the other: reading is bound by the disk, and other commands are answered in between.
  for (const file of new Set(folders.flatMap((folder) => entriesOf(folder)))) {
    const item = file.endsWith(".jsonl") ? await describe(file) : undefined;
    if (item && (scope === "all" || item.cwd === store.manager.getCwd() || item.cwd === "")) items.push(item);
  }
  return items.sort((a, b) => b.modified.localeCompare(a.modified));
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

async function describe(file: string): Promise<SessionListItem | undefined> {
  try {
    return summary(file, (await readFile(file, "utf8")).split("\n"), statSync(file).mtime);
  } catch {
    return undefined;
  }
}

interface Line {
  type?: string;
  id?: string;
  cwd?: string;
  name?: string;
  timestamp?: string;
  parentSession?: string;
  message?: { role?: string; content?: string | { type: string; text?: string }[]; timestamp?: number };
}

/** Of a first message a list shows the beginning; so many UTF-16 units. */
const MAX_FIRST_MESSAGE = 500;

/** The role of a message as our own lines begin; parsing thousands of messages for a list would take seconds. */
const OWN_MESSAGE =
  /^\{"type":"message","id":"[^"]*","parentId":(?:"[^"]*"|null),"timestamp":"([^"]*)","message":\{"role":"(\w+)"/;

function summary(file: string, lines: readonly string[], mtime: Date): SessionListItem | undefined {
  const header = parse(lines[0] ?? "");
  if (header?.type !== "session" || !header.id) return undefined;
  let messageCount = 0;
  let firstMessage = "";
  let name: string | undefined;
  let modified = header.timestamp;
  for (const line of lines) {
    const own = OWN_MESSAGE.exec(line);
    const isFirst = firstMessage === "" && (!own || own[2] === "user");
    const entry =
      own && !isFirst
        ? undefined
        : line.includes('"type":"message"') || line.includes('"session_info"')
          ? parse(line)
          : undefined;
    if (entry?.type === "session_info") name = entry.name?.trim() || undefined;
    const role = own?.[2] ?? (entry?.type === "message" ? entry.message?.role : undefined);
    if (!role || role === "system") continue;
    messageCount++;
    modified = own?.[1] ?? entry?.timestamp ?? modified;
    if (role === "user" && firstMessage === "") firstMessage = beginning(textOf(entry));
  }
  return {
    path: file,
    id: header.id,
    cwd: header.cwd ?? "",
    ...(name ? { name } : {}),
    ...(header.parentSession ? { parentSession: header.parentSession } : {}),
    created: header.timestamp ?? mtime.toISOString(),
    modified: modified ?? mtime.toISOString(),
    messageCount,
    firstMessage,
  };
}

function parse(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
}

function textOf(entry: Line | undefined): string {
  const content = entry?.message?.content ?? "";
  return typeof content === "string" ? content : content.map((part) => part.text ?? "").join("");
}

/** No half of a surrogate pair is left at its end. */
function beginning(text: string): string {
  return text.slice(0, MAX_FIRST_MESSAGE).replace(/[\ud800-\udbff]$/, "");
}
