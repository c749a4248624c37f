import { truncateTail } from "@earendil-works/pi-coding-agent";
import type { OutputFile } from "./output-file.ts";

/** What a response shows of a command's output at most: its end. */
export const maxBytes = 50 * 1024;
export const maxLines = 3000;
/** Kept in memory while a command runs, so that the end can be cut at a line. */
const keptBytes = 100 * 1024;

export interface Output {
  output: string;
  truncated: boolean;
  /** Present when truncated: the file with all of it, or null when none could be written. */
  fullOutputPath?: string | null;
}

/**
 * Collects a command's output: its end in memory and, once it is too long to be shown whole, all of it in a file,
 * from the first byte on.
 */
export class OutputCollector {
  readonly #openFile: () => OutputFile | undefined;
  #file: OutputFile | undefined;
  #opened = false;
  #chunks: string[] = [];
  #bytes = 0;
  #lines = 0;
  #dropped = false;

  /** @param openFile makes the file; undefined when that is not possible or not safe */
  constructor(openFile: () => OutputFile | undefined) {
    this.#openFile = openFile;
  }

  add(text: string): void {
    if (text === "") return;
    this.#chunks.push(text);
    this.#bytes += Buffer.byteLength(text);
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#lines++;
    if (this.#opened) this.#file?.write(text);
    else if (this.#bytes > maxBytes || this.#lines > maxLines) this.#startFile();
    this.#dropOld();
  }

  /** The output as the response carries it; the file, if any, is complete on disk. */
  finish(): Output {
    const text = this.#chunks.join("");
    const tail = truncateTail(text, { maxBytes, maxLines });
    if (!this.#dropped && !tail.truncated) return { output: text, truncated: false };
    if (!this.#opened) this.#startFile();
    return { output: tail.content, truncated: true, fullOutputPath: this.#file?.finish() ?? null };
  }

  #startFile(): void {
    this.#opened = true;
    this.#file = this.#openFile();
    for (const chunk of this.#chunks) this.#file?.write(chunk);
  }

  #dropOld(): void {
    while (this.#chunks.length > 1) {
      const oldest = Buffer.byteLength(this.#chunks[0] as string);
      if (this.#bytes - oldest < keptBytes) return;
      this.#chunks.shift();
      this.#bytes -= oldest;
      this.#dropped = true;
    }
  }
}
