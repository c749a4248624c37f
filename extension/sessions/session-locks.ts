import { createHash } from "node:crypto";
import { type FSWatcher, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import path from "node:path";

const LOOK_AGAIN_MS = 100;
/** A window that was asked for its session has this long to let go of it, in ms. */
const PATIENCE_MS = 5000;

interface Lock {
  pid: number;
  session: string;
}

/**
 * Which window writes to which session: a small file for each, in a folder that all windows of this computer
 * share. A lock whose process is gone counts for nothing.
 */
export class SessionLocks {
  readonly #folder: string;
  readonly #pid: number;
  readonly #held = new Map<string, string>();
  readonly #asked: (session: string) => void;
  #watcher: FSWatcher | undefined;

  /** `asked`: another window wants a session that is held here. */
  constructor(folder: string, asked: (session: string) => void, pid = process.pid) {
    this.#folder = folder;
    this.#asked = asked;
    this.#pid = pid;
  }

  dispose(): void {
    this.#watcher?.close();
    for (const session of [...this.#held.keys()]) this.release(session);
  }

  /** Takes a session for this window. False when another one has it. */
  acquire(session: string): boolean {
    if (this.#held.has(session)) return true;
    const file = this.#file(session);
    this.#watch();
    const lock: Lock = { pid: this.#pid, session };
    try {
      writeFileSync(file, JSON.stringify(lock), { flag: "wx" });
    } catch {
      if (this.#holder(file) !== undefined) return false;
      writeFileSync(file, JSON.stringify(lock));
    }
    this.#held.set(session, file);
    return true;
  }

  /** True when another window has it. */
  isElsewhere(session: string): boolean {
    return !this.#held.has(session) && this.#holder(this.#file(session)) !== undefined;
  }

  release(session: string): void {
    const file = this.#held.get(session);
    if (!file) return;
    this.#held.delete(session);
    rmSync(file, { force: true });
  }

  /** Asks the window that has a session to let go of it, waits, and takes it, by then in any case. */
  async takeOver(session: string): Promise<void> {
    const file = this.#file(session);
    const wish = `${file}.wish`;
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(wish, String(this.#pid));
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end && this.#holder(file) !== undefined; ) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    rmSync(wish, { force: true });
    rmSync(file, { force: true });
    this.acquire(session);
  }

  /** Process of the other window that holds a lock, if it lives. */
  #holder(file: string): number | undefined {
    try {
      const { pid } = JSON.parse(readFileSync(file, "utf8")) as Lock;
      return pid !== this.#pid && isAlive(pid) ? pid : undefined;
    } catch {
      return undefined; // there is no lock, or it is no lock
    }
  }

  #watch(): void {
    if (this.#watcher) return;
    mkdirSync(this.#folder, { recursive: true });
    this.#watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
      const wished = [...this.#held].find(([, file]) => `${path.basename(file)}.wish` === name);
      if (wished && isThere(path.join(this.#folder, name ?? ""))) this.#asked(wished[0]);
    });
    this.#watcher.on("error", () => this.#watcher?.close());
  }

  #file(session: string): string {
    return path.join(this.#folder, `${createHash("sha256").update(session).digest("hex").slice(0, 24)}.lock`);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isThere(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}
