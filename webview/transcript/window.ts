/** Which lines are drawn: those on screen and a little beyond, the heading of the first turn, and what has the focus. Pure. */
import type { Line } from "./lines.ts";
import type { Sizes } from "./sizes.ts";

/** px drawn beyond the edges of the screen. */
const BEYOND = 320;

export interface Range {
  start: number;
  /** Exclusive. */
  end: number;
}

/** The lines between two places, in px from the top of the list. */
export function rangeBetween(sizes: Sizes, count: number, top: number, bottom: number): Range {
  if (count === 0) return { start: 0, end: 0 };
  return { start: sizes.indexAt(Math.max(0, top - BEYOND)), end: sizes.indexAt(bottom + BEYOND) + 1 };
}

/** Whether all that is on screen is drawn. */
export function covers(range: Range, sizes: Sizes, count: number, top: number, bottom: number): boolean {
  const startsBefore = range.start === 0 || sizes.offset(range.start) <= top - BEYOND / 4;
  const endsAfter = range.end >= count || sizes.offset(range.end) >= bottom + BEYOND / 4;
  return startsBefore && endsAfter;
}

/** The index of the first line of the turn that line `index` belongs to. */
export function turnStart(lines: readonly Line[], index: number): number {
  const turn = lines[index]?.turn;
  let first = index;
  while (first > 0 && lines[first - 1]?.turn === turn) first -= 1;
  return first;
}

export interface Part {
  /** Height of what is not drawn before this line, in px. */
  space: number;
  index: number;
  line: Line;
}
/** A turn as far as it is drawn. */
export interface TurnPart {
  turn: string;
  parts: Part[];
}

/** The drawn lines by turn, with the space of those between them. `pinned` is drawn wherever it stands. */
export function partsOf(lines: readonly Line[], sizes: Sizes, range: Range, pinned: number | null): TurnPart[] {
  const indexes = new Set<number>();
  if (pinned !== null && pinned < range.start) indexes.add(turnStart(lines, pinned)).add(pinned);
  if (range.start < range.end) indexes.add(turnStart(lines, range.start));
  for (let index = range.start; index < range.end; index += 1) indexes.add(index);
  if (pinned !== null && pinned >= range.end) indexes.add(turnStart(lines, pinned)).add(pinned);
  const turns: TurnPart[] = [];
  let drawn = 0;
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const line = lines[index];
    if (!line) continue;
    const space = sizes.offset(index) - drawn;
    drawn = sizes.offset(index + 1);
    if (turns.at(-1)?.turn !== line.turn) turns.push({ turn: line.turn, parts: [] });
    turns.at(-1)?.parts.push({ space, index, line });
  }
  return turns;
}

/** Height of what is not drawn after the last part. */
export function spaceAfter(turns: readonly TurnPart[], sizes: Sizes): number {
  const last = turns.at(-1)?.parts.at(-1);
  return last ? sizes.total - sizes.offset(last.index + 1) : 0;
}
