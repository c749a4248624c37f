/** Plays a reply at a natural pace, so that there is time to stop it, steer it and watch it. */

import { setTimeout as wait } from "node:timers/promises";
import {
  type Api,
  type AssistantMessage,
  type AssistantMessageEventStream,
  createAssistantMessageEventStream,
  type Model,
  type ToolCall,
} from "@earendil-works/pi-ai";
import type { Conversation } from "./conversation.ts";

/** A piece of a reply. */
export type Part =
  | { type: "thinking"; text: string }
  | { type: "text"; text: string }
  | { type: "tool"; name: string; args: ToolCall["arguments"] };

/** What the script answers with; an error message ends the reply as a provider's failure does. */
export interface Reply {
  readonly parts: readonly Part[];
  readonly error?: string;
}

/** Milliseconds between two pieces of text; ATOMIC_DEMO_PACE_MS=0 plays at once. */
const PACE_MS = 28;
const WORDS = /\s*\S+\s*/g;
const WORDS_A_PIECE = 2;

type Block = AssistantMessage["content"][number];

export function play(
  model: Model<Api>,
  conversation: Conversation,
  script: () => Reply,
  signal: AbortSignal | undefined,
): AssistantMessageEventStream {
  const stream = createAssistantMessageEventStream();
  const message: AssistantMessage = {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: usage(conversation.tokens, 0),
    stopReason: "pending",
    timestamp: Date.now(),
  };
  void run(stream, message, conversation, script, signal);
  return stream;
}

async function run(
  stream: AssistantMessageEventStream,
  message: AssistantMessage,
  conversation: Conversation,
  script: () => Reply,
  signal: AbortSignal | undefined,
): Promise<void> {
  const fail = (reason: "aborted" | "error", errorMessage: string) => {
    message.stopReason = reason;
    message.errorMessage = errorMessage;
    stream.push({ type: "error", reason, error: message });
    stream.end(message);
  };
  try {
    signal?.throwIfAborted();
    const { parts, error } = script();
    stream.push({ type: "start", partial: message });
    for (const part of parts) {
      await playPart(stream, message, part, signal);
      message.usage = usage(conversation.tokens, Math.ceil(JSON.stringify(message.content).length / 4));
    }
    if (error) {
      fail("error", error);
      return;
    }
    const reason = parts.some((part) => part.type === "tool") ? "toolUse" : "stop";
    message.stopReason = reason;
    stream.push({ type: "done", reason, message });
    stream.end(message);
  } catch (error) {
    if (signal?.aborted) fail("aborted", "Request was aborted");
    else fail("error", (error as Error).message);
  }
}

async function playPart(
  stream: AssistantMessageEventStream,
  message: AssistantMessage,
  part: Part,
  signal: AbortSignal | undefined,
): Promise<void> {
  const contentIndex = message.content.length;
  const at = { contentIndex, partial: message };
  if (part.type === "tool") {
    const call: ToolCall = {
      type: "toolCall",
      id: `demo_${Date.now()}_${contentIndex}`,
      name: part.name,
      arguments: {},
    };
    message.content.push(call);
    stream.push({ type: "toolcall_start", ...at });
    for (const delta of pieces(JSON.stringify(part.args))) {
      await pause(signal);
      stream.push({ type: "toolcall_delta", delta, ...at });
    }
    call.arguments = part.args;
    stream.push({ type: "toolcall_end", toolCall: call, ...at });
    return;
  }
  const thinking = part.type === "thinking";
  const block: Block = thinking ? { type: "thinking", thinking: "" } : { type: "text", text: "" };
  message.content.push(block);
  stream.push({ type: thinking ? "thinking_start" : "text_start", ...at });
  for (const delta of pieces(part.text)) {
    await pause(signal);
    if (block.type === "thinking") block.thinking += delta;
    else if (block.type === "text") block.text += delta;
    stream.push({ type: thinking ? "thinking_delta" : "text_delta", delta, ...at });
  }
  stream.push({ type: thinking ? "thinking_end" : "text_end", content: part.text, ...at });
}

/** The text in pieces of a few words, nothing lost. */
function pieces(text: string): string[] {
  const words = text.match(WORDS) ?? [text];
  const result: string[] = [];
  for (let i = 0; i < words.length; i += WORDS_A_PIECE) result.push(words.slice(i, i + WORDS_A_PIECE).join(""));
  return result;
}

async function pause(signal: AbortSignal | undefined): Promise<void> {
  const pace = Number(process.env.ATOMIC_DEMO_PACE_MS ?? PACE_MS);
  if (pace > 0) await wait(pace, undefined, signal ? { signal } : {});
  else signal?.throwIfAborted();
}

function usage(input: number, output: number): AssistantMessage["usage"] {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return { input, output, cacheRead: 0, cacheWrite: 0, totalTokens: input + output, cost };
}
