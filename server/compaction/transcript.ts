import type { AgentMessage } from "@earendil-works/pi-agent-core";
import { anyTag, taggedInSection, taggedInTranscript } from "./keep-context.ts";
import { type LineRange, normalizeRanges } from "./ranges.ts";
import { readMarker } from "./rebuild.ts";
import { messageSections, type Section } from "./sections.ts";

/** Longest tool result a transcript shows, in UTF-16 units; the rest is counted, not shown. */
export const toolResultLimit = 16_000;

/** The part of a conversation that is to be compacted, as lines. */
export interface Transcript {
  lines: string[];
  /** Lines that stay whatever the planner says (keepContext); normalized. */
  protectedRanges: LineRange[];
  /** Whether this line (0-based) is a marker that an earlier compaction left. */
  isOldMarker(index: number): boolean;
}

/**
 * Writes messages out as lines, sections parted by an empty line; the text of an earlier compaction, when there is
 * one, goes in front of them.
 */
export function buildTranscript(messages: readonly AgentMessage[], earlier?: string): Transcript {
  const lines = earlier === undefined ? [] : earlier.split("\n");
  const tagged = earlier !== undefined && anyTag.test(earlier) ? taggedInTranscript(lines) : [];
  const earlierLines = lines.length;
  for (const message of messages) {
    for (const section of messageSections(message)) {
      if (lines.length > earlierLines) lines.push("");
      const text = sectionText(section);
      const own = text.split("\n");
      if (section.tagged && anyTag.test(text)) {
        for (const { start, end } of taggedInSection(own)) {
          tagged.push({ start: start + lines.length, end: end + lines.length });
        }
      }
      for (const line of own) lines.push(line);
    }
  }
  const protectedRanges = normalizeRanges(tagged, lines.length);
  const kept = new Set<number>();
  for (const range of protectedRanges) for (let n = range.start; n <= range.end; n++) kept.add(n);
  return {
    lines,
    protectedRanges,
    isOldMarker: (index) =>
      index < earlierLines && readMarker(lines[index] as string) !== undefined && !kept.has(index + 1),
  };
}

/** Transcript text of one section: images as `[image]`, long tool results cut. */
export function sectionText(section: Section): string {
  const text = section.parts.map((part) => (typeof part === "string" ? part : "[image]")).join("\n");
  return `[${section.role}]: ${section.role === "Tool result" ? cutText(text) : text}`;
}

function cutText(text: string): string {
  if (text.length <= toolResultLimit) return text;
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(toolResultLimit - 1));
  const shown = splitsPair ? toolResultLimit - 1 : toolResultLimit;
  return `${text.slice(0, shown)}\n[... ${text.length - shown} more characters truncated]`;
}
