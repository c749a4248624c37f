import type { LineRange } from "./ranges.ts";

const markerPattern = /^\(filtered (\d{1,15}) lines\)$/;

/** The line that stands for `count` lines left out. */
export function marker(count: number): string {
  return `(filtered ${count} lines)`;
}

/** How many lines a marker stands for; undefined when the line is none. */
export function readMarker(line: string): number | undefined {
  const count = markerPattern.exec(line)?.[1];
  return count === undefined ? undefined : Number(count);
}

export interface Rebuilt {
  text: string;
  /** Input lines that are not in the text any more, markers of earlier compactions included. */
  deleted: number;
  kept: number;
  /** Markers written. */
  markers: number;
}

/**
 * Leaves `deletions` (normalized) out of `lines`, each span replaced by a marker; every other line stays as it was.
 * A marker of an earlier compaction that is deleted, or touches a deletion, is folded into the new one, so that the
 * number still says how many original lines are missing there.
 * @param oldMarkers tells which lines are such markers (0-based); only those may be folded
 */
export function rebuild(
  lines: readonly string[],
  deletions: readonly LineRange[],
  oldMarkers: (index: number) => boolean,
): Rebuilt {
  const gone = new Uint8Array(lines.length);
  for (const range of deletions) gone.fill(1, range.start - 1, range.end);
  foldMarkers(gone, deletions, oldMarkers);
  const output: string[] = [];
  let deleted = 0;
  let markers = 0;
  let at = 0;
  while (at < lines.length) {
    if (!gone[at]) {
      output.push(lines[at++] as string);
      continue;
    }
    let missing = 0;
    for (; at < lines.length && gone[at]; at++) {
      missing += oldMarkers(at) ? (readMarker(lines[at] as string) ?? 1) : 1;
      deleted++;
    }
    output.push(marker(missing));
    markers++;
  }
  return { text: output.join("\n"), deleted, kept: lines.length - deleted, markers };
}

/** Extends each deletion over the old markers that touch it on either side. */
function foldMarkers(gone: Uint8Array, deletions: readonly LineRange[], isMarker: (index: number) => boolean): void {
  for (const { start, end } of deletions) {
    for (let at = start - 2; at >= 0 && !gone[at] && isMarker(at); at--) gone[at] = 1;
    for (let at = end; at < gone.length && !gone[at] && isMarker(at); at++) gone[at] = 1;
  }
}
