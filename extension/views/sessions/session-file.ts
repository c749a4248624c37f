/** Changes to a session's file that no server makes, as none has the session open. */
import { randomBytes } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";

/** A server of another window, or of a terminal, has the session open. */
export class SessionInUseError extends Error {
  readonly pid: number;

  constructor(pid: number) {
    super(`The session is open in another process (${pid})`);
    this.name = "SessionInUseError";
    this.pid = pid;
  }
}

/**
 * Gives a session its display name by an entry at the end of its file; an empty name clears it. Throws
 * SessionInUseError when a living server has it open, and an error naming the file when it is no session.
 */
export async function renameSession(file: string, name: string): Promise<void> {
  await checkFree(file);
  const text = await readFile(file, "utf8");
  const ids = new Set<string>();
  let leaf: string | null = null;
  let isSession = false;
  for (const line of text.split("\n")) {
    const entry = parsed(line);
    if (entry?.type === "session") isSession = true;
    else if (typeof entry?.id === "string") {
      ids.add(entry.id);
      leaf = entry.id;
    }
  }
  if (!isSession) throw new Error(`${file} is no session file`);
  const entry = {
    type: "session_info",
    id: newId(ids),
    parentId: leaf,
    timestamp: new Date().toISOString(),
    name: name.trim(),
  };
  await appendFile(file, `${text.endsWith("\n") ? "" : "\n"}${JSON.stringify(entry)}\n`);
}

/** Throws SessionInUseError when a living process holds the lock beside the file. */
export async function checkFree(file: string): Promise<void> {
  const pid = parsed(await readFile(`${file}.lock`, "utf8").catch(() => ""))?.pid;
  if (typeof pid === "number" && isAlive(pid)) throw new SessionInUseError(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function newId(taken: ReadonlySet<string>): string {
  for (;;) {
    const id = randomBytes(4).toString("hex");
    if (!taken.has(id)) return id;
  }
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
