/** Messages and entries of the protocol → rows of the transcript. Pure; unknown parts become rows that can be opened. */
import type { Clipped } from "../../extension/panel/messages.ts";
import type { CompactionStats, SessionEntry } from "../../server/protocol/entry.ts";
import type { ToolResult } from "../../server/protocol/event.ts";
import type {
  AgentMessage,
  AssistantMessage,
  BashExecutionMessage,
  ImageContent,
  TextContent,
  ToolResultMessage,
} from "../../server/protocol/message.ts";
import type { BashRow, Row, ToolRow, UserRow } from "./transcript.ts";

/** What a row needs to know beside its content. */
export interface Place {
  key: string;
  at: number;
  entryId?: string;
}

type Content = string | (TextContent | ImageContent)[];

/** A text that any agent may have written: nothing becomes "undefined", and what is no text is shown as data. */
export function words(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : (JSON.stringify(value) ?? "");
}

/** The arguments of a call; a model may have made anything of them. */
export function argsOf(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  return typeof value === "object" ? (value as Record<string, unknown>) : { value };
}

/** What a tool has put out. Content that is no block is left out. */
export function resultOf(value: Partial<ToolResult> | null | undefined): ToolResult {
  const blocks = Array.isArray(value?.content) ? value.content : [];
  const content = blocks.flatMap((block): ToolResult["content"] => {
    if (typeof block !== "object" || block === null) return [];
    return [block.type !== "text" || typeof block.text === "string" ? block : { ...block, text: words(block.text) }];
  });
  return { content, details: value?.details };
}

/** The texts of a message's content, joined by blank lines. */
export function textOf(content: Content): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((block) => (block?.type === "text" ? [words(block.text)] : [])).join("\n\n");
}

/** The content of a custom message: text, or blocks that are drawn. */
function contentOf(content: unknown): Content {
  return Array.isArray(content) ? resultOf({ content }).content : words(content);
}

export function imagesOf(content: Content): ImageContent[] {
  return Array.isArray(content) ? content.filter((block): block is ImageContent => block?.type === "image") : [];
}

/** Bytes that the host left out of these values, or nothing. */
export function clippedOf(...values: unknown[]): { clipped?: number } {
  let bytes = 0;
  for (const value of values.flat()) bytes += (value as Partial<Clipped> | null)?.clipped?.bytes ?? 0;
  return bytes > 0 ? { clipped: bytes } : {};
}

/** ms since the epoch of an entry; 0 when its timestamp is none. */
export function timeOf(entry: SessionEntry): number {
  return typeof entry.timestamp === "string" ? Date.parse(entry.timestamp) || 0 : 0;
}

export function userRow(place: Place, content: Content): UserRow {
  return { ...place, kind: "user", text: textOf(content), images: imagesOf(content), ...clippedOf(content) };
}

/** The rows of a finished assistant message, in the order of its blocks. */
export function assistantRows(place: Place, message: AssistantMessage): Row[] {
  const blocks = Array.isArray(message.content) ? message.content : [];
  const rows = blocks.flatMap((block, index) => blockRow({ ...place, key: `${place.key}/${index}` }, block));
  const ended = endRow({ ...place, key: `${place.key}/end` }, message);
  return ended ? [...rows, ended] : rows;
}

function blockRow(place: Place, block: AssistantMessage["content"][number] | null): Row[] {
  switch (block?.type) {
    case "text":
    case "thinking": {
      const text = words(block.type === "text" ? block.text : block.thinking);
      return text.trim() ? [{ ...place, kind: block.type, text, streaming: false, ...clippedOf(block) }] : [];
    }
    case "toolCall": {
      const { clipped: clippedArgs } = clippedOf(block);
      const row = toolRow(place, block.id, block.name, block.arguments);
      return [clippedArgs === undefined ? row : { ...row, clippedArgs }];
    }
    default: {
      const name = words((block as { type?: unknown } | null)?.type ?? typeof block);
      return [{ ...place, kind: "unknown", what: "block", name, data: block }];
    }
  }
}

export function toolRow(place: Place, callId: string, name: string, args: Record<string, unknown>): ToolRow {
  return {
    ...place,
    kind: "tool",
    callId: words(callId),
    name: words(name),
    args: argsOf(args),
    argsText: "",
    state: "waiting",
    result: null,
  };
}

/** A finished answer that did not end well says so in a row of its own. */
function endRow(place: Place, message: AssistantMessage): Row | null {
  const { stopReason } = message;
  if (stopReason !== "error" && stopReason !== "aborted" && stopReason !== "length") return null;
  return {
    ...place,
    kind: "error",
    stopReason,
    message: words(message.errorMessage),
    provider: words(message.provider),
    model: words(message.model),
    attempt: false,
  };
}

/** The tool row with its final result. */
export function withResult(row: ToolRow, message: ToolResultMessage, entryId?: string): ToolRow {
  return {
    ...row,
    argsText: "",
    state: message.isError ? "failed" : "done",
    result: resultOf(message),
    resultAt: message.timestamp,
    ...(entryId === undefined ? {} : { resultEntryId: entryId }),
    ...clippedOf(message, message.content, message.details),
  };
}

export function bashRow(place: Place, message: BashExecutionMessage): BashRow {
  const failed = message.exitCode !== undefined && message.exitCode !== 0;
  return {
    ...place,
    kind: "bash",
    command: words(message.command),
    output: words(message.output),
    state: message.cancelled ? "stopped" : failed ? "failed" : "done",
    ...(message.exitCode === undefined ? {} : { exitCode: message.exitCode }),
    truncated: message.truncated === true,
    ...(message.fullOutputPath ? { fullOutputPath: message.fullOutputPath } : {}),
    excludeFromContext: message.excludeFromContext === true,
    ...clippedOf(message),
  };
}

/** The rows of a message that is neither the user's, nor an answer, nor a tool result. */
export function otherMessageRows(place: Place, message: AgentMessage): Row[] {
  // What a server tells its model about itself is no part of the conversation.
  if ((message?.role as string) === "system") return [];
  switch (message?.role) {
    case "bashExecution":
      return [bashRow(place, message)];
    case "custom":
      return message.display === false
        ? []
        : [
            {
              ...place,
              kind: "custom",
              customType: words(message.customType),
              content: contentOf(message.content),
              data: message.details,
              ...clippedOf(message, message.content),
            },
          ];
    case "branchSummary":
      return [branchRow(place, message)];
    default:
      return [{ ...place, kind: "unknown", what: "role", name: words((message as AgentMessage)?.role), data: message }];
  }
}

function branchRow(place: Place, { summary, fromId, ...rest }: { summary: string; fromId: string }): Row {
  return { ...place, kind: "branchSummary", summary: words(summary), fromId: words(fromId), ...clippedOf(rest) };
}

function compactionStats(details: unknown): { stats?: CompactionStats } {
  const stats = (details as { stats?: CompactionStats } | null | undefined)?.stats;
  return typeof stats?.tokensAfter === "number" ? { stats } : {};
}

/** Entries that servers of this family keep for themselves: they say nothing to a reader. */
const bookkeeping = new Set(["context_edit", "usage", "session_summary"]);

/** The rows of an entry that holds no message. `from` is what a changed value was before. */
export function entryRows(place: Place, entry: Exclude<SessionEntry, { type: "message" }>, from?: string): Row[] {
  const change = { ...place, kind: "change" as const, ...(from === undefined ? {} : { from }) };
  switch (entry.type) {
    case "model_change":
      return [{ ...change, what: "model", to: words(entry.modelId) }];
    case "thinking_level_change":
      return [{ ...change, what: "thinking", to: words(entry.thinkingLevel) }];
    case "label":
      return [{ ...change, what: "label", to: words(entry.label) }];
    case "session_info":
      return [{ ...change, what: "name", to: words(entry.name) }];
    case "compaction": {
      const { tokensBefore, details } = entry;
      const row = {
        ...place,
        kind: "compaction" as const,
        summary: words(entry.summary),
        tokensBefore: tokensBefore ?? 0,
      };
      return [{ ...row, ...compactionStats(details), ...clippedOf(entry) }];
    }
    case "branch_summary":
      return [branchRow(place, entry)];
    case "custom":
      return [
        {
          ...{ ...place, kind: "custom", customType: words(entry.customType), content: null, data: entry.data },
          ...clippedOf(entry),
        },
      ];
    case "custom_message":
      return entry.display === false
        ? []
        : [
            {
              ...place,
              kind: "custom",
              customType: words(entry.customType),
              content: contentOf(entry.content),
              data: entry.details,
              ...clippedOf(entry, entry.content),
            },
          ];
    default: {
      const unknown = entry as { type?: unknown };
      const name = words(unknown.type);
      if (bookkeeping.has(name)) return [];
      return [{ ...place, kind: "unknown", what: "entry", name, data: entry, ...clippedOf(entry) }];
    }
  }
}
