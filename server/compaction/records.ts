import type { LineRange } from "./ranges.ts";

const LF = 10;
const COMMA = 44;
const ZERO = 48;
const NINE = 57;

/**
 * Reads a planner's answer: lines `start,end` of plain decimals, nothing else, the last line end optional.
 * With `cutOff` (the answer hit its length limit) only lines that are complete count.
 * Gives undefined when any line is something else: then none of it can be trusted.
 */
export function parseRecords(answer: string, cutOff = false): LineRange[] | undefined {
  const ranges: LineRange[] = [];
  const end = cutOff ? answer.lastIndexOf("\n") + 1 : answer.length;
  let at = 0;
  while (at < end) {
    const comma = endOfNumber(answer, at, end);
    if (comma === -1 || answer.charCodeAt(comma) !== COMMA) return undefined;
    const stop = endOfNumber(answer, comma + 1, end);
    if (stop === -1 || (stop < end && answer.charCodeAt(stop) !== LF)) return undefined;
    ranges.push({ start: Number(answer.slice(at, comma)), end: Number(answer.slice(comma + 1, stop)) });
    at = stop + 1;
  }
  return ranges;
}

/** Where the number that begins at `from` ends, or -1: no digits there, or a leading zero. */
function endOfNumber(text: string, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) break;
    at++;
  }
  if (at === from || (at - from > 1 && text.charCodeAt(from) === ZERO)) return -1;
  return at;
}
