/**
 * One writer a session file. The lock stands beside the file and names the process that holds it; a lock
 * whose process is gone is taken over. No timers: a process that dies leaves a lock that is known to be dead.
 */
import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";

interface Holder {
  pid: number;
  /** Tells a process from a later one with the same id; empty where the system does not say. */
  started: string;
}

export interface Lock {
  release(): void;
}

/** Takes the lock of `file`, or returns the id of the living process that has it. */
export function takeLock(file: string): Lock | number {
  const path = lockPath(file);
  const own: Holder = { pid: process.pid, started: startOf(process.pid) };
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      if (create(path, own)) return { release: () => release(path, own) };
    } catch {
      // No lock can be made in this folder (read-only, full): appending will say why it fails.
      return { release: () => {} };
    }
    const holder = read(path);
    if (holder && (holder.pid === own.pid || isAlive(holder))) return holder.pid;
    rmSync(path, { force: true });
  }
  return 0;
}

export function lockPath(file: string): string {
  return `${file}.lock`;
}

/** The lock appears whole or not at all: it is written aside and then linked into place. */
function create(path: string, own: Holder): boolean {
  const aside = `${path}.${own.pid}`;
  writeFileSync(aside, JSON.stringify(own), { mode: 0o600 });
  try {
    linkSync(aside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    return createWithoutLinks(path, own);
  } finally {
    rmSync(aside, { force: true });
  }
}

function createWithoutLinks(path: string, own: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(own), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function read(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, "utf8")) as Partial<Holder>;
    return typeof holder.pid === "number" ? { pid: holder.pid, started: String(holder.started ?? "") } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  const started = startOf(holder.pid);
  return started === "" || holder.started === "" || started === holder.started;
}

/** When a process began, in the system's own ticks; empty where /proc does not exist. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function release(path: string, own: Holder): void {
  const holder = read(path);
  if (holder?.pid !== own.pid || holder.started !== own.started) return;
  try {
    unlinkSync(path);
  } catch {
    // Already gone.
  }
}
