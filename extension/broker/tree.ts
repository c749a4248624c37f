/** The session tree as flat rows: made from the entries themselves, never recursively, whatever their number. */
import type { SessionEntry } from "../../server/protocol/entry.ts";
import type { ImageContent, TextContent, ThinkingContent, ToolCall } from "../../server/protocol/message.ts";
import type { TreeRow } from "../panel/messages.ts";
import { cutText } from "./clip.ts";

const MAX_TEXT = 160;

/** One row an entry, in append order: a parent always stands before its children. `label` and `onPath` as they are now. */
export function treeRows(entries: readonly SessionEntry[], path: readonly SessionEntry[]): TreeRow[] {
  const onPath = new Set(path.map((entry) => entry.id));
  const labels = new Map<string, string>();
  for (const entry of entries) {
    if (entry.type !== "label") continue;
    if (entry.label) labels.set(entry.targetId, entry.label);
    else labels.delete(entry.targetId);
  }
  return entries.map((entry) => {
    const label = labels.get(entry.id);
    return {
      id: entry.id,
      parentId: entry.parentId === entry.id ? null : entry.parentId,
      kind: kindOf(entry),
      text: textOf(entry),
      at: Date.parse(entry.timestamp) || 0,
      ...(label === undefined ? {} : { label }),
      onPath: onPath.has(entry.id),
    };
  });
}

function kindOf(entry: SessionEntry): TreeRow["kind"] {
  switch (entry.type) {
    case "message":
      return kindOfRole(entry.message?.role);
    case "compaction":
      return "compaction";
    case "branch_summary":
      return "branchSummary";
    case "model_change":
    case "thinking_level_change":
    case "session_info":
      return "change";
    case "label":
      return "label";
    default:
      return "custom";
  }
}

function kindOfRole(role: string | undefined): TreeRow["kind"] {
  switch (role) {
    case "user":
    case "assistant":
    case "branchSummary":
      return role;
    case "system":
      return "change";
    case "toolResult":
    case "bashExecution":
      return "tool";
    default:
      return "custom";
  }
}

/** What an entry says. Up to `maxLength` UTF-16 units: by default one line of a list, else as it is written. */
export function textOf(entry: SessionEntry, maxLength = MAX_TEXT): string {
  const text = fullText(entry);
  if (maxLength > MAX_TEXT) return cutText(text, maxLength);
  return cutText(
    text
      .slice(0, maxLength * 4)
      .replace(/\s+/g, " ")
      .trim(),
    maxLength,
  );
}

function fullText(entry: SessionEntry): string {
  switch (entry.type) {
    case "message":
      return messageText(entry);
    case "compaction":
    case "branch_summary":
      return String(entry.summary ?? "");
    case "model_change":
      return [entry.provider, entry.modelId].filter(Boolean).join("/");
    case "thinking_level_change":
      return String(entry.thinkingLevel ?? "");
    case "session_info":
      return entry.name ?? "";
    case "label":
      return entry.label ?? "";
    case "custom_message":
      return contentText(entry.content) || entry.customType;
    case "custom":
      return String(entry.customType ?? "");
    default:
      return String((entry as { type: unknown }).type);
  }
}

/** Any field may be missing in what other agents wrote. */
function messageText({ message }: Extract<SessionEntry, { type: "message" }>): string {
  switch (message?.role) {
    case "bashExecution":
      return `! ${message.command ?? ""}`;
    case "branchSummary":
      return message.summary ?? "";
    case "toolResult":
      return [message.toolName, contentText(message.content)].filter(Boolean).join(": ");
    case "assistant":
      return contentText(message.content) || message.errorMessage || "";
    default:
      return contentText((message as { content?: unknown } | null)?.content);
  }
}

type Block = TextContent | ImageContent | ThinkingContent | ToolCall;

/** The text of a message's content; without any, the names of the tools it calls. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const blocks = content as Block[];
  const text = blocks
    .map((block) => (block?.type === "text" ? block.text : ""))
    .join("\n")
    .trim();
  return text || blocks.flatMap((block) => (block?.type === "toolCall" ? [block.name] : [])).join(", ");
}
