import { readFileSync, statSync } from "node:fs";

/** Bytes of a file; null when there is none; undefined when it cannot be known (too large, a folder, unreadable). */
export type Content = Buffer | null | undefined;

/** Larger files are not kept: their changes are listed, but can be neither compared nor undone. */
export const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/**
 * The content of a file now. Read synchronously: the tool that is about to write it does not wait for us, and
 * each turn of the event loop would give it time.
 */
export function readContent(file: string): Content {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= MAX_KEPT_BYTES ? readFileSync(file) : undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ENOENT" || code === "ENOTDIR" ? null : undefined;
  }
}

/** Both are known, and the same. */
export function sameContent(one: Content, other: Content): boolean {
  if (!one || !other) return one === null && other === null;
  return one.equals(other);
}

export function isBinary(content: Buffer): boolean {
  return content.subarray(0, 8000).includes(0);
}
