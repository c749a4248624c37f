import type { ServerRecord } from "../../server/protocol/event.ts";

/** A run that says nothing for this long is remarked on, in ms. */
export const QUIET_MS = 60_000;

export interface QuietOptions {
  /** A run is on, and nothing that is known to take its time: no question, no wait before a retry, no compaction. */
  expectsOutput(): boolean;
  /** Says that there was no output for QUIET_MS. */
  remark(): void;
}

/** Remarks, once a silence, that a run says nothing. It ends nothing. While a tool runs, silence is no news. */
export class QuietWatch {
  readonly #options: QuietOptions;
  readonly #tools = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: QuietOptions) {
    this.#options = options;
  }

  /** A record arrived and has been worked on. */
  heard(record: ServerRecord): void {
    if (record.type === "tool_execution_start") this.#tools.add(record.toolCallId);
    if (record.type === "tool_execution_end") this.#tools.delete(record.toolCallId);
    if (record.type === "agent_start" || record.type === "agent_end") this.#tools.clear();
    clearTimeout(this.#timer);
    if (!this.#expectsOutput()) return;
    this.#timer = setTimeout(() => this.#expectsOutput() && this.#options.remark(), QUIET_MS);
    this.#timer.unref?.();
  }

  /** The server is gone or another one. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#tools.clear();
  }

  #expectsOutput(): boolean {
    return this.#tools.size === 0 && this.#options.expectsOutput();
  }
}
