/** The facts of a chat that are no transcript, as they follow from the server's events. */
import type { RpcEvent } from "../../server/protocol/event.ts";
import type { ExtensionUINotice } from "../../server/protocol/extension-ui.ts";
import { type ThinkingLevel, thinkingLevels } from "../../server/protocol/model.ts";
import type { ChatState } from "../panel/messages.ts";

export type StatePatch = Partial<ChatState>;

/** What an event changes; undefined when it changes nothing. `agent_end` is no end yet: see IdleWatch. */
export function patchOfEvent(state: ChatState, event: RpcEvent, now: number): StatePatch | undefined {
  switch (event.type) {
    case "agent_start":
      return { isStreaming: true };
    case "queue_update":
      return { queue: { steering: [...event.steering], followUp: [...event.followUp] } };
    case "compaction_start":
      return { compaction: { reason: event.reason, startedAt: now } };
    case "compaction_end":
      return { compaction: null };
    case "auto_retry_start": {
      const { attempt, maxAttempts, delayMs, errorMessage } = event;
      return { isStreaming: true, retry: { attempt, maxAttempts, delayMs, startedAt: now, errorMessage } };
    }
    case "auto_retry_end":
      return { retry: null };
    case "session_info_changed":
      return state.session ? { session: named(state.session, event.name) } : undefined;
    case "thinking_level_changed":
      return isThinkingLevel(event.level) ? { thinkingLevel: event.level } : undefined;
    case "model_changed": {
      const model = state.models.find((one) => one.provider === event.provider && one.id === event.modelId);
      return model && { model };
    }
    default:
      // A model that answers again has ended the wait for it.
      return event.type === "message_start" && event.message.role === "assistant" && state.retry
        ? { retry: null }
        : undefined;
  }
}

function isThinkingLevel(level: string): level is ThinkingLevel {
  return (thinkingLevels as readonly string[]).includes(level);
}

/** A session with its name set, or without one when the name is empty. */
export function named(session: NonNullable<ChatState["session"]>, name: string | undefined) {
  const { name: _old, ...rest } = session;
  return name ? { ...rest, name } : rest;
}

/** What a notice of an agent extension changes. `null` counts as absent. */
export function patchOfNotice(
  state: ChatState,
  notice: Extract<ExtensionUINotice, { method: "setStatus" | "setWidget" | "setTitle" }>,
): StatePatch {
  switch (notice.method) {
    case "setStatus": {
      const others = state.statuses.filter((status) => status.key !== notice.statusKey);
      const text = notice.statusText;
      return { statuses: text ? [...others, { key: notice.statusKey, text }] : others };
    }
    case "setWidget": {
      const others = state.widgets.filter((widget) => widget.key !== notice.widgetKey);
      const lines = notice.widgetLines;
      if (!Array.isArray(lines)) return { widgets: others };
      const placement = notice.widgetPlacement === "belowEditor" ? "belowEditor" : "aboveEditor";
      return { widgets: [...others, { key: notice.widgetKey, lines: [...lines], placement }] };
    }
    case "setTitle":
      return { title: notice.title || null };
  }
}
