import type { AgentMessage } from "@earendil-works/pi-agent-core";
import type { SessionProjection } from "@earendil-works/pi-coding-agent";
import type { ImageContent, TextContent } from "../protocol/message.ts";
import { verbatimDetails } from "../session/compaction-result.ts";
import { askForRest } from "./cut-off.ts";
import { isVisible, messageSections, type Section } from "./sections.ts";

/** Stands in front of a compacted past in what the model is sent. */
export const boundaryPrefix =
  "The conversation up to here, shortened to make room. Every line stands exactly as it was; " +
  "(filtered N lines) stands where N lines were left out.";

/** A compacted past as the model is sent it: one message for all up to the boundary, then what came after it. */
export interface BoundaryView {
  content: (TextContent | ImageContent)[];
  /** Milliseconds since 1970. */
  timestamp: number;
  /** Messages behind the boundary. */
  after: AgentMessage[];
}

/**
 * Reads the boundary that a verbatim compaction left in front of `messages` (the session's, system messages apart or
 * not). The kept tail is written out whole behind the compacted text: as messages of its own it could begin with a
 * tool result whose call was compacted, which no provider accepts. Undefined without such a boundary; a prose summary
 * of another agent stays as it is.
 */
export function readBoundary(
  projection: SessionProjection,
  messages: readonly AgentMessage[],
): BoundaryView | undefined {
  const boundary = projection.entries[0]?.sourceEntry;
  if (boundary?.type !== "compaction" || !verbatimDetails(boundary.details)) return undefined;
  const conversation = messages.filter((message) => message.role !== "system");
  const at = conversation.findIndex((message) => message.role === "compactionSummary");
  if (at === -1) return undefined;
  const tailEnd = at + 1 + keptMessages(projection, boundary.id);
  return {
    content: boundaryContent(boundary.summary, conversation.slice(at + 1, tailEnd)),
    timestamp: (conversation[at] as AgentMessage).timestamp,
    after: conversation.slice(tailEnd),
  };
}

/** The messages a request is made of: the boundary as one user message, and no tool result without its call. */
export function requestMessages(projection: SessionProjection, messages: readonly AgentMessage[]): AgentMessage[] {
  const boundary = readBoundary(projection, messages);
  if (!boundary) return askForRest(withoutOrphans(messages));
  const { content, timestamp, after } = boundary;
  return [{ role: "user", content, timestamp }, ...askForRest(withoutOrphans(after))];
}

/** How many messages between the kept start and the boundary are projected; behind it, entries descend from it. */
function keptMessages(projection: SessionProjection, boundaryId: string): number {
  let count = 0;
  for (const { sourceEntry, messages } of projection.entries.slice(1)) {
    if (sourceEntry.parentId === boundaryId) break;
    count += messages.filter((message) => message.role !== "system").length;
  }
  return count;
}

/** The compacted text and, below it, the tail in the same grammar; nothing cut, images as blocks. */
export function boundaryContent(summary: string, tail: readonly AgentMessage[]): (TextContent | ImageContent)[] {
  const blocks: (TextContent | ImageContent)[] = [{ type: "text", text: `${boundaryPrefix}\n\n${summary}` }];
  for (const section of tail.filter(isVisible).flatMap(messageSections)) appendSection(blocks, section);
  return blocks;
}

function appendSection(blocks: (TextContent | ImageContent)[], section: Section): void {
  let lead = `\n\n[${section.role}]: `;
  for (const part of section.parts.length > 0 ? section.parts : [""]) {
    const last = blocks.at(-1);
    const text = typeof part === "string" ? lead + part : lead;
    if (last?.type === "text") last.text += text;
    else blocks.push({ type: "text", text });
    if (typeof part !== "string") blocks.push(part);
    lead = "\n";
  }
}

/** Tool results whose call the model is not sent are told as text. */
function withoutOrphans(messages: readonly AgentMessage[]): AgentMessage[] {
  const calls = new Set<string>();
  return messages.map((message): AgentMessage => {
    if (message.role === "assistant" && isVisible(message)) {
      for (const block of message.content) if (block.type === "toolCall") calls.add(block.id);
    }
    if (message.role !== "toolResult" || calls.has(message.toolCallId)) return message;
    const content: (TextContent | ImageContent)[] = [];
    for (const section of messageSections(message)) appendSection(content, section);
    return { role: "user", content, timestamp: message.timestamp };
  });
}
