/**
 * JSON Lines framing (rpc-mode page, "Framing"): records end at LF only, one trailing CR is dropped,
 * and there is no size limit. Bytes are split before they are decoded, so a UTF-8 sequence cut by a
 * pipe is whole again.
 */
const LF = 0x0a;
const CR = 0x0d;

/** Cuts a byte stream into the texts of its records. Every byte is looked at once, however long a record is. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  #pending: Buffer[] = [];

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** Takes the next bytes and reports each record that they complete. */
  push(chunk: Buffer): void {
    const last = chunk.lastIndexOf(LF);
    if (last === -1) {
      if (chunk.length > 0) this.#pending.push(chunk);
      return;
    }
    const whole = this.#take(chunk.subarray(0, last));
    if (last + 1 < chunk.length) this.#pending.push(chunk.subarray(last + 1));
    // One decode for all complete records of the chunk; LF never occurs inside a UTF-8 sequence.
    const text = whole.toString("utf8");
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.#report(text.slice(start, end));
      start = end + 1;
    }
    this.#report(start === 0 ? text : text.slice(start));
  }

  /** Reports a last record that has no LF behind it. */
  end(): void {
    if (this.#pending.length === 0) return;
    this.#report(this.#take(Buffer.alloc(0)).toString("utf8"));
  }

  #take(tail: Buffer): Buffer {
    if (this.#pending.length === 0) return tail;
    const all = Buffer.concat([...this.#pending, tail]);
    this.#pending = [];
    return all;
  }

  #report(line: string): void {
    this.#onLine(line.charCodeAt(line.length - 1) === CR ? line.slice(0, -1) : line);
  }
}

/** The most input bytes consumed in one turn of the event loop, so that a huge record cannot starve an abort. */
export const BYTES_A_TURN = 256 * 1024;

/**
 * Feeds a readable stream to `onLine`, record by record, and resolves when the stream has ended (or
 * broke, which counts as its end).
 */
export function readLines(input: NodeJS.ReadableStream, onLine: (line: string) => void): Promise<void> {
  const splitter = new LineSplitter(onLine);
  let budget = BYTES_A_TURN;
  return new Promise((resolve) => {
    const finish = () => {
      splitter.end();
      resolve();
    };
    input.on("data", (chunk: Buffer) => {
      splitter.push(chunk);
      budget -= chunk.length;
      if (budget > 0) return;
      input.pause();
      setImmediate(() => {
        budget = BYTES_A_TURN;
        input.resume();
      });
    });
    input.once("end", finish);
    input.once("error", finish);
  });
}
