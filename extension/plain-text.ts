/** Text of sessions and messages where VS Code would read icons out of it, or break a row. */

const MAX_LABEL = 200;

/** Marks of direction that reach beyond their text, and would turn round what a row says behind it. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/** One line, without control characters and marks that turn what follows, at most `limit` UTF-16 units and never half a character. */
export function oneLine(text: string, limit = MAX_LABEL): string {
  const line = text
    .slice(0, limit * 4)
    .replace(turning, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line.length <= limit) return line;
  return `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The same for quick picks, which draw `$(name)` as an icon. */
export function pickLabel(text: string): string {
  return oneLine(text).replace(/\$\(/g, "\\$(");
}
