/** Cuts a byte stream at LF, each byte looked at once. Independent of the product's own splitter, which it checks. */
export class LineSplitter {
  #parts: Buffer[] = [];
  #onLine: (line: Buffer) => void;

  constructor(onLine: (line: Buffer) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      this.#parts.push(chunk.subarray(start, end));
      const line = Buffer.concat(this.#parts);
      this.#parts = [];
      start = end + 1;
      this.#onLine(line);
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
  }

  /** What came after the last LF. */
  get rest(): Buffer {
    return Buffer.concat(this.#parts);
  }
}
