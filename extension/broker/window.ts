/** Which entries of the active path are sent, in pieces that stay small whatever the session holds. */
import type { SessionEntry } from "../../server/protocol/entry.ts";
import { clippedEntry } from "./clip.ts";

export interface EntryWindow {
  entries: SessionEntry[];
  /** Entries of the path before the first one. */
  olderCount: number;
}

/**
 * The entries of `path` that end right before position `end`, newest first until `maxBytes` or `maxCount`
 * is reached; at least one when there is any.
 */
export function windowBefore(
  path: readonly SessionEntry[],
  end: number,
  maxBytes: number,
  maxCount: number,
): EntryWindow {
  const entries: SessionEntry[] = [];
  let bytes = 0;
  let start = Math.min(end, path.length);
  while (start > 0 && entries.length < maxCount) {
    const source = path[start - 1];
    if (!source) break;
    const small = clippedEntry(source);
    bytes += small.bytes + 1;
    if (entries.length > 0 && bytes > maxBytes) break;
    entries.push(small.entry);
    start -= 1;
  }
  return { entries: entries.reverse(), olderCount: start };
}

/** Cuts settled entries into runs of at most `maxBytes`, in order. */
export function chunkEntries(entries: readonly SessionEntry[], maxBytes: number): SessionEntry[][] {
  const chunks: SessionEntry[][] = [];
  let chunk: SessionEntry[] = [];
  let bytes = 0;
  for (const source of entries) {
    const small = clippedEntry(source);
    if (chunk.length > 0 && bytes + small.bytes > maxBytes) {
      chunks.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(small.entry);
    bytes += small.bytes + 1;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}
