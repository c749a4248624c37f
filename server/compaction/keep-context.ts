import type { LineRange } from "./ranges.ts";
import { readMarker } from "./rebuild.ts";

const header = /^\[(User|Assistant|Assistant thinking|Assistant tool calls|Tool result)\]: /;
/** Cheap test whether a text is worth a look for tags. */
export const anyTag = /<keepContext>/i;
const opening = /^\s*<keepContext>\s*$/i;
const closing = /^\s*<\/keepContext>\s*$/i;

/**
 * Lines between `<keepContext>` and `</keepContext>`, tags included, of one section; a tag stands alone on its line,
 * or behind the section's role. What is never closed reaches to the end of the section.
 */
export function taggedInSection(lines: readonly string[]): LineRange[] {
  const scan = new TagScan();
  for (const [index, line] of lines.entries()) scan.line(index + 1, index === 0 ? line.replace(header, "") : line);
  scan.end(lines.length);
  return scan.ranges;
}

/**
 * The same for the text of an earlier compaction, whose sections begin with their role. A marker also ends what was
 * never closed: behind it may stand another message, whose role was left out.
 */
export function taggedInTranscript(lines: readonly string[]): LineRange[] {
  const scan = new TagScan();
  let counts = true;
  for (const [index, line] of lines.entries()) {
    const role = header.exec(line)?.[1];
    if (role || readMarker(line) !== undefined) scan.end(role && lines[index - 1] === "" ? index - 1 : index);
    if (role) counts = role === "User" || role === "Assistant";
    if (counts) scan.line(index + 1, line.replace(header, ""));
  }
  scan.end(lines.length);
  return scan.ranges;
}

/** Collects what lies between the tags. */
class TagScan {
  readonly ranges: LineRange[] = [];
  #open: number | undefined;

  line(number: number, text: string): void {
    if (this.#open === undefined) {
      if (opening.test(text)) this.#open = number;
    } else if (closing.test(text)) {
      this.end(number);
    }
  }

  /** Closes what is open with line `last`. */
  end(last: number): void {
    if (this.#open !== undefined && last >= this.#open) this.ranges.push({ start: this.#open, end: last });
    this.#open = undefined;
  }
}
