/** What a tool call did, in words: icon, verb, object and counts for rows and cards. Pure. */
import type { ToolResult } from "../../../server/protocol/event.ts";
import type { ToolRow } from "../../state/transcript.ts";
import { integer } from "../../ui/format.ts";
import { t } from "../../ui/l10n.ts";
import { plainText } from "../../ui/plain.ts";

const quiet = new Set(["read", "grep", "find", "ls"]);

/** Runs commands in a shell. */
export function isShellTool({ name }: ToolRow): boolean {
  return name === "bash" || name === "powershell";
}

/** Tools that only look are one line; those that change something are cards. */
export function isQuietTool(row: ToolRow): boolean {
  return quiet.has(row.name);
}

/** State in a word, for those who do not see the icon. */
export function stateText(state: ToolRow["state"]): string {
  switch (state) {
    case "waiting":
      return t("waiting");
    case "running":
      return t("running");
    case "done":
      return t("done");
    case "failed":
      return t("failed");
    case "stopped":
      return t("stopped");
  }
}

export function resultText(result: ToolResult | null): string {
  const content = Array.isArray(result?.content) ? result.content : [];
  return content.flatMap((block) => (block?.type === "text" ? [String(block.text ?? "")] : [])).join("\n");
}

/** An argument when it is text; also from arguments whose JSON has only half arrived. */
export function textArgument(row: ToolRow, ...names: string[]): string {
  for (const name of names) {
    const value = row.args[name];
    if (typeof value === "string") return value;
    const partial = row.argsText === "" ? undefined : partialString(row.argsText, name);
    if (partial !== undefined) return partial;
  }
  return "";
}

function partialString(json: string, name: string): string | undefined {
  const [, inner] = new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)`).exec(json) ?? [];
  if (inner === undefined) return undefined;
  try {
    return JSON.parse(`"${inner.replace(/\\u[0-9a-fA-F]{0,3}$/, "")}"`) as string;
  } catch {
    return inner;
  }
}

function numberArgument(row: ToolRow, name: string): number | undefined {
  const value = row.args[name];
  return typeof value === "number" && value > 0 ? value : undefined;
}

/** The file of a read with the lines that were asked for: "upload.ts", 30, 88. */
export function readRange(row: ToolRow): { path: string; line?: number; endLine?: number } {
  const path = textArgument(row, "path", "file_path", "file");
  const offset = numberArgument(row, "offset");
  const limit = numberArgument(row, "limit");
  const line = offset ?? (limit === undefined ? undefined : 1);
  return {
    path,
    ...(line === undefined ? {} : { line }),
    ...(line === undefined || limit === undefined ? {} : { endLine: line + limit - 1 }),
  };
}

export interface QuietWords {
  icon: string;
  verb: string;
  object: string;
  meta?: string;
}

/** The words of a quiet tool's row. The object of `read` is drawn as a link by the row itself. */
export function quietWords(row: ToolRow): QuietWords {
  const busy = row.state === "running" || row.state === "waiting";
  switch (row.name) {
    case "read":
      return { icon: "go-to-file", verb: busy ? t("Reading") : t("Read"), object: textArgument(row, "path") };
    case "grep":
      return {
        icon: "search",
        verb: busy ? t("Searching") : t("Searched"),
        object: textArgument(row, "pattern"),
        ...counted(row),
      };
    case "find":
      return {
        icon: "folder",
        verb: busy ? t("Finding") : t("Found"),
        object: textArgument(row, "pattern"),
        ...counted(row),
      };
    default:
      return {
        icon: "folder",
        verb: busy ? t("Listing") : t("Listed"),
        object: textArgument(row, "path") || ".",
        ...counted(row),
      };
  }
}

function counted(row: ToolRow): { meta?: string } {
  if (row.state !== "done") return {};
  const count = resultCount(row);
  return { meta: count === 1 ? t("1 result") : t("{0} results", integer(count)) };
}

/** Matches or entries in a result; notes in brackets at its end do not count. */
export function resultCount(row: ToolRow): number {
  const text = resultText(row.result);
  if (/^No (matches|files)|^\(empty/.test(text)) return 0;
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^\[.*\]$/.test(line));
  if (row.name !== "grep") return lines.length;
  return lines.filter((line) => /^[^\n]*?:\d+: /.test(line)).length || lines.length;
}

/** "Read 6 files, ran 2 searches", with short words for narrow panels. */
export function runWords(rows: readonly ToolRow[]): { long: string; short: string; icon: string } {
  const reads = new Set(rows.filter(({ name }) => name === "read").map((row) => textArgument(row, "path"))).size;
  const searches = rows.filter(({ name }) => name === "grep" || name === "find").length;
  const lists = rows.filter(({ name }) => name === "ls").length;
  const parts: [long: string, short: string][] = [];
  if (reads > 0) parts.push([t("read {0}", files(reads)), t("read {0}", files(reads))]);
  if (searches > 0) parts.push([t("ran {0}", times(searches)), times(searches)]);
  if (lists > 0) parts.push([t("listed {0}", folders(lists)), folders(lists)]);
  const icon = reads > 0 ? "files" : searches > 0 ? "search" : "folder";
  const join = (words: string[]) => capital(words.join(", "));
  return { long: join(parts.map(([long]) => long)), short: join(parts.map(([, short]) => short)), icon };
}

const files = (count: number) => (count === 1 ? t("1 file") : t("{0} files", integer(count)));
const times = (count: number) => (count === 1 ? t("1 search") : t("{0} searches", integer(count)));
const folders = (count: number) => (count === 1 ? t("1 folder") : t("{0} folders", integer(count)));

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** That the approval gate let a call through: by which pattern, and how long a person took to say so. */
export function approvalOf(row: ToolRow): { pattern?: string; waitedMs?: number } | null {
  const { approval } = (row.result?.details ?? {}) as {
    approval?: Record<"allowed" | "pattern" | "waitedMs", unknown>;
  };
  if (approval?.allowed !== "once" && approval?.allowed !== "session") return null;
  const { pattern, waitedMs } = approval;
  return {
    ...(typeof pattern === "string" ? { pattern } : {}),
    ...(typeof waitedMs === "number" ? { waitedMs } : {}),
  };
}

/** Meta of a card: `allowed · 0.1s`. */
export function metaWords(...words: (string | undefined)[]): string | undefined {
  return words.filter(Boolean).join(" · ") || undefined;
}

/** The first line of what a failed tool said. */
export function failureReason(row: ToolRow): string {
  return resultText(row.result).trim().split("\n", 1)[0]?.slice(0, 200) ?? "";
}

/** The one argument that says most: the first short text. */
export function subjectOf(row: ToolRow): string {
  const texts = Object.values(row.args).filter((value) => typeof value === "string");
  return plainText(texts.find((text) => text.length < 200) ?? "").split("\n", 1)[0] ?? "";
}
