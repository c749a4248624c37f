/** Messages and entries of the SDK as they stand on the wire (protocol page, "Types"). */
import type { AgentMessage as SdkMessage } from "@earendil-works/pi-agent-core";
import type { AgentMessage, AssistantMessage, CustomMessage, Usage } from "../protocol/message.ts";
import { hideSecrets } from "./secrets.ts";

/** What an assistant message of an older or damaged file has for usage. */
export const NO_USAGE: Usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** Files of other agents leave these out. */
const UNKNOWN_ORIGIN = {
  api: "unknown",
  provider: "unknown",
  model: "unknown",
  stopReason: "stop" as const,
  timestamp: 0,
};

/** Usage with every documented field, whatever a provider or an old file left out. */
export function wireUsage(usage: Partial<Usage> | undefined): Usage {
  if (!usage) return NO_USAGE;
  const { cost } = usage;
  const input = usage.input ?? 0;
  const output = usage.output ?? 0;
  const cacheRead = usage.cacheRead ?? 0;
  const cacheWrite = usage.cacheWrite ?? 0;
  return {
    input,
    output,
    cacheRead,
    cacheWrite,
    totalTokens: usage.totalTokens ?? input + output + cacheRead + cacheWrite,
    cost: {
      input: cost?.input ?? 0,
      output: cost?.output ?? 0,
      cacheRead: cost?.cacheRead ?? 0,
      cacheWrite: cost?.cacheWrite ?? 0,
      total: cost?.total ?? 0,
    },
  };
}

/** The message as a client sees it; undefined for what is no part of the conversation (system messages). */
export function wireMessage(message: SdkMessage): AgentMessage | undefined {
  switch (message.role as string) {
    case "system":
      return undefined;
    case "assistant": {
      const assistant = message as unknown as AssistantMessage;
      const wire = {
        ...UNKNOWN_ORIGIN,
        ...assistant,
        content: assistant.content ?? [],
        usage: wireUsage(assistant.usage),
      };
      return wire.errorMessage ? { ...wire, errorMessage: hideSecrets(wire.errorMessage) } : wire;
    }
    case "compactionSummary": {
      const { summary, timestamp } = message as unknown as { summary: string; timestamp: number };
      return {
        role: "custom",
        customType: "compaction",
        content: summary,
        display: true,
        timestamp,
      } satisfies CustomMessage;
    }
    default:
      return message as unknown as AgentMessage;
  }
}

/** All that belongs to the conversation, in order. */
export function wireMessages(messages: readonly SdkMessage[]): AgentMessage[] {
  return messages.flatMap((message) => wireMessage(message) ?? []);
}
