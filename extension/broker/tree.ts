/** The session tree as flat rows: made from the entries themselves, never recursively, whatever their number. */
import type { SessionEntry } from "../../server/protocol/entry.ts";
import type { ImageContent, TextContent, ThinkingContent, ToolCall } from "../../server/protocol/message.ts";
import type { TreeRow } from "../panel/messages.ts";
import { withoutMarks } from "../panel/words.ts";
import { cutText } from "./clip.ts";

const MAX_TEXT = 160;

/** One row an entry, in append order: a parent always stands before its children. `label` and `onPath` as they are now. */
export function treeRows(entries: readonly SessionEntry[], path: readonly SessionEntry[]): TreeRow[] {
  const onPath = new Set(path.map((entry) => entry.id));
  const labels = new Map<string, string>();
  for (const entry of entries) {
    if (entry.type !== "label") continue;
    const label = plain(entry.label);
    if (label) labels.set(entry.targetId, label);
    else labels.delete(entry.targetId);
  }
  return entries.map((entry) => {
    const label = labels.get(entry.id);
    return {
      id: entry.id,
      parentId: entry.parentId === entry.id ? null : entry.parentId,
      kind: kindOf(entry),
      text: textOf(entry),
      at: typeof entry.timestamp === "string" ? Date.parse(entry.timestamp) || 0 : 0,
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

/** What an entry says. Up to `maxLength` UTF-16 units: by default one line of a list, without marks, else as it is written. */
export function textOf(entry: SessionEntry, maxLength = MAX_TEXT): string {
  const text = fullText(entry);
  if (maxLength > MAX_TEXT) return cutText(text, maxLength);
  const start = text.slice(0, maxLength * 4);
  return cutText((isMarkdown(entry) ? withoutMarks(start) : start).replace(/\s+/g, " ").trim(), maxLength);
}

/** Whether it was written as a message: names, commands and outputs stay as they are. */
function isMarkdown(entry: SessionEntry): boolean {
  if (entry.type === "message") return !["toolResult", "bashExecution"].includes(entry.message?.role);
  return entry.type === "branch_summary" || entry.type === "custom_message";
}

/** Any field may be missing, or be another thing, in what other agents wrote. */
function fullText(entry: SessionEntry): string {
  switch (entry.type) {
    case "message":
      return messageText(entry);
    case "compaction":
    case "branch_summary":
      return plain(entry.summary);
    case "model_change":
      return [plain(entry.provider), plain(entry.modelId)].filter(Boolean).join("/");
    case "thinking_level_change":
      return plain(entry.thinkingLevel);
    case "session_info":
      return plain(entry.name);
    case "label":
      return plain(entry.label);
    case "custom_message":
      return contentText(entry.content) || plain(entry.customType);
    case "custom":
      return plain(entry.customType);
    default:
      return plain((entry as { type: unknown }).type);
  }
}

function messageText({ message }: Extract<SessionEntry, { type: "message" }>): string {
  switch (message?.role) {
    case "bashExecution":
      return `! ${plain(message.command)}`;
    case "branchSummary":
      return plain(message.summary);
    case "toolResult":
      return [plain(message.toolName), contentText(message.content)].filter(Boolean).join(": ");
    case "assistant":
      return contentText(message.content) || plain(message.errorMessage);
    default:
      return contentText((message as { content?: unknown } | null | undefined)?.content);
  }
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : "";
}

type Block = TextContent | ImageContent | ThinkingContent | ToolCall;

/** The text of a message's content; without any, the names of the tools it calls. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const blocks = content as Block[];
  const text = blocks
    .map((block) => (block?.type === "text" ? plain(block.text) : ""))
    .join("\n")
    .trim();
  return text || blocks.flatMap((block) => (block?.type === "toolCall" ? [plain(block.name)] : [])).join(", ");
}
