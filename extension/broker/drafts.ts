import type { Draft } from "../panel/messages.ts";

/** Keeps one draft a session, also over restarts. */
export interface DraftStore {
  get(key: string): Draft | null;
  /** null forgets it. */
  set(key: string, draft: Draft | null): void;
  /**
   * Keeps what stands in the queue of the session's server: should this process end without a word, it comes back as
   * part of the draft. null: it was delivered, or given back.
   */
  wait(key: string, queued: QueuedContent | null): void;
  /** Writes what is not written yet: another window may read it from now on. */
  flush(): void;
  /** Another window had this draft: the next `get` reads it anew. */
  reread(key: string): void;
}

/** Queued messages as they would be given back to the composer. */
export type QueuedContent = Pick<Draft, "text" | "images">;

/** The draft with the content behind it. */
export function appended(draft: Draft | null, { text, images }: QueuedContent): Draft {
  const joined = draft?.text ? `${draft.text}\n\n${text}` : text;
  return { text: joined, caret: joined.length, images: [...(draft?.images ?? []), ...images] };
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
  // Memory does not outlive the process that holds the queue, and no other one reads it.
  wait(): void {}
  flush(): void {}
  reread(): void {}
}

export function isEmpty(draft: Draft): boolean {
  return draft.text === "" && draft.images.length === 0;
}
