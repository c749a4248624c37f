import type { Draft, PanelRecord } from "../panel/messages.ts";
import { appended, type DraftStore, type QueuedContent } from "./drafts.ts";

/** Why a picture is drawn anew: another session brings its own draft, the same one leaves the composer alone. */
export type Redraw = "showDraft" | "keepDraft";

export interface ChatDraftOptions {
  store: DraftStore;
  /** Key while the session holds no message: such a session is another one after every start. */
  placeKey: string;
  /** Session file that the server will resume: the key until the server has said anything. */
  resumeKey: string | undefined;
  /** Key of the session; null while none is known, undefined while it holds no message. */
  sessionKey(): string | null | undefined;
}

/** The draft of one chat: one a session, kept over restarts and session replacements. */
export class ChatDraft {
  readonly #options: ChatDraftOptions;
  #resumeKey: string | undefined;
  #redraw: Redraw | undefined;
  /** What the queue holds, and under which key that is kept. */
  #waiting: { key: string; queued: QueuedContent } | undefined;

  constructor(options: ChatDraftOptions) {
    this.#options = options;
    this.#resumeKey = options.resumeKey;
  }

  get value(): Draft | null {
    return this.#options.store.get(this.#key);
  }
  set value(draft: Draft | null) {
    this.#options.store.set(this.#key, draft);
  }

  /** Text for a composer that is not there: it waits in the draft. */
  keep({ text, images = [], mode }: Extract<PanelRecord, { kind: "composer" }>): void {
    this.value = appended(mode === "append" ? this.value : null, { text, images });
  }

  /** The queue has changed: what it holds is kept with the draft until it is delivered or given back; null: nothing. */
  wait(queued: QueuedContent | null): void {
    const { store } = this.#options;
    const key = this.#key;
    if (this.#waiting && (!queued || this.#waiting.key !== key)) store.wait(this.#waiting.key, null);
    this.#waiting = queued ? { key, queued } : undefined;
    if (queued) store.wait(key, queued);
  }

  /** The session has become a lasting one: what was typed at this place is its draft. */
  settle(): void {
    const { store, placeKey } = this.#options;
    if (this.#waiting && this.#waiting.key !== this.#key) this.wait(this.#waiting.queued);
    const typed = store.get(placeKey);
    if (!typed || this.#key === placeKey) return;
    if (!this.value) this.value = typed;
    store.set(placeKey, null);
  }

  /** Runs `draw`, which takes a snapshot, for this reason. The server has spoken by now. */
  redrawing(reason: Redraw, draw: () => void): void {
    this.#resumeKey = undefined;
    this.#redraw = reason;
    draw();
    this.#redraw = undefined;
  }

  /** As a snapshot brings it: null leaves the composer as it is. */
  forSnapshot(): Draft | null {
    if (this.#redraw === "keepDraft") return null;
    return this.value ?? (this.#redraw === "showDraft" ? { text: "", caret: 0, images: [] } : null);
  }

  get #key(): string {
    const session = this.#options.sessionKey();
    if (session === null) return this.#resumeKey ?? this.#options.placeKey;
    return session ?? this.#options.placeKey;
  }
}
