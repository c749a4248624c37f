/** The text of lines as a search sees it: what shows at once, and what stands inside folds. Pure; cached by row. */
import { withoutMarks } from "../../../extension/panel/words.ts";
import { textOf } from "../../state/rows.ts";
import type { Row, ToolRow } from "../../state/transcript.ts";
import { plainText } from "../../ui/plain.ts";
import type { Line } from "../lines.ts";
import {
  isQuietTool,
  isShellTool,
  quietWords,
  resultText,
  runWords,
  subjectOf,
  textArgument,
} from "../tools/describe.ts";

/** A stretch of text that is shown as a whole, or hidden as a whole. */
export interface Place {
  /** Key of the line it is drawn in. */
  line: string;
  /** Key of the row it belongs to; a line of several rows has one for itself. */
  row: string;
  /** Folds that must be open for it to show, outermost first. */
  folds: readonly string[];
  /** Whether its row may hold some of it back until it is asked for all (see `wholeOf`). */
  partial: boolean;
  text: string;
}

const cache = new WeakMap<object, readonly Place[]>();

/** The places of a line, in the order they are drawn. */
export function placesOf(line: Line): readonly Place[] {
  const subject = line.kind === "run" ? line.rows : line.kind === "text" ? line : "row" in line ? line.row : null;
  if (!subject) return [];
  const known = cache.get(subject);
  if (known) return known;
  const places = readPlaces(line).filter(({ text }) => text !== "");
  cache.set(subject, places);
  return places;
}

function readPlaces(line: Line): Place[] {
  const { key } = line;
  switch (line.kind) {
    case "user":
      return [
        { line: key, row: key, folds: isFolded(line.row.text) ? [key] : [], partial: false, text: line.row.text },
      ];
    case "text":
      return [
        {
          line: key,
          row: key,
          folds: [],
          partial: false,
          text: withoutMarks(line.row.text.slice(line.start, line.end)),
        },
      ];
    case "run": {
      const tools = line.rows.filter((row) => row.kind === "tool");
      const words =
        tools.length > 0 ? [{ line: key, row: key, folds: [], partial: false, text: runWords(tools).long }] : [];
      return [...words, ...line.rows.flatMap((row) => rowPlaces(row, key, [key]))];
    }
    case "row":
      return rowPlaces(line.row, key, []);
    default:
      return [];
  }
}

/** Long messages are cut after some lines: all of it counts as inside. */
function isFolded(text: string): boolean {
  return text.length > 600 || text.split("\n").length > 8;
}

function rowPlaces(row: Row, line: string, folds: readonly string[]): Place[] {
  const [head, body] = wordsOf(row);
  return [
    { line, row: row.key, folds, partial: false, text: clean(head) },
    { line, row: row.key, folds: [...folds, row.key], partial: hasMore(row, body), text: clean(body) },
  ];
}

/** Whether a body that is open may still hold something back. */
function hasMore(row: Row, body: string): boolean {
  if (row.kind === "tool" && isQuietTool(row)) return body.length > 200 && body.split("\n", 202).length > 200;
  const isData = row.kind === "tool" || row.kind === "custom" || row.kind === "unknown";
  return (isData || row.kind === "bash") && body !== "";
}

const controls = String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\\]`;
const codes = new RegExp([controls].join(""));

/** Most texts hold no terminal codes, and are searched as they are. */
function clean(text: string): string {
  return codes.test(text) ? plainText(text) : text;
}

/** What a row shows at once, and what it shows when it is opened. */
function wordsOf(row: Row): [head: string, body: string] {
  switch (row.kind) {
    case "thinking":
      return ["", withoutMarks(row.text)];
    case "tool":
      return toolWords(row);
    case "bash":
      return commandWords(row.command, row.output);
    case "compaction":
      return ["", row.summary];
    case "branchSummary":
      return headAndWhole(withoutMarks(row.summary));
    case "notice":
      return row.text.length > 60 || row.text.includes("\n") ? headAndWhole(row.text) : [row.text, ""];
    case "answer":
      return [`${row.title} ${row.outcome.kind === "answered" ? row.outcome.text : ""}`, ""];
    case "error":
      return [row.message, ""];
    case "change":
      return [row.to, ""];
    case "custom":
      return [row.customType, row.content === null ? JSON.stringify(row.data ?? "") : textOf(row.content)];
    case "unknown":
      return [row.name, JSON.stringify(row.data ?? "")];
    default:
      return ["", ""];
  }
}

function toolWords(row: ToolRow): [head: string, body: string] {
  const path = textArgument(row, "path", "file_path");
  if (isQuietTool(row)) return [row.name === "read" ? path : quietWords(row).object, resultText(row.result)];
  if (isShellTool(row)) return commandWords(textArgument(row, "command"), resultText(row.result));
  if (row.name === "edit" || row.name === "write") return [path, changedText(row)];
  return [`${row.name}\n${subjectOf(row)}`, `${valuesOf(row.args)}\n${resultText(row.result)}`];
}

/** The first line stands in the row, the whole inside it. */
function headAndWhole(text: string): [head: string, body: string] {
  return [text.trim().split("\n", 1)[0] ?? "", text];
}

/** A command of one line stands in the head alone, a script in the body as a whole. */
function commandWords(command: string, output: string): [head: string, body: string] {
  const end = command.indexOf("\n");
  return end < 0 ? [command, output] : [command.slice(0, end), `${command}\n${output}`];
}

/** The lines of an edit, without comparing anything: a search needs their words only. */
function changedText(row: ToolRow): string {
  const { diff } = (row.result?.details ?? {}) as { diff?: unknown };
  if (typeof diff === "string") return diff.replace(/^[ +-]\s*\d+ ?/gm, "");
  return row.name === "write" ? textArgument(row, "content") : valuesOf(row.args.edits ?? row.args);
}

function valuesOf(value: unknown): string {
  if (value === null || typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([key, member]) => `${key}: ${valuesOf(member)}`)
    .join("\n");
}
