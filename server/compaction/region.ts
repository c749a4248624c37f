import type { AgentMessage } from "@earendil-works/pi-agent-core";
import type { CompactionEntry, SessionProjection } from "@earendil-works/pi-coding-agent";
import { isVisible } from "./sections.ts";

/** What of the active conversation a compaction takes, and what it leaves as it is. */
export interface Region {
  /** Text of the boundary before, when there is one: it stands in front of `messages`. */
  earlier?: string;
  messages: AgentMessage[];
  /** The newest messages, in full. */
  tail: AgentMessage[];
  /** Entry of the first message of `tail`; null when nothing is left outside. */
  firstKeptEntryId: string | null;
}

interface VisibleMessage {
  entryId: string;
  message: AgentMessage;
}

/** All messages the model is sent, oldest first, without those an earlier boundary stands for. */
export function visibleMessages(projection: SessionProjection): VisibleMessage[] {
  return projection.entries.flatMap(({ sourceEntry, messages }) =>
    sourceEntry.type === "compaction"
      ? []
      : messages.filter(isVisible).map((message) => ({ entryId: sourceEntry.id, message })),
  );
}

/** Cuts the conversation in front of its newest `recent` messages, wherever in a turn that is. */
export function selectRegion(projection: SessionProjection, recent: number): Region {
  const visible = visibleMessages(projection);
  const cut = Math.max(0, visible.length - recent);
  const first = projection.entries[0];
  const earlier =
    first?.sourceEntry.type === "compaction" && first.messages.length > 0
      ? (first.sourceEntry as CompactionEntry).summary
      : undefined;
  return {
    ...(earlier === undefined ? {} : { earlier }),
    messages: visible.slice(0, cut).map((item) => item.message),
    tail: visible.slice(cut).map((item) => item.message),
    firstKeptEntryId: visible[cut]?.entryId ?? null,
  };
}
