import { type HostMessage, MAX_MESSAGE_BYTES, type PanelRecord, type SnapshotMessage } from "../panel/messages.ts";
import { RecordList } from "./records.ts";

/** Room that a batch leaves for its frame. */
const MAX_BATCH_BYTES = MAX_MESSAGE_BYTES - 4 * 1024;
/** A panel this far behind gets a snapshot rather than what it missed. */
const MAX_WAITING = 2000;

/** What a snapshot holds, and the records that did not fit and follow in batches. */
export interface Snapshot {
  content: Omit<SnapshotMessage, "type" | "seq">;
  rest: PanelRecord[];
}

export interface PanelChannelOptions {
  post(message: HostMessage): void;
  snapshot(): Snapshot;
  /** Runs `task` soon, after what arrives together has arrived. */
  schedule?(task: () => void): void;
}

/**
 * The host's end of one panel: a snapshot at `hello`, then numbered batches, one under way at a time.
 * Numbers only grow, whichever chat the panel shows, so that nothing old is ever taken for new.
 */
export class PanelChannel {
  #seq = 0;
  #underWay: number | undefined;
  #listening = false;
  #behind = false;
  #held = false;
  #scheduled = false;
  #waiting = new RecordList();
  readonly #post: (message: HostMessage) => void;
  readonly #snapshot: () => Snapshot;
  readonly #schedule: (task: () => void) => void;

  constructor(options: PanelChannelOptions) {
    this.#post = options.post;
    this.#snapshot = options.snapshot;
    this.#schedule = options.schedule ?? ((task) => setImmediate(task));
  }

  /** True between the panel's `hello` and its end. */
  get listening(): boolean {
    return this.#listening;
  }

  /** What is pushed now reaches the panel. */
  get open(): boolean {
    return this.#listening && !this.#held;
  }

  /** The panel can listen, has a gap, or shows another chat from now on: it gets the whole picture. */
  resync(): void {
    this.#listening = true;
    this.#behind = false;
    this.#held = false;
    this.#underWay = undefined;
    this.#waiting.clear();
    this.#seq += 1;
    const { content, rest } = this.#snapshot();
    this.#post({ type: "snapshot", seq: this.#seq, ...content });
    for (const record of rest) this.push(record);
  }

  /** The picture is about to be another one: nothing is sent until `resync` shows it whole. */
  hold(): void {
    this.#held = true;
    this.#waiting.clear();
  }

  /** The webview is gone (hidden, moved, closed); a new one says `hello` again. */
  suspend(): void {
    this.#listening = false;
    this.#underWay = undefined;
    this.#waiting.clear();
  }

  push(record: PanelRecord): void {
    if (!this.#listening || this.#behind || this.#held) return;
    this.#waiting.push(record);
    if (this.#waiting.length > MAX_WAITING) {
      this.#behind = true;
      this.#waiting.clear();
    }
    this.#sendSoon();
  }

  /** The panel has painted everything up to `seq`; any number but the expected one is stale. */
  ack(seq: number): void {
    if (seq !== this.#underWay) return;
    this.#underWay = undefined;
    if (this.#behind) this.resync();
    else this.#send();
  }

  #sendSoon(): void {
    if (this.#scheduled || this.#underWay !== undefined) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (!this.#listening || this.#held || this.#underWay !== undefined) return;
    if (this.#behind) this.resync();
    if (this.#waiting.length === 0) return;
    const records = this.#waiting.take(MAX_BATCH_BYTES);
    const from = this.#seq;
    this.#seq += records.length;
    this.#underWay = this.#seq;
    this.#post({ type: "batch", from, to: this.#seq, records });
  }
}
