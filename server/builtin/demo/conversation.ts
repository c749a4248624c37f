/** What the script needs to know of a conversation: the last thing asked, and what the tools have said since. */
import type { Message, TranscriptContext } from "@earendil-works/pi-ai";

export interface ToolOutcome {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
}

export interface Conversation {
  /** The last message of the person. */
  readonly request: string;
  /** Identifies that message: retries of one request have the same. */
  readonly requestedAt: number;
  readonly images: number;
  /** Tool calls and their results since then, oldest first. */
  readonly outcomes: readonly ToolOutcome[];
  /** The person said this while a run was under way. */
  readonly steered: boolean;
  /** No answer has been given yet in this conversation. */
  readonly first: boolean;
  /** Rough size of the whole in tokens. */
  readonly tokens: number;
  /** Plain text of a request that is no conversation, such as the planning of a compaction. */
  readonly hasTools: boolean;
}

export function conversationOf(context: TranscriptContext): Conversation {
  const messages = context.messages.filter((message) => message.role !== "system");
  const last = messages.findLastIndex((message) => message.role === "user");
  const asked = messages[last];
  const { text, images } = asked?.role === "user" ? contentOf(asked.content) : { text: "", images: 0 };
  const before = messages[last - 1];
  return {
    request: text,
    requestedAt: asked?.timestamp ?? 0,
    images,
    outcomes: outcomesOf(messages.slice(last + 1)),
    steered: before?.role === "toolResult",
    first: !messages.some(
      (message) => message.role === "assistant" && message.content.some((part) => part.type === "text"),
    ),
    tokens: Math.ceil(messages.reduce((sum, message) => sum + JSON.stringify(message.content).length, 0) / 4),
    hasTools: context.messages.some((message) => message.role === "system" && (message.toolsAdded?.length ?? 0) > 0),
  };
}

function outcomesOf(messages: readonly Message[]): ToolOutcome[] {
  const calls = new Map<string, Record<string, unknown>>();
  const outcomes: ToolOutcome[] = [];
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const part of message.content) if (part.type === "toolCall") calls.set(part.id, part.arguments);
    } else if (message.role === "toolResult") {
      const { toolName: name, toolCallId, isError } = message;
      outcomes.push({ name, args: calls.get(toolCallId) ?? {}, text: contentOf(message.content).text, isError });
    }
  }
  return outcomes;
}

function contentOf(content: string | readonly { type: string; text?: string }[]): { text: string; images: number } {
  if (typeof content === "string") return { text: content, images: 0 };
  return {
    text: content.flatMap((part) => (part.type === "text" && part.text !== undefined ? [part.text] : [])).join("\n"),
    images: content.filter((part) => part.type === "image").length,
  };
}
