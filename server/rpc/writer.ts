/**
 * The one ordered queue to stdout. Records of one turn of the event loop leave in one write; when the
 * reader is slow, producers wait for `ready()` instead of filling memory.
 */
import type { Writable } from "node:stream";
import { RecordText } from "./record-text.ts";

/** Queued characters above which a write goes out at once instead of at the end of the turn. */
const FLUSH_AT = 64 * 1024;

export class RecordWriter {
  readonly #stream: Writable;
  readonly #observe: ((line: string) => void) | undefined;
  readonly #text = new RecordText();
  #queue: string[] = [];
  #queued = 0;
  #scheduled = false;
  #ready: PromiseWithResolvers<void> | undefined;
  readonly #broken = Promise.withResolvers<void>();
  #closed = false;

  /** `observe` sees each record as it stands on the wire, before it is written. */
  constructor(stream: Writable, observe?: (line: string) => void) {
    this.#stream = stream;
    this.#observe = observe;
    stream.on("drain", () => this.#release());
    stream.on("close", () => this.#break());
    stream.on("error", () => this.#break());
  }

  /** True once the reader has gone; further records are dropped. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Resolves when the reader has gone. */
  get broken(): Promise<void> {
    return this.#broken.promise;
  }

  /** Queues one record. Order is kept; nothing is merged or left out. */
  write(record: object): void {
    if (this.#closed) return;
    const line = this.#text.of(record);
    this.#observe?.(line);
    this.#queue.push(line, "\n");
    this.#queued += line.length;
    if (this.#queued >= FLUSH_AT) this.#flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(() => this.#flush());
    }
  }

  /** Undefined when more may be written now, otherwise a promise of that moment. */
  ready(): Promise<void> | undefined {
    if (this.#closed || !this.#stream.writableNeedDrain) return undefined;
    this.#ready ??= Promise.withResolvers();
    return this.#ready.promise;
  }

  /** Resolves when all that was queued has been handed to the operating system, or the reader is gone. */
  async flushed(): Promise<void> {
    this.#flush();
    if (this.#closed) return;
    await new Promise<void>((resolve) => {
      this.#stream.once("close", resolve);
      this.#stream.write("", () => resolve());
    });
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#queue.length === 0) return;
    const text = this.#queue.join("");
    this.#queue = [];
    this.#queued = 0;
    this.#stream.write(text);
  }

  #release(): void {
    this.#ready?.resolve();
    this.#ready = undefined;
  }

  #break(): void {
    this.#closed = true;
    this.#queue = [];
    this.#release();
    this.#broken.resolve();
  }
}
