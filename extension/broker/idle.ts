import type { SessionState } from "../../server/protocol/response.ts";

/** Pauses between questions after agent_end, in ms, while the server is not idle yet. */
const POLL_DELAYS = [0, 50, 100, 200, 400, 800, 1600, 3200];
/** After this long without a word from a busy server it is asked, in ms. */
export const SILENCE_MS = 30_000;

export interface IdleWatchOptions {
  /** Asks get_state; undefined when there is no answer. */
  ask(): Promise<SessionState | undefined>;
  /** The chat takes the server for busy. */
  busy(): boolean;
  /** A retry or compaction that was announced is still open. */
  pending(): boolean;
  /** The run is over; nothing more happens unless someone asks. */
  idle(): void;
}

/**
 * Finds out when a run is over. `agent_end` is not the end: a retry, a compaction or a queued message may
 * follow. Servers that send `agent_settled` say it; the others are asked, and so is one that falls silent.
 */
export class IdleWatch {
  readonly #options: IdleWatchOptions;
  #silence: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;
  #pollStep = 0;
  #says = false;

  constructor(options: IdleWatchOptions) {
    this.#options = options;
  }

  /** A record arrived. */
  heard(): void {
    clearTimeout(this.#silence);
    if (!this.#options.busy()) return;
    this.#silence = setTimeout(() => void this.#check(true), SILENCE_MS);
    this.#silence.unref?.();
  }

  runStarted(): void {
    clearTimeout(this.#poll);
    this.#poll = undefined;
  }

  /** agent_end arrived. */
  runEnded(willRetry: boolean): void {
    if (willRetry || this.#says) return;
    this.#pollStep = 0;
    this.#pollSoon();
  }

  /** agent_settled arrived: this server says it by itself. */
  settled(): void {
    this.#says = true;
    this.runStarted();
    this.#options.idle();
    this.heard();
  }

  /** The server is gone or another one. */
  stop(): void {
    this.runStarted();
    clearTimeout(this.#silence);
    this.#says = false;
  }

  #pollSoon(): void {
    clearTimeout(this.#poll);
    const delay = POLL_DELAYS[this.#pollStep];
    if (delay === undefined) return;
    this.#poll = setTimeout(() => void this.#check(this.#pollStep >= POLL_DELAYS.length), delay);
    this.#pollStep += 1;
  }

  /** Asks the server. `believe`: what it says counts even while messages are pending or a retry seems open. */
  async #check(believe: boolean): Promise<void> {
    const asked = this.#poll;
    const state = await this.#options.ask();
    if (asked !== this.#poll || !this.#options.busy() || (this.#says && !believe)) return;
    const quiet = state && !state.isStreaming && !state.isCompacting;
    if (quiet && (believe || (state.pendingMessageCount === 0 && !this.#options.pending()))) {
      this.#options.idle();
    } else if (asked !== undefined) {
      this.#pollSoon();
    } else {
      this.heard();
    }
  }
}
