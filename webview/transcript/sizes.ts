/** Heights and places of lines: measured where they have been drawn, estimated elsewhere. Pure. */
import type { Line } from "./lines.ts";

export class Sizes {
  #lines: readonly Line[] = [];
  readonly #measured = new Map<string, number>();
  /** Place of each line; one more for the end of all. Valid up to `#valid`. */
  #offsets = new Float64Array(1);
  #valid = 0;
  #width = 0;

  /** The lines as they are now. What was measured is kept by key. */
  setLines(lines: readonly Line[]): void {
    let same = 0;
    const end = Math.min(lines.length, this.#lines.length, this.#valid);
    while (same < end && lines[same] === this.#lines[same]) same += 1;
    this.#lines = lines;
    this.#valid = same;
    if (this.#offsets.length < lines.length + 1) {
      const grown = new Float64Array(Math.ceil((lines.length + 1) * 1.5));
      grown.set(this.#offsets.subarray(0, same + 1));
      this.#offsets = grown;
    }
  }

  /** Text wraps differently at another width: measured heights of it are estimates then. */
  setWidth(width: number): boolean {
    if (width === this.#width) return false;
    this.#width = width;
    this.#valid = 0;
    return true;
  }

  /** Notes the height of line `index`; true when it was not known to be this. */
  measure(index: number, height: number): boolean {
    const line = this.#lines[index];
    if (!line || this.#measured.get(line.key) === height) return false;
    this.#measured.set(line.key, height);
    this.#valid = Math.min(this.#valid, index);
    return true;
  }

  size(index: number): number {
    const line = this.#lines[index];
    return line ? (this.#measured.get(line.key) ?? estimate(line, this.#width)) : 0;
  }

  /** px from the top of the list to line `index`. */
  offset(index: number): number {
    for (; this.#valid < index; this.#valid += 1) {
      this.#offsets[this.#valid + 1] = (this.#offsets[this.#valid] as number) + this.size(this.#valid);
    }
    return this.#offsets[index] as number;
  }

  get total(): number {
    return this.offset(this.#lines.length);
  }

  /** The line that stands at `offset`. */
  indexAt(offset: number): number {
    this.offset(this.#lines.length);
    let low = 0;
    let high = Math.max(0, this.#lines.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#offsets[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const charWidth = 6.6;

function textHeight(text: string, width: number, lineHeight: number): number {
  const perLine = Math.max(20, (width - 40) / charWidth);
  let lines = 0;
  let from = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
    lines += Math.max(1, Math.ceil((end - from) / perLine));
    from = end + 1;
  }
  return (lines + Math.ceil((text.length - from) / perLine)) * lineHeight;
}

function estimate(line: Line, width: number): number {
  return contentHeight(line, width) + line.gap + line.below;
}

function contentHeight(line: Line, width: number): number {
  switch (line.kind) {
    case "user":
      return 16 + Math.min(160, textHeight(line.row.text, width, 20));
    case "text":
      return textHeight(line.row.text.slice(line.start, line.end), width, 20);
    case "foot":
    case "working":
      return 32;
    case "run":
      return 24;
    case "row":
      return line.row.kind === "tool" || line.row.kind === "bash" ? 30 : 24;
  }
}
