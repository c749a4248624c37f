import type { AgentMessage } from "@earendil-works/pi-agent-core";
import type { SessionProjection } from "@earendil-works/pi-coding-agent";
import { SessionManager } from "@earendil-works/pi-coding-agent";

const usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

type Assistant = Extract<AgentMessage, { role: "assistant" }>;
type ToolCall = Extract<Assistant["content"][number], { type: "toolCall" }>;
export type Call = { id: string; name?: string; args?: Record<string, unknown> };

export function user(content: Extract<AgentMessage, { role: "user" }>["content"]): AgentMessage {
  return { role: "user", content, timestamp: 1 };
}

export function assistant(content: Assistant["content"], stopReason: Assistant["stopReason"] = "stop"): AgentMessage {
  return { role: "assistant", content, api: "x", provider: "p", model: "m", usage, stopReason, timestamp: 2 };
}

/** An assistant message that says `text` and makes `calls`. */
export function calling(text: string, ...calls: Call[]): AgentMessage {
  return assistant(
    [
      { type: "text", text },
      ...calls.map(({ id, name = "read", args = { path: `${id}.txt` } }) => ({
        type: "toolCall" as const,
        id,
        name,
        arguments: args as ToolCall["arguments"],
      })),
    ],
    calls.length > 0 ? "toolUse" : "stop",
  );
}

export function result(toolCallId: string, text: string): AgentMessage {
  return {
    role: "toolResult",
    toolCallId,
    toolName: "read",
    content: [{ type: "text", text }],
    isError: false,
    timestamp: 3,
  };
}

/** A session in memory with these messages, in order. */
export function sessionOf(messages: readonly AgentMessage[]): SessionManager {
  const session = SessionManager.inMemory("/tmp");
  for (const message of messages) session.appendMessage(message as Parameters<typeof session.appendMessage>[0]);
  return session;
}

export function projectionOf(messages: readonly AgentMessage[]): SessionProjection {
  return sessionOf(messages).buildSessionProjection();
}
