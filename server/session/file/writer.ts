/**
 * The only writer of a session file. It appends entry by entry, mends a torn end or an older version
 * before the first append and never on a mere read, writes a vanished file anew, and does not write at
 * all while another server holds the file.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import type { FileEntry, SessionEntry } from "@earendil-works/pi-coding-agent";
import type { LoadedSession } from "./load.ts";
import { type Lock, takeLock } from "./lock.ts";

/** What a session holds in memory, asked for when the file has to be written whole. */
export type AllEntries = () => FileEntry[];

/** The state of the file as it was read. */
export type LoadedFile = Pick<LoadedSession, "size" | "openEnd" | "tornBytes" | "outdated">;

export class SessionWriter {
  readonly path: string;
  readonly #all: AllEntries;
  #lock: Lock | undefined;
  /** Process that has the file, when this one may not write. */
  #heldBy: number | undefined;
  /** Bytes of the file as this process knows it; undefined while there is none. */
  #size: number | undefined;
  #openEnd: boolean;
  #tornBytes: number;
  #outdated: boolean;
  /** Entries added while the session was being opened: they wait for the first real append. */
  #waiting: SessionEntry[] = [];
  #opening = true;

  /** `loaded` is the file as it was read, or undefined for a session that has none yet. */
  constructor(path: string, all: AllEntries, loaded: LoadedFile | undefined) {
    this.path = path;
    this.#all = all;
    this.#size = loaded?.size;
    this.#openEnd = loaded?.openEnd ?? false;
    this.#tornBytes = loaded?.tornBytes ?? 0;
    this.#outdated = loaded?.outdated ?? false;
    if (loaded) this.#acquire();
  }

  /** The process that has the file, when this one may not write. */
  get heldBy(): number | undefined {
    return this.#heldBy;
  }

  /** From here on entries are written as they come. */
  opened(): void {
    this.#opening = false;
  }

  /** Throws, naming the file and the process, when another server has the session. */
  assertWritable(): void {
    if (this.#heldBy === undefined) return;
    const size = this.#size;
    this.#acquire();
    if (this.#heldBy !== undefined) {
      throw new Error(
        `This session is open in another server (process ${this.#heldBy}) and cannot be changed here: ${this.path}`,
      );
    }
    if (sizeOf(this.path) !== size) {
      this.release();
      this.#heldBy = 0;
      throw new Error(`This session was changed by another server; switch to it again to go on: ${this.path}`);
    }
  }

  /** True when another process changed the file since the last look; the next look starts from here. */
  changedElsewhere(): boolean {
    if (this.#size === undefined) return false;
    const now = sizeOf(this.path);
    const changed = now !== undefined && now !== this.#size;
    if (changed) this.#size = now;
    return changed;
  }

  /** Adds one entry. Throws when the file cannot be written. */
  append(entry: SessionEntry): void {
    if (this.#heldBy !== undefined) return;
    if (this.#opening) {
      this.#waiting.push(entry);
      return;
    }
    this.#acquire();
    if (this.#heldBy !== undefined) this.assertWritable();
    if (this.#size === undefined) {
      if (!this.#all().some(isConversation)) return;
      this.#createFile();
    } else if (this.#outdated || !existsSync(this.path)) this.#writeWhole();
    else this.#appendLines([...this.#waiting, entry]);
    this.#waiting = [];
  }

  /** Returns once what was appended has reached the disk. */
  sync(): void {
    if (this.#size === undefined || this.#heldBy !== undefined) return;
    const fd = openSync(this.path, "r+");
    try {
      fdatasyncSync(fd);
    } finally {
      closeSync(fd);
    }
  }

  /** Lets another server write the file. */
  release(): void {
    this.#lock?.release();
    this.#lock = undefined;
  }

  #acquire(): void {
    if (this.#lock) return;
    const taken = takeLock(this.path);
    this.#heldBy = typeof taken === "number" ? taken : undefined;
    if (typeof taken !== "number") this.#lock = taken;
  }

  #createFile(): void {
    const text = linesOf(this.#all());
    writeFileSync(this.path, text, { flag: "wx", mode: 0o600 });
    this.#size = Buffer.byteLength(text);
  }

  /** Writes the session aside and puts it in place in one step, so that no reader sees half of it. */
  #writeWhole(): void {
    const aside = `${this.path}.${process.pid}.tmp`;
    const text = linesOf(this.#all());
    const fd = openSync(aside, "w", 0o600);
    try {
      writeSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(aside, this.path);
    this.#size = Buffer.byteLength(text);
    this.#openEnd = false;
    this.#outdated = false;
  }

  #appendLines(entries: SessionEntry[]): void {
    this.#cutTornEnd();
    const text = (this.#openEnd ? "\n" : "") + linesOf(entries);
    appendFileSync(this.path, text);
    this.#openEnd = false;
    this.#size = (this.#size ?? 0) + Buffer.byteLength(text);
  }

  /** A last line that breaks off can never be read; if it is still the end of the file it makes way. */
  #cutTornEnd(): void {
    if (this.#tornBytes === 0) return;
    if (this.#size !== undefined && sizeOf(this.path) === this.#size) {
      this.#size -= this.#tornBytes;
      truncateSync(this.path, this.#size);
      this.#openEnd = false;
    }
    this.#tornBytes = 0;
  }
}

function linesOf(entries: readonly FileEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

/** What is worth a file: the output of a direct bash command is, the bookkeeping of a fresh session is not. */
function isConversation(entry: FileEntry): boolean {
  return entry.type === "message" && ["user", "assistant", "bashExecution"].includes(entry.message.role);
}

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size;
  } catch {
    return undefined;
  }
}
