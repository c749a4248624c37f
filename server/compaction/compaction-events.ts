import type { AgentSessionEvent } from "@earendil-works/pi-coding-agent";

type CompactionEnd = Extract<AgentSessionEvent, { type: "compaction_end" }>;

/**
 * Stands between the SDK's events and the client and puts right what the SDK cannot know of a compaction:
 * - one that starts by itself is announced only when there is something to compact; otherwise neither its start nor
 *   its end is told
 * - one in the middle of a run that leaves the context too long for the model carries its result and an error, and
 *   the request that would follow is not sent (protocol page, "compaction_start / compaction_end")
 */
export class CompactionEvents {
  readonly #tell: (event: AgentSessionEvent) => void;
  readonly #contextWindow: () => number;
  #held: AgentSessionEvent | undefined;
  #forgotten = false;
  #betweenTurns = false;
  #refusal: string | undefined;

  /** @param contextWindow tokens that the current model takes; 0 when unknown */
  constructor(tell: (event: AgentSessionEvent) => void, contextWindow: () => number) {
    this.#tell = tell;
    this.#contextWindow = contextWindow;
  }

  /** Takes each event of the session in order and tells what the client is to hear. */
  take(event: AgentSessionEvent): void {
    switch (event.type) {
      case "agent_start":
        this.#refusal = undefined;
        break;
      case "turn_end":
        this.#betweenTurns = true;
        break;
      case "turn_start":
      case "agent_end":
        this.#betweenTurns = false;
        break;
      case "compaction_start":
        if (event.reason === "manual") break;
        this.#held = event;
        this.#forgotten = false;
        return;
      case "compaction_end":
        this.#end(event);
        return;
    }
    this.#tell(event);
  }

  /** The compaction that is under way does something: its start is told now. */
  begin(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held) this.#tell(held);
  }

  /** The compaction that is under way has nothing to do. */
  forget(): void {
    this.#forgotten = true;
  }

  /** Why the next request must not be sent, once; undefined when it may. */
  takeRefusal(): string | undefined {
    const refusal = this.#refusal;
    this.#refusal = undefined;
    return refusal;
  }

  #end(event: CompactionEnd): void {
    if (this.#forgotten) {
      this.#held = undefined;
      this.#forgotten = false;
      return;
    }
    this.begin();
    const tokens = event.result?.estimatedTokensAfter ?? 0;
    const window = this.#contextWindow();
    if (this.#betweenTurns && window > 0 && tokens > window) {
      this.#refusal =
        `The conversation is still too long after compacting: ${tokens} of ${window} tokens. ` +
        "The request was not sent. Go back to an earlier message, or switch to a model with more room.";
      this.#tell({ ...event, errorMessage: this.#refusal });
      return;
    }
    this.#tell(event);
  }
}
