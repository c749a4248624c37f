import type { AgentMessage } from "@earendil-works/pi-agent-core";
import { convertToLlm } from "@earendil-works/pi-coding-agent";
import type { ImageContent } from "../protocol/message.ts";
import { stringify } from "../rpc/stringify.ts";

export type SectionRole = "User" | "Assistant thinking" | "Assistant" | "Assistant tool calls" | "Tool result";

/** One block of the transcript: `[role]: ` and what was said, text and images in their order. */
export interface Section {
  role: SectionRole;
  parts: (string | ImageContent)[];
  /** Whether keepContext tags count in it: only in what the user or the assistant wrote themselves. */
  tagged: boolean;
}

/** Whether the model is sent this message: what failed, was aborted or excluded is not. */
export function isVisible(message: AgentMessage): boolean {
  switch (message.role) {
    case "assistant":
      return message.stopReason !== "error" && message.stopReason !== "aborted" && message.content.length > 0;
    case "bashExecution":
    case "custom":
      return (message as { excludeFromContext?: boolean }).excludeFromContext !== true;
    case "user":
    case "toolResult":
    case "branchSummary":
      return true;
    default:
      return false;
  }
}

/** The sections of a visible message; blocks of one kind that follow each other stand in one section. */
export function messageSections(message: AgentMessage): Section[] {
  if (message.role === "assistant") return assistantSections(message.content);
  if (message.role === "toolResult") {
    return [{ role: "Tool result", parts: contentParts(message.content), tagged: false }];
  }
  return convertToLlm([message]).flatMap((sent): Section[] =>
    sent.role === "user" ? [{ role: "User", parts: contentParts(sent.content), tagged: message.role === "user" }] : [],
  );
}

type AssistantContent = Extract<AgentMessage, { role: "assistant" }>["content"];

function assistantSections(content: AssistantContent): Section[] {
  const sections: Section[] = [];
  const add = (role: SectionRole, text: string, separator: string) => {
    const last = sections.at(-1);
    if (last?.role === role) last.parts[0] = `${last.parts[0]}${separator}${text}`;
    else sections.push({ role, parts: [text], tagged: role === "Assistant" });
  };
  for (const block of content) {
    if (block.type === "text") add("Assistant", block.text, "\n");
    else if (block.type === "thinking" && block.thinking) add("Assistant thinking", block.thinking, "\n");
    else if (block.type === "toolCall") add("Assistant tool calls", callText(block.name, block.arguments), "; ");
  }
  return sections;
}

function callText(name: string, args: unknown): string {
  const entries = Object.entries((args ?? {}) as Record<string, unknown>);
  return `${name}(${entries.map(([key, value]) => `${key}=${json(value)}`).join(", ")})`;
}

function json(value: unknown): string {
  return typeof value === "object" && value !== null ? stringify(value) : (JSON.stringify(value) ?? "null");
}

function contentParts(content: string | readonly { type: string }[] | null | undefined): (string | ImageContent)[] {
  if (typeof content === "string") return [content];
  const parts: (string | ImageContent)[] = [];
  for (const block of content ?? []) {
    if (block.type === "text") parts.push((block as { text?: string }).text ?? "");
    else if (block.type === "image") parts.push(block as ImageContent);
  }
  return parts;
}
