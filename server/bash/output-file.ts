import { randomBytes } from "node:crypto";
import { closeSync, constants, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

/** Largest file in bytes; what comes after is left out, and the file says so. */
export const fileCap = 64 * 1024 * 1024;
const capNotice = `\n[Output truncated: persisted-output cap of ${fileCap} bytes reached]\n`;

/** A command's whole output on disk, readable by its owner only. */
export class OutputFile {
  readonly path: string;
  readonly #cap: number;
  #fd: number | undefined;
  #size = 0;
  #failed = false;

  private constructor(file: string, fd: number, cap: number) {
    this.path = file;
    this.#fd = fd;
    this.#cap = cap;
  }

  /** Creates a file under a name nobody can guess, in a folder that is known to be safe. Undefined when it cannot. */
  static create(folder: string, cap = fileCap): OutputFile | undefined {
    const file = path.join(folder, `atomic-bash-${randomBytes(8).toString("hex")}.log`);
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
    try {
      return new OutputFile(file, openSync(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600), cap);
    } catch {
      return undefined;
    }
  }

  write(text: string): void {
    if (this.#fd === undefined || this.#size >= this.#cap) return;
    const bytes = Buffer.from(text);
    const room = this.#cap - this.#size;
    this.#append(bytes.length <= room ? bytes : bytes.subarray(0, characterStart(bytes, room)));
    if (bytes.length > room) {
      this.#size = this.#cap;
      this.#append(Buffer.from(capNotice));
    }
  }

  /** Ends the file. Gives its path, or null when it could not be written whole and was removed. */
  finish(): string | null {
    if (this.#fd !== undefined) {
      try {
        fsyncSync(this.#fd);
      } catch {
        // Some file systems cannot; the bytes are written all the same.
      }
      closeSync(this.#fd);
      this.#fd = undefined;
    }
    return this.#failed ? null : this.path;
  }

  #append(bytes: Buffer): void {
    if (this.#fd === undefined) return;
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done);
      this.#size += bytes.length;
    } catch {
      // Half an output that looks whole is worse than none.
      this.#failed = true;
      closeSync(this.#fd);
      this.#fd = undefined;
      rmSync(this.path, { force: true });
    }
  }
}

/** The last place at or before `at` where a UTF-8 character begins. */
function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && ((bytes[start] as number) & 0xc0) === 0x80) start--;
  return start;
}
