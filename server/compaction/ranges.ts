/** Line ranges, 1-based and inclusive at both ends, as the planner of a compaction speaks them. */
export interface LineRange {
  start: number;
  end: number;
}

/** How many lines the ranges cover; they must not overlap. */
export function countLines(ranges: readonly LineRange[]): number {
  let count = 0;
  for (const range of ranges) count += range.end - range.start + 1;
  return count;
}

/**
 * Puts ranges into the one form the rest works with: reversed ends swapped, cut to 1..total, empty ones dropped,
 * sorted, overlapping and touching ones merged.
 */
export function normalizeRanges(ranges: readonly LineRange[], total: number): LineRange[] {
  const inside: LineRange[] = [];
  for (const range of ranges) {
    const start = Math.max(1, Math.min(range.start, range.end));
    const end = Math.min(total, Math.max(range.start, range.end));
    if (start <= end) inside.push({ start, end });
  }
  inside.sort((a, b) => a.start - b.start);
  const merged: LineRange[] = [];
  for (const range of inside) {
    const last = merged.at(-1);
    if (last && range.start <= last.end + 1) last.end = Math.max(last.end, range.end);
    else merged.push(range);
  }
  return merged;
}

/** What is left of `ranges` without the lines of `holes`; both must be normalized. */
export function subtractRanges(ranges: readonly LineRange[], holes: readonly LineRange[]): LineRange[] {
  const left: LineRange[] = [];
  let next = 0;
  for (const range of ranges) {
    let start = range.start;
    while (next < holes.length && (holes[next] as LineRange).end < start) next++;
    for (let i = next; i < holes.length && (holes[i] as LineRange).start <= range.end; i++) {
      const hole = holes[i] as LineRange;
      if (hole.start > start) left.push({ start, end: hole.start - 1 });
      start = Math.max(start, hole.end + 1);
    }
    if (start <= range.end) left.push({ start, end: range.end });
  }
  return left;
}

/** The ranges as seen by someone to whom line `offset + 1` is line 1; what lies before it falls away. */
export function shiftRanges(ranges: readonly LineRange[], offset: number): LineRange[] {
  const shifted: LineRange[] = [];
  for (const range of ranges) {
    const end = range.end - offset;
    if (end >= 1) shifted.push({ start: Math.max(1, range.start - offset), end });
  }
  return shifted;
}
