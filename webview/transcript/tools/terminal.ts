/** Terminal output as text. Pure. */

/** What a terminal would show after carriage returns: progress bars write one line again and again. */
export function lastWritten(text: string): string {
  if (!text.includes("\r")) return text;
  return text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.slice(line.lastIndexOf("\r", line.length - 2) + 1).replace(/\r$/, ""))
    .join("\n");
}
