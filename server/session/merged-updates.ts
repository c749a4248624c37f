/**
 * Progress of a tool is told at most once in a frame: each update holds all output so far, so a later one makes an
 * earlier one superfluous. Anything else is told after the progress that came before it.
 */
import type { ServerRecord } from "../protocol/event.ts";

const FRAME_MS = 16;

type Update = Extract<ServerRecord, { type: "tool_execution_update" }>;

export class MergedUpdates {
  readonly #tell: (record: ServerRecord) => void;
  /** The newest update of each tool call that has not been told. */
  readonly #waiting = new Map<string, Update>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (record: ServerRecord) => void) {
    this.#tell = tell;
  }

  take(record: ServerRecord): void {
    if (record.type === "tool_execution_update") {
      this.#waiting.set(record.toolCallId, record);
      this.#timer ??= setTimeout(() => this.flush(), FRAME_MS);
      return;
    }
    this.flush();
    this.#tell(record);
  }

  /** Tells what is waiting. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const update of this.#waiting.values()) this.#tell(update);
    this.#waiting.clear();
  }
}
