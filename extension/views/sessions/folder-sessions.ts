import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { readSession } from "./read-session.ts";
import type { SessionRow, SessionSource } from "./session-row.ts";

/** Files read at the same time. */
const AT_ONCE = 32;

interface Known {
  size: number;
  mtimeMs: number;
  /** undefined: the file is none of a session. */
  row: SessionRow | undefined;
}

/**
 * Sessions found in the session folder itself: files of the folder and of the folders in it. A file that has not
 * changed since is not read again; what cannot be read is left out.
 */
export class FolderSessions implements SessionSource {
  readonly #folder: () => string;
  #known = new Map<string, Known>();

  /** `folder`: where sessions are kept, asked for each time. */
  constructor(folder: () => string) {
    this.#folder = folder;
  }

  async list(): Promise<SessionRow[]> {
    const files = await sessionFiles(this.#folder());
    const known = new Map<string, Known>();
    await inParallel(files, async (file) => {
      const one = await this.#look(file).catch(() => undefined);
      if (one) known.set(file, one);
    });
    this.#known = known;
    return [...known.values()].flatMap(({ row }) => row ?? []);
  }

  async #look(file: string): Promise<Known> {
    const { size, mtimeMs } = await stat(file);
    const known = this.#known.get(file);
    if (known && known.size === size && known.mtimeMs === mtimeMs) return known;
    const grown = known && size >= known.size ? known.row : undefined;
    return { size, mtimeMs, row: await readSession(file, grown) };
  }
}

async function sessionFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const inside = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(async ({ name }) => {
        const names = await readdir(path.join(folder, name)).catch(() => []);
        return names.map((file) => path.join(folder, name, file));
      }),
  );
  const own = entries.filter((entry) => entry.isFile()).map(({ name }) => path.join(folder, name));
  return [...own, ...inside.flat()].filter((file) => file.endsWith(".jsonl"));
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
