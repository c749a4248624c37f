import type { RpcEvent } from "../../server/protocol/event.ts";
import { clip } from "./clip.ts";
import { splitLargeDelta } from "./records.ts";

/**
 * A server's event as the panel gets it: small, and without the copies of messages that message_end has
 * brought already. One event becomes several when its delta is large, and none when the panel has no use for it.
 */
export function forPanel(event: RpcEvent): RpcEvent[] {
  switch (event.type) {
    case "message_update":
    case "bash_execution_update":
      return "delta" in event || "delta" in event.assistantMessageEvent ? splitLargeDelta(event) : [clip(event)];
    case "agent_end":
      return [{ ...event, messages: [] }];
    case "turn_end":
      return [{ ...event, message: { ...event.message, content: [] }, toolResults: [] }];
    // Entries reach the panel as `entries`, in order and by cursor.
    case "entry_appended":
      return [];
    default:
      return [clip(event)];
  }
}
