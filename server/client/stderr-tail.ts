import { StringDecoder } from "node:string_decoder";

/** Keeps the end of a stream of text, up to `limit` characters, for error messages. */
export class StderrTail {
  #decoder = new StringDecoder("utf8");
  #text = "";
  #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds bytes and gives them as text (a character cut by the chunk's end comes with the next one). */
  push(chunk: Buffer): string {
    const text = this.#decoder.write(chunk);
    this.#text = (this.#text + text).slice(-this.#limit);
    return text;
  }

  /** All that is kept. */
  get text(): string {
    return this.#text;
  }

  /** The last `count` lines that are not empty. */
  lines(count: number): string {
    const lines = this.#text.split("\n").filter((line) => line.trim() !== "");
    return lines.slice(-count).join("\n");
  }
}
