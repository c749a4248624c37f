import { diffLines } from "diff";
import { type Content, isBinary } from "./content.ts";

export interface LineCounts {
  added: number;
  removed: number;
}

/** A comparison that takes longer than this, in ms, gives way to plain line counts. */
const PATIENCE_MS = 200;

/** Lines added and removed from one content to the other; nothing for binary or unknown ones. */
export function lineCounts(before: Content, after: Content): LineCounts {
  if (before === undefined || after === undefined) return { added: 0, removed: 0 };
  if ((before && isBinary(before)) || (after && isBinary(after))) return { added: 0, removed: 0 };
  const oldText = before?.toString("utf8") ?? "";
  const newText = after?.toString("utf8") ?? "";
  const parts = diffLines(oldText, newText, { timeout: PATIENCE_MS });
  if (!parts) return { added: countOf(newText), removed: countOf(oldText) };
  let added = 0;
  let removed = 0;
  for (const part of parts) {
    if (part.added) added += part.count;
    else if (part.removed) removed += part.count;
  }
  return { added, removed };
}

function countOf(text: string): number {
  if (text === "") return 0;
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
