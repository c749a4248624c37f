import type { StreamFn } from "@earendil-works/pi-agent-core";
import {
  type Api,
  type AssistantMessage,
  isContextOverflow,
  type Model,
  normalizeContext,
  type RetryCallbacks,
  type RetryPolicy,
  retryAssistantCall,
  type SimpleStreamOptions,
  uuidv7,
} from "@earendil-works/pi-ai";
import type { CompactionReason, RpcEvent } from "../protocol/event.ts";
import type { Planner, PlannerAnswer } from "./planner.ts";
import { plannerSystemPrompt } from "./planner-prompt.ts";

export interface ModelAccess {
  /** Sends a request with the session's credentials, headers and time limits. */
  stream: StreamFn;
  retry: RetryPolicy;
  thinkingLevel: string | undefined;
  signal: AbortSignal;
  reason: CompactionReason;
  /** Told of retries (protocol page, "summarization_retry_…"). */
  emit(event: RpcEvent): void;
}

/**
 * A model as a planner: no tools, nothing cached, a session id of its own for every compaction; transient errors are
 * tried again as the retry settings say.
 */
export function modelPlanner(model: Model<Api>, access: ModelAccess): Planner {
  const reasoning = model.reasoning && access.thinkingLevel !== "off" ? access.thinkingLevel : undefined;
  const options: SimpleStreamOptions = {
    signal: access.signal,
    cacheRetention: "none",
    sessionId: uuidv7(),
    ...(reasoning ? { reasoning: reasoning as NonNullable<SimpleStreamOptions["reasoning"]> } : {}),
  };
  return {
    name: `${model.provider}/${model.id}`,
    async ask(prompt) {
      const context = normalizeContext({
        systemPrompt: plannerSystemPrompt,
        messages: [{ role: "user", content: [{ type: "text", text: prompt }], timestamp: Date.now() }],
      });
      const produce = async () => (await access.stream(model, context, options)).result();
      const message = await retryAssistantCall(produce, access.retry, access.signal, announcements(access));
      return toAnswer(message, model.contextWindow);
    },
  };
}

function announcements({ emit, reason }: ModelAccess): RetryCallbacks {
  return {
    onRetryScheduled: (attempt, maxAttempts, delayMs, errorMessage) =>
      emit({ type: "summarization_retry_scheduled", attempt, maxAttempts, delayMs, errorMessage }),
    onRetryAttemptStart: () => emit({ type: "summarization_retry_attempt_start", source: "compaction", reason }),
    onRetryFinished: () => emit({ type: "summarization_retry_finished" }),
  };
}

function toAnswer(message: AssistantMessage, contextWindow: number): PlannerAnswer {
  return {
    text: message.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    stopReason: message.stopReason,
    ...(message.errorMessage ? { errorMessage: message.errorMessage } : {}),
    overflow: message.stopReason === "error" && isContextOverflow(message, contextWindow),
    usage: message.usage,
  };
}
