import type { Draft } from "../panel/messages.ts";

/** Keeps one draft a session, also over restarts. */
export interface DraftStore {
  get(key: string): Draft | null;
  /** null forgets it. */
  set(key: string, draft: Draft | null): void;
}

/** Drafts in memory only. */
export class MemoryDrafts implements DraftStore {
  #drafts = new Map<string, Draft>();

  get(key: string): Draft | null {
    return this.#drafts.get(key) ?? null;
  }
  set(key: string, draft: Draft | null): void {
    if (draft && !isEmpty(draft)) this.#drafts.set(key, draft);
    else this.#drafts.delete(key);
  }
}

export function isEmpty(draft: Draft): boolean {
  return draft.text === "" && draft.images.length === 0;
}
