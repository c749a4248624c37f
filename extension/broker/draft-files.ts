import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Draft } from "../panel/messages.ts";
import { appended, type DraftStore, isEmpty, type QueuedContent } from "./drafts.ts";

/** The panel waits for a rest in the typing before it tells a draft; here only what comes at once is gathered. */
const WRITE_DELAY_MS = 100;

/** What a file holds. */
type Kept = Draft & { queued?: QueuedContent };

/** Drafts in files, one a session or a place; written a moment after a change, queued messages at once. */
export class DraftFiles implements DraftStore {
  readonly #places: string;
  readonly #sessions: string;
  readonly #log: (text: string) => void;
  readonly #known = new Map<string, Draft | null>();
  readonly #queued = new Map<string, QueuedContent>();
  readonly #dirty = new Map<string, NodeJS.Timeout>();

  /**
   * @param places folder for drafts of chats that hold nothing yet: one window's own
   * @param sessions folder for drafts of sessions, whose key is the path of their file: every window's
   */
  constructor(places: string, log: (text: string) => void, sessions = places) {
    this.#places = places;
    this.#sessions = sessions;
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
    // One that is due stays due: who types without a rest is not put off.
    if (this.#dirty.has(key)) return;
    this.#dirty.set(
      key,
      setTimeout(() => this.#write(key), WRITE_DELAY_MS),
    );
  }

  wait(key: string, queued: QueuedContent | null): void {
    if (JSON.stringify(queued) === JSON.stringify(this.#queued.get(key) ?? null)) return;
    this.get(key); // what the last process left is read before it is written over
    if (queued) this.#queued.set(key, queued);
    else this.#queued.delete(key);
    this.#write(key);
  }

  flush(): void {
    for (const key of [...this.#dirty.keys()]) this.#write(key);
  }

  reread(key: string): void {
    if (!this.#dirty.has(key)) this.#known.delete(key);
  }

  #write(key: string): void {
    clearTimeout(this.#dirty.get(key));
    this.#dirty.delete(key);
    const file = this.#file(key);
    const draft = this.#known.get(key);
    const queued = this.#queued.get(key);
    try {
      if (!draft && !queued) {
        rmSync(file, { force: true });
        return;
      }
      mkdirSync(path.dirname(file), { recursive: true });
      const kept: Kept = { ...(draft ?? { text: "", caret: 0, images: [] }), ...(queued ? { queued } : {}) };
      writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
      renameSync(`${file}.new`, file); // never half a draft
    } catch (error) {
      this.#log(`The draft was not kept: ${String(error)}`);
    }
  }

  #read(key: string): Draft | null {
    try {
      const { queued, ...draft } = JSON.parse(readFileSync(this.#file(key), "utf8")) as Kept;
      if (!isContent(draft)) return null;
      // The process that wrote it is gone, and its server with it: nobody delivers these any more.
      if (queued && isContent(queued)) return appended(draft, queued);
      return isEmpty(draft) ? null : draft;
    } catch {
      return null; // there is none, or it is no draft
    }
  }

  #file(key: string): string {
    const folder = path.isAbsolute(key) ? this.#sessions : this.#places;
    return path.join(folder, `${createHash("sha256").update(key).digest("hex").slice(0, 24)}.json`);
  }
}

function isContent({ text, images }: QueuedContent): boolean {
  return typeof text === "string" && Array.isArray(images);
}
