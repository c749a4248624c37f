import type { Draft, PanelRecord, ShownDraft } from "../panel/messages.ts";
import { appended, type DraftStore, isEmpty, type QueuedContent } from "./drafts.ts";

/** Why a picture is drawn anew: another session brings its own draft, the same one leaves the composer alone. */
export type Redraw = "showDraft" | "keepDraft";

export interface ChatDraftOptions {
  store: DraftStore;
  /** Key while the session holds no message: such a session is another one after every start. */
  placeKey: string;
  /** Session file that the server will resume: the key until the server has said anything. */
  resumeKey: string | undefined;
  /** Key of the session; null while it or what it holds is unknown, undefined while it holds no message. */
  sessionKey(): string | null | undefined;
  /** Another window has the session, and its draft with it. */
  isReadOnly(): boolean;
}

const nothing: Draft = { text: "", caret: 0, images: [] };

/** The draft of one chat: one a session, kept over restarts and session replacements. */
export class ChatDraft {
  readonly #options: ChatDraftOptions;
  /** The key as it was when one could last tell. */
  #lastKey: string;
  /** The draft of the session that is being left; what is typed from here on is meant for the one that comes. */
  #left: { key: string; draft: Draft | null } | undefined;
  /** The picture was drawn before the server had said what the new session is. */
  #late = false;
  /** The session came back from another window: the next snapshot brings its draft. */
  #isBack = false;
  /** What the snapshot being taken brings; undefined: the draft as it is. */
  #shown: ShownDraft | null | undefined;
  /** What the queue holds, and under which key that is kept. */
  #waiting: { key: string; queued: QueuedContent } | undefined;

  constructor(options: ChatDraftOptions) {
    this.#options = options;
    this.#lastKey = options.resumeKey ?? options.placeKey;
  }

  get value(): Draft | null {
    return this.#options.store.get(this.#key);
  }
  set value(draft: Draft | null) {
    if (this.#options.isReadOnly()) return;
    const key = this.#key;
    this.#options.store.set(key, draft);
    if (this.#left?.key === key && (!draft || isEmpty(draft))) this.#left.draft = null;
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

  /** The session has become a lasting one: what was typed at this place is its draft, unless it has one. */
  settle(): void {
    const { store, placeKey } = this.#options;
    if (this.#waiting && this.#waiting.key !== this.#key) this.wait(this.#waiting.queued);
    const typed = store.get(placeKey);
    if (!typed || this.#key === placeKey || this.value) return;
    this.value = typed;
    store.set(placeKey, null);
  }

  /** The session may be replaced from now on, until `redrawing` or `stay`. */
  leave(): void {
    this.#left ??= { key: this.#key, draft: this.value };
  }
  /** Nothing replaces it any more. */
  stay(): void {
    if (!this.#late) this.#left = undefined;
  }

  /** Another window gets the session: what it has to know of the draft is written. */
  handOver(): void {
    this.#options.store.flush();
  }
  /** The session is here again, after another window had it. */
  takeOver(): void {
    this.#options.store.reread(this.#key);
    this.#isBack = true;
  }

  /** The next snapshot brings the draft of a session that took long to come. */
  get isLate(): boolean {
    return this.#late && this.#options.sessionKey() !== null;
  }

  /** Runs `draw`, which takes a snapshot, for this reason. */
  redrawing(reason: Redraw, draw: () => void): void {
    this.#late ||= reason === "showDraft" && this.#options.sessionKey() === null;
    this.#shown = reason === "keepDraft" || this.#late ? null : this.#arrive();
    draw();
    this.#shown = undefined;
  }

  /** As a snapshot brings it: null leaves the composer as it is. */
  forSnapshot(): ShownDraft | null {
    if (this.#options.isReadOnly()) return { ...nothing, told: this.value?.text ?? "" };
    if (this.#isBack && this.#options.sessionKey() !== null) {
      this.#isBack = false;
      return { ...(this.value ?? nothing), told: "" };
    }
    if (this.isLate) return this.#arrive();
    return this.#shown === undefined ? this.value : this.#shown;
  }

  /** The draft of the session that has come; null when its composer is the one of before. */
  #arrive(): ShownDraft | null {
    const left = this.#left;
    this.#left = undefined;
    this.#late = false;
    if (!left || left.key === this.#key) return null;
    const { store } = this.#options;
    const told = left.draft?.text ?? "";
    const now = store.get(left.key)?.text ?? "";
    // What was added on the way is the new session's: the panel takes it along.
    if (now.startsWith(told)) store.set(left.key, left.draft);
    return { ...(this.value ?? nothing), told };
  }

  get #key(): string {
    const session = this.#options.sessionKey();
    if (session !== null) this.#lastKey = session ?? this.#options.placeKey;
    return this.#lastKey;
  }
}
