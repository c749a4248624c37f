/**
 * The SDK's events as records of the protocol page ("Events"). Snapshots are left out of
 * message_update, system messages are no part of the conversation, and what the page calls null is null.
 */
import type { AgentSessionEvent } from "@earendil-works/pi-coding-agent";
import type { AssistantMessageEvent, RpcEvent, ToolResult } from "../protocol/event.ts";
import type { AssistantMessage, ToolResultMessage, Usage } from "../protocol/message.ts";
import { type SdkCompactionResult, wireCompactionResult } from "./compaction-result.ts";
import { NO_USAGE, wireMessage, wireMessages, wireUsage } from "./wire.ts";

type Of<T extends AgentSessionEvent["type"]> = Extract<AgentSessionEvent, { type: T }>;

/** Maps the events of one session. It remembers only whether a compaction has been announced. */
export class EventMapper {
  #compacting = false;

  /** The record for an event, or undefined when it has none of its own. */
  map(event: AgentSessionEvent): RpcEvent | undefined {
    switch (event.type) {
      case "message_update":
        return messageUpdate(event);
      case "message_start":
      case "message_end": {
        const message = wireMessage(event.message);
        return message && { type: event.type, message };
      }
      case "agent_start":
      case "turn_start":
      case "summarization_retry_finished":
        return { type: event.type };
      case "agent_end":
        return { type: "agent_end", messages: wireMessages(event.messages), willRetry: event.willRetry };
      case "agent_settled":
        return { type: "agent_settled", aborted: event.aborted };
      case "turn_end":
        return {
          type: "turn_end",
          message: wireMessage(event.message) as AssistantMessage,
          toolResults: wireMessages(event.toolResults) as ToolResultMessage[],
        };
      case "tool_execution_start":
      case "tool_execution_update":
      case "tool_execution_end":
        return toolEvent(event);
      case "compaction_start":
        this.#compacting = true;
        return { type: "compaction_start", reason: event.reason };
      case "compaction_end":
        return this.#compactionEnd(event);
      case "queue_update":
        return { type: "queue_update", steering: [...event.steering], followUp: [...event.followUp] };
      case "auto_retry_start":
      case "auto_retry_end":
      case "summarization_retry_scheduled":
      case "summarization_retry_attempt_start":
      case "session_info_changed":
      case "thinking_level_changed":
        return event as RpcEvent;
      default:
        // entry_appended and direct bash are reported where entries are written and commands are run.
        return undefined;
    }
  }

  #compactionEnd(event: Of<"compaction_end">): RpcEvent {
    const announced = this.#compacting;
    this.#compacting = false;
    const result = event.result ? wireCompactionResult(event.result as SdkCompactionResult) : null;
    return {
      type: "compaction_end",
      reason: event.reason,
      result,
      aborted: event.aborted,
      willRetry: event.willRetry,
      ...(event.errorMessage ? { errorMessage: event.errorMessage } : {}),
      // The SDK gives up on a second overflow in one turn without starting another compaction.
      ...(event.reason === "overflow" && !result && !announced && !event.aborted ? { unresolvedOverflow: true } : {}),
    };
  }
}

/** The last usage that went out: between two reports of a provider it stays the same object, for the writer's sake. */
let lastUsage: Usage = NO_USAGE;

function sharedUsage(usage: Usage | undefined): Usage {
  if (!usage) return NO_USAGE;
  const { input, output, cacheRead, cacheWrite, cost } = usage;
  const same =
    input === lastUsage.input &&
    output === lastUsage.output &&
    cacheRead === lastUsage.cacheRead &&
    cacheWrite === lastUsage.cacheWrite &&
    cost?.total === lastUsage.cost.total;
  if (!same) lastUsage = wireUsage(usage);
  return lastUsage;
}

function messageUpdate(event: Of<"message_update">): RpcEvent {
  const { usage, endTurn } = event.message as { usage?: Usage; endTurn?: boolean };
  return {
    type: "message_update",
    usage: sharedUsage(usage),
    ...(endTurn === undefined ? {} : { endTurn }),
    assistantMessageEvent: withoutSnapshot(event.assistantMessageEvent as SdkUpdate),
  };
}

type SdkUpdate = AssistantMessageEvent & { partial?: AssistantMessage };

function withoutSnapshot(update: SdkUpdate): AssistantMessageEvent {
  if (update.type === "text_delta" || update.type === "thinking_delta" || update.type === "toolcall_delta") {
    return { type: update.type, contentIndex: update.contentIndex, delta: update.delta };
  }
  const { partial, ...rest } = update;
  if (rest.type !== "toolcall_start") return rest;
  // The name is known from the start; a long call would else stay nameless until its end.
  const call = partial?.content[rest.contentIndex];
  return call?.type === "toolCall" ? { ...rest, id: call.id, toolName: call.name } : rest;
}

type ToolEvent = Of<"tool_execution_start"> | Of<"tool_execution_update"> | Of<"tool_execution_end">;

function toolEvent(event: ToolEvent): RpcEvent {
  const { toolCallId, toolName } = event;
  const parent =
    "parentToolCallId" in event && event.parentToolCallId ? { parentToolCallId: event.parentToolCallId } : {};
  switch (event.type) {
    case "tool_execution_start":
      return { type: event.type, toolCallId, toolName, args: event.args, ...parent };
    case "tool_execution_update":
      return {
        type: event.type,
        toolCallId,
        toolName,
        args: event.args,
        partialResult: toolResult(event.partialResult),
        ...parent,
      };
    case "tool_execution_end":
      return {
        type: event.type,
        toolCallId,
        toolName,
        result: toolResult(event.result),
        isError: event.isError,
        ...(event.durationMs === undefined ? {} : { durationMs: event.durationMs }),
        ...parent,
      };
  }
}

function toolResult(result: Partial<ToolResult> | undefined): ToolResult {
  return {
    content: result?.content ?? [],
    ...(result?.details === undefined ? {} : { details: result.details }),
  };
}
