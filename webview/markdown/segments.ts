/**
 * Cuts a long text into segments that are drawn as rows of their own, so that a message of any length
 * costs what is on screen. Cuts stand only where Markdown starts anew whatever came before; a
 * segment that has ended never changes while the text grows. Pure, no DOM.
 */

/** A segment is cut once it is at least this long (UTF-16 units). */
const MIN_SEGMENT = 3000;

export class Segmenter {
  #starts = [0];
  /** How far complete lines have been read, and what is open there. */
  #at = 0;
  #fence = "";
  #blank = false;

  /** Where the segments of `text` begin. `text` continues the one before. */
  update(text: string): readonly number[] {
    for (let end = text.indexOf("\n", this.#at); end >= 0; end = text.indexOf("\n", this.#at)) {
      this.#readLine(text.slice(this.#at, end));
      this.#at = end + 1;
    }
    return this.#starts;
  }

  #readLine(line: string): void {
    const marker = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    const start = this.#starts.at(-1) as number;
    const clean = this.#blank && this.#fence === "" && startsAnew(line);
    if (clean && this.#at - start >= MIN_SEGMENT) this.#starts = [...this.#starts, this.#at];
    if (this.#fence === "") this.#fence = marker;
    else if (marker.startsWith(this.#fence) && line.trim() === marker) this.#fence = "";
    this.#blank = line.trim() === "";
  }
}

/** Neither indented nor an item: it cannot belong to a list or a footnote before it. */
function startsAnew(line: string): boolean {
  return (
    /^[^\s]/.test(line) && !/^(?:[-*+]|\d{1,9}[.)])\s/.test(line) && !/^\[[^\]]*\]:/.test(line) && !/^\$\$/.test(line)
  );
}

/** Texts in which a later line can change an earlier one are not cut. */
export function canSegment(text: string): boolean {
  return text.length > 2 * MIN_SEGMENT && !/^\[\^[^\]]+\]:/m.test(text);
}

/** Where the segments of a text begin that does not grow any more. */
export function segmentsOf(text: string): readonly number[] {
  return canSegment(text) ? new Segmenter().update(text) : [0];
}
