/**
 * Turns → lines, the units that are placed on screen: long texts become several lines, finished quiet
 * tools next to each other become one run, and each turn ends in its foot. Pure; cached by turn.
 */
import { canSegment, Segmenter, segmentsOf } from "../markdown/segments.ts";
import type { CustomRow, Row, TextRow, ToolRow, Turn, UserRow } from "../state/transcript.ts";
import { isQuietTool } from "./tools/describe.ts";

interface LineBase {
  key: string;
  turn: string;
  /** Space above and below, in px. */
  gap: number;
  below: number;
}
export type Line =
  | (LineBase & { kind: "user"; row: UserRow })
  | (LineBase & { kind: "text"; row: TextRow; start: number; end: number; open: boolean })
  | (LineBase & { kind: "row"; row: Exclude<Row, UserRow | TextRow> })
  | (LineBase & { kind: "run"; rows: readonly (ToolRow | CustomRow)[] })
  | (LineBase & { kind: "foot"; of: Turn; last: boolean })
  | (LineBase & { kind: "working"; of: Turn });

/** What the turn is besides its rows: the last one, and still running. */
export interface TurnPlace {
  last: boolean;
  running: boolean;
}

const cache = new WeakMap<Turn, { place: TurnPlace; lines: readonly Line[] }>();
const segmenters = new Map<string, Segmenter>();

export function linesOf(turn: Turn, place: TurnPlace): readonly Line[] {
  const known = cache.get(turn);
  if (known && known.place.last === place.last && known.place.running === place.running) return known.lines;
  const lines = layOut(turn, place);
  cache.set(turn, { place, lines });
  return lines;
}

function layOut(turn: Turn, { last, running }: TurnPlace): Line[] {
  const rows = turn.rows.filter(isShown);
  const end = rows.findLastIndex((row) => !isBetweenTurns(row)) + 1;
  const lines: Line[] = [];
  const add = (line: WithoutPlace) =>
    lines.push({ ...line, turn: turn.key, gap: gapBetween(lines.at(-1), line), below: 0 } as Line);
  addRows(rows.slice(0, running ? rows.length : end), running, add);
  if (running) add({ kind: "working", key: `${turn.key}/working`, of: turn });
  else if (end > 0) add({ kind: "foot", key: `${turn.key}/foot`, of: turn, last });
  if (running || end === rows.length) return lines;
  addRows(rows.slice(end), false, add);
  // The foot is the gap to the next turn; behind these rows there is none.
  const final = lines.pop() as Line;
  return [...lines, { ...final, below: 12 }];
}

type WithoutPlace = Line extends infer L ? (L extends Line ? Omit<L, "turn" | "gap" | "below"> : never) : never;

function addRows(rows: readonly Row[], running: boolean, add: (line: WithoutPlace) => void): void {
  for (let at = 0; at < rows.length; ) {
    const run = runAt(rows, at, running);
    const row = rows[at] as Row;
    if (run.length > 1) add({ kind: "run", key: `run:${row.key}`, rows: run });
    else if (row.kind === "text") for (const line of textLines(row)) add(line);
    else if (row.kind === "user") add({ kind: "user", key: row.key, row });
    else add({ kind: "row", key: row.key, row });
    at += Math.max(1, run.length);
  }
}

/**
 * The finished quiet rows from `at` on. While the turn runs its last row stays outside: when it joins,
 * another has come, so that the turn does not get shorter.
 */
function runAt(rows: readonly Row[], at: number, running: boolean): (ToolRow | CustomRow)[] {
  const run: (ToolRow | CustomRow)[] = [];
  const end = running ? rows.length - 1 : rows.length;
  for (let next = at; next < end; next += 1) {
    const row = rows[next] as Row;
    const joins = row.kind === "tool" ? isQuietTool(row) && row.state === "done" : isOwnState(row);
    if (!joins || row.kind !== rows[at]?.kind) break;
    run.push(row as ToolRow | CustomRow);
  }
  return run;
}

function isOwnState(row: Row): boolean {
  return row.kind === "custom" && row.content === null;
}

function textLines(row: TextRow): WithoutPlace[] {
  const starts = segmentStarts(row);
  return starts.map((start, index) => {
    const isLast = index === starts.length - 1;
    const end = isLast ? row.text.length : (starts[index + 1] as number);
    const key = index === 0 ? row.key : `${row.key}@${start}`;
    return { kind: "text", key, row, start, end, open: row.streaming && isLast };
  });
}

/** A text that grows is cut where it was cut before, also once it has settled: its lines keep their keys. */
function segmentStarts(row: TextRow): readonly number[] {
  if (!canSegment(row.text)) return [0];
  if (!row.streaming && !segmenters.has(row.key)) return segmentsOf(row.text);
  const segmenter = segmenters.get(row.key) ?? new Segmenter();
  segmenters.set(row.key, segmenter);
  const starts = segmenter.update(row.text);
  if (!row.streaming) segmenters.delete(row.key);
  return starts;
}

/** Settings a session begins with are no changes; blank text is nothing yet. */
function isShown(row: Row): boolean {
  switch (row.kind) {
    case "text":
    case "thinking":
      return /\S/.test(row.text) || (row.kind === "thinking" && row.streaming);
    case "change":
      return row.what === "label" || row.what === "name"
        ? row.to !== row.from
        : row.from !== undefined && row.from !== row.to;
    case "tool":
      return row.name !== "" || row.callId !== "";
    default:
      return true;
  }
}

/** What happens between two turns stands after the foot of the first. */
function isBetweenTurns(row: Row): boolean {
  return ["compaction", "branchSummary", "change", "custom"].includes(row.kind);
}

type Shape = "bubble" | "text" | "row" | "card" | "foot";

function shapeOf(line: WithoutPlace): Shape {
  switch (line.kind) {
    case "user":
      return "bubble";
    case "text":
      return "text";
    case "run":
      return "row";
    case "foot":
    case "working":
      return "foot";
    case "row":
      return isCard(line.row) ? "card" : "row";
  }
}

export function isCard(row: Row): boolean {
  if (row.kind === "tool") return !isQuietTool(row);
  return (
    row.kind === "bash" ||
    (row.kind === "error" && row.stopReason === "error" && !row.attempt) ||
    (row.kind === "custom" && row.content !== null)
  );
}

function gapBetween(before: WithoutPlace | undefined, line: WithoutPlace): number {
  const shape = shapeOf(line);
  const previous = before && shapeOf(before);
  if (previous === "bubble") return shape === "foot" ? 0 : 12;
  if (shape === "bubble") return before === undefined ? 0 : 12;
  if (previous === undefined || shape === "foot" || previous === "foot") return 0;
  if (previous === "row" && shape === "row") return 0;
  if (previous === "text" && shape === "row") return 4;
  if (previous === "row" && shape === "text") return 6;
  return 8;
}
