/** What the reducer remembers of messages that have not settled yet, and how rows get their keys. */
import type { TranscriptDraft } from "./draft.ts";
import type { NoticeRow } from "./transcript.ts";

/** A message seen by events whose entry has not come: it keeps its key when it does. */
export interface Unsettled {
  role: string;
  timestamp: number;
  key: string;
}

export interface Live {
  /** The answer that is streaming. */
  answer: { key: string; timestamp: number } | null;
  unsettled: readonly Unsettled[];
  /** Texts as the server's queue last had them. */
  queue: readonly string[];
  /** Texts that left the queue: the next user messages with them are not this panel's bubbles. */
  dequeued: readonly string[];
  /** Makes keys for rows that have no id of their own. */
  lastId: number;
}

export const idleLive: Live = { answer: null, unsettled: [], queue: [], dequeued: [], lastId: 0 };

/** One step of the reducer: a draft of the transcript, and the live part being replaced. */
export interface Step {
  draft: TranscriptDraft;
  live: Live;
}

export function nextKey(step: Step, prefix: string): string {
  const lastId = step.live.lastId + 1;
  step.live = { ...step.live, lastId };
  return `${prefix}:${lastId}`;
}

/** The key of a message by what the protocol says of it; two that look alike get a number each. */
export function messageKey(step: Step, role: string, timestamp: number): string {
  const key = `${role}:${timestamp}`;
  const taken = step.live.unsettled.some((message) => message.key === key) || step.draft.hasKey(key);
  return taken ? nextKey(step, key) : key;
}

export function addNotice(step: Step, at: number, level: NoticeRow["level"], text: string): void {
  step.draft.add({ kind: "notice", key: nextKey(step, "notice"), at, level, text });
}

/** No block goes on; some providers never say that their thinking is over. */
export function endStreaming(step: Step, at: number): void {
  step.draft.updateOpen((row) => {
    if (row.kind === "text" && row.streaming) return { ...row, streaming: false };
    return row.kind === "thinking" && row.streaming ? { ...row, streaming: false, endedAt: at } : row;
  });
}

/** Follows the server's queue, to know which user messages come out of it. */
export function queueChanged(step: Step, queue: readonly string[]): void {
  const left = step.live.queue.slice();
  for (const text of queue) {
    const index = left.indexOf(text);
    if (index >= 0) left.splice(index, 1);
    else withdrawBubble(step, text);
  }
  step.live = { ...step.live, queue, dequeued: [...step.live.dequeued, ...left].slice(-100) };
}

/** A message sent while the panel thought the agent idle went into the queue: it is shown there. */
function withdrawBubble(step: Step, text: string): void {
  const bubble = step.draft.pendingBubbles().find((candidate) => candidate.text === text);
  if (bubble) step.draft.removeBubble(bubble.key);
}
