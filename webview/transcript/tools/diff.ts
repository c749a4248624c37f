/** Line diffs with the words that changed, from what edit and write tools say. Pure. */
import { diffLines, diffWordsWithSpace } from "diff";

export interface DiffLine {
  sign: " " | "+" | "-";
  /** Line number in the old file for removed lines, in the new one otherwise; absent when unknown. */
  number?: number;
  text: string;
  /** [from, to) of the words that changed. */
  marks?: [number, number][];
}
/** Lines left out between others. */
export interface DiffGap {
  gap: number | null;
}
export type DiffRow = DiffLine | DiffGap;

const CONTEXT = 3;
/** Words are compared only where a line is about as long as what it replaces. */
const MAX_WORD_LINE = 1000;

export function isGap(row: DiffRow): row is DiffGap {
  return "gap" in row;
}

/** The diff that edit tools put out: a sign, a right-aligned line number, the line; `...` for a gap. */
export function parseDisplayDiff(diff: string): DiffRow[] {
  const rows = diff.split("\n").flatMap((line): DiffRow[] => {
    const [, sign, number, text = ""] = /^([ +-])\s*(\d+) ?(.*)$/s.exec(line) ?? [];
    if (sign !== undefined && number !== undefined) {
      return [{ sign: sign as DiffLine["sign"], number: Number(number), text }];
    }
    return /^\s*\.\.\.\s*$/.test(line) ? [{ gap: null }] : [];
  });
  return withWords(withGaps(trimContext(rows)));
}

/** The diff of two texts, numbered from the first line. */
export function diffTexts(before: string, after: string, firstLine?: number): DiffRow[] {
  const rows: DiffRow[] = [];
  let [oldLine, newLine] = [firstLine, firstLine];
  for (const part of diffLines(before, after)) {
    const lines = part.value.replace(/\n$/, "").split("\n");
    for (const text of lines) {
      const sign = part.added ? "+" : part.removed ? "-" : " ";
      const number = part.removed ? oldLine : newLine;
      rows.push({ sign, text, ...(number === undefined ? {} : { number }) });
      if (!part.added && oldLine !== undefined) oldLine += 1;
      if (!part.removed && newLine !== undefined) newLine += 1;
    }
  }
  return withWords(trimContext(rows));
}

/** All lines of a text as added ones: a file that is written anew. */
export function addedLines(text: string): DiffRow[] {
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.map((line, index) => ({ sign: "+", number: index + 1, text: line }));
}

export function countChanges(rows: readonly DiffRow[]): { added: number; removed: number } {
  const count = (sign: string) => rows.filter((row) => !isGap(row) && row.sign === sign).length;
  return { added: count("+"), removed: count("-") };
}

/** Unchanged lines further than three from a change become a gap. */
function trimContext(rows: readonly DiffRow[]): DiffRow[] {
  const near = new Set<number>();
  rows.forEach((row, index) => {
    if (isGap(row) || row.sign === " ") return;
    for (let at = index - CONTEXT; at <= index + CONTEXT; at += 1) near.add(at);
  });
  const kept: DiffRow[] = [];
  let hidden = 0;
  rows.forEach((row, index) => {
    if (!isGap(row) && near.has(index)) {
      if (hidden > 0 && kept.length > 0) kept.push({ gap: hidden });
      hidden = 0;
      kept.push(row);
    } else if (isGap(row)) hidden = row.gap === null ? Number.NaN : hidden + row.gap;
    else hidden += 1;
  });
  return kept.map((row) => (isGap(row) && Number.isNaN(row.gap) ? { gap: null } : row));
}

/** The size of each gap, from the line numbers around it. */
function withGaps(rows: readonly DiffRow[]): DiffRow[] {
  return rows.map((row, index) => {
    if (!isGap(row)) return row;
    const before = lineNumber(rows.slice(0, index).reverse());
    const after = lineNumber(rows.slice(index + 1));
    return { gap: before === undefined || after === undefined ? row.gap : after - before - 1 };
  });
}

function lineNumber(rows: readonly DiffRow[]): number | undefined {
  const row = rows.find((candidate) => !isGap(candidate) && candidate.sign === " ");
  return row && !isGap(row) ? row.number : undefined;
}

/** Marks the words that changed between a run of removed lines and the added lines behind it. */
function withWords(rows: DiffRow[]): DiffRow[] {
  for (let at = 0; at < rows.length; ) {
    const removed = runOf(rows, at, "-");
    const added = runOf(rows, at + removed.length, "+");
    for (let index = 0; index < Math.min(removed.length, added.length); index += 1) {
      markWords(removed[index] as DiffLine, added[index] as DiffLine);
    }
    at += Math.max(1, removed.length + added.length);
  }
  return rows;
}

function runOf(rows: readonly DiffRow[], from: number, sign: string): DiffLine[] {
  const run: DiffLine[] = [];
  for (let at = from; at < rows.length; at += 1) {
    const row = rows[at] as DiffRow;
    if (isGap(row) || row.sign !== sign) break;
    run.push(row);
  }
  return run;
}

function markWords(before: DiffLine, after: DiffLine): void {
  if (before.text.length > MAX_WORD_LINE || after.text.length > MAX_WORD_LINE) return;
  const parts = diffWordsWithSpace(before.text, after.text);
  const same = parts
    .filter((part) => !part.added && !part.removed)
    .reduce((sum, part) => sum + part.value.trim().length, 0);
  // Lines that share next to nothing are marked as lines only.
  if (same * 3 < Math.min(before.text.trim().length, after.text.trim().length)) return;
  const marks: Record<"old" | "new", [number, number][]> = { old: [], new: [] };
  let [oldAt, newAt] = [0, 0];
  for (const { added, removed, value } of parts) {
    if (removed) marks.old.push([oldAt, oldAt + value.length]);
    if (added) marks.new.push([newAt, newAt + value.length]);
    if (!added) oldAt += value.length;
    if (!removed) newAt += value.length;
  }
  if (marks.old.length > 0) before.marks = joined(marks.old, before.text);
  if (marks.new.length > 0) after.marks = joined(marks.new, after.text);
}

/** `f(a)` → `f(g(a))`: a mark that may as well stand one further left does, when it then joins the one before. */
function joined(marks: readonly [number, number][], text: string): [number, number][] {
  const result: [number, number][] = [];
  for (let [from, to] of marks) {
    const last = result.at(-1);
    const [start, end] = [from, to];
    while (last && from > last[1] && text[from - 1] === text[to - 1]) [from, to] = [from - 1, to - 1];
    if (last && from === last[1]) last[1] = to;
    else result.push([start, end]);
  }
  return result;
}
