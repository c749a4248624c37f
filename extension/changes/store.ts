/**
 * Keeps on disk what the agent changed in each session, so that it can be compared and undone after a
 * restart too: a folder a session, in it an index and the contents by their hash.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Content } from "./content.ts";

/** Name of a kept content; null: there was no file. */
export type ContentRef = string | null;

/** What the agent's tools did to one file in one session. */
export interface ChangeRecord {
  /** Absolute. */
  path: string;
  /** Before the agent's first change. Absent: it could not be kept. */
  before?: ContentRef;
  /** After its last one. Absent: it could not be kept. */
  after?: ContentRef;
  added: number;
  removed: number;
  /** Somebody else changed the file between two changes of the agent. */
  mixed: boolean;
}

const INDEX = "changes.json";

export class ChangeStore {
  readonly #root: string;

  /** `root`: a folder of the extension's own storage; it is made when it is first needed. */
  constructor(root: string) {
    this.#root = root;
  }

  /** What was kept of a session; nothing when there is nothing, or it cannot be read. */
  load(sessionId: string): ChangeRecord[] {
    try {
      const records = JSON.parse(readFileSync(path.join(this.#folder(sessionId), INDEX), "utf8")) as unknown;
      return Array.isArray(records) ? records.filter(isRecord) : [];
    } catch {
      return [];
    }
  }

  save(sessionId: string, records: readonly ChangeRecord[]): void {
    const folder = this.#folder(sessionId);
    if (records.length === 0) {
      rmSync(folder, { recursive: true, force: true });
      return;
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const aside = path.join(folder, `${INDEX}.new`);
    writeFileSync(aside, JSON.stringify(records), { mode: 0o600 });
    renameSync(aside, path.join(folder, INDEX));
  }

  /** Keeps a content and returns its name; undefined for one that is not known. */
  put(sessionId: string, content: Content): ContentRef | undefined {
    if (!content) return content;
    const name = createHash("sha256").update(content).digest("hex");
    const folder = this.#folder(sessionId);
    const file = path.join(folder, name);
    if (exists(file)) return name;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, content, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return name;
  }

  /** A kept content; undefined when it is not known or no longer there. */
  get(sessionId: string, ref: ContentRef | undefined): Content {
    if (ref === null || ref === undefined) return ref;
    if (!/^[0-9a-f]{64}$/.test(ref)) return undefined;
    try {
      return readFileSync(path.join(this.#folder(sessionId), ref));
    } catch {
      return undefined;
    }
  }

  /** Forgets sessions whose changes are older than `maxAgeMs`. */
  async prune(maxAgeMs: number, now = Date.now()): Promise<void> {
    const names = await readdir(this.#root).catch(() => []);
    for (const name of names) {
      const folder = path.join(this.#root, name);
      const age = await stat(path.join(folder, INDEX)).catch(() => stat(folder).catch(() => undefined));
      if (age && now - age.mtimeMs > maxAgeMs) await rm(folder, { recursive: true, force: true });
    }
  }

  #folder(sessionId: string): string {
    return path.join(this.#root, encodeURIComponent(sessionId).replaceAll(".", "%2E"));
  }
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function isRecord(value: unknown): value is ChangeRecord {
  const record = value as Partial<ChangeRecord> | null;
  return typeof record?.path === "string" && path.isAbsolute(record.path);
}
