import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Draft } from "../panel/messages.ts";
import { type DraftStore, isEmpty } from "./drafts.ts";

const WRITE_DELAY_MS = 300;

/** Drafts in files of one folder, one a session; written a moment after the last change. */
export class DraftFiles implements DraftStore {
  readonly #folder: string;
  readonly #log: (text: string) => void;
  readonly #known = new Map<string, Draft | null>();
  readonly #dirty = new Map<string, NodeJS.Timeout>();

  constructor(folder: string, log: (text: string) => void) {
    this.#folder = folder;
    this.#log = log;
  }

  get(key: string): Draft | null {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const draft = this.#read(key);
    this.#known.set(key, draft);
    return draft;
  }

  set(key: string, draft: Draft | null): void {
    const next = draft && !isEmpty(draft) ? draft : null;
    if (next === null && this.get(key) === null) return;
    this.#known.set(key, next);
    clearTimeout(this.#dirty.get(key));
    this.#dirty.set(
      key,
      setTimeout(() => this.#write(key), WRITE_DELAY_MS),
    );
  }

  /** Writes what is not written yet. */
  flush(): void {
    for (const key of [...this.#dirty.keys()]) this.#write(key);
  }

  #write(key: string): void {
    clearTimeout(this.#dirty.get(key));
    this.#dirty.delete(key);
    const file = this.#file(key);
    const draft = this.#known.get(key);
    try {
      if (!draft) {
        rmSync(file, { force: true });
        return;
      }
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(draft), { mode: 0o600 });
      renameSync(`${file}.new`, file); // never half a draft
    } catch (error) {
      this.#log(`The draft was not kept: ${String(error)}`);
    }
  }

  #read(key: string): Draft | null {
    try {
      const draft = JSON.parse(readFileSync(this.#file(key), "utf8")) as Draft;
      return typeof draft.text === "string" && Array.isArray(draft.images) ? draft : null;
    } catch {
      return null; // there is none, or it is no draft
    }
  }

  #file(key: string): string {
    return path.join(this.#folder, `${createHash("sha256").update(key).digest("hex").slice(0, 24)}.json`);
  }
}
