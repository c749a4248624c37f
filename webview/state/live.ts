/** What the reducer remembers of messages that have not settled yet. */
import type { TranscriptDraft } from "./draft.ts";

/** A message seen by events whose entry has not come: it keeps its key when it does. */
export interface Unsettled {
  role: string;
  timestamp: number;
  key: string;
}

export interface Live {
  /** The answer that is streaming. */
  answer: { key: string; timestamp: number; startedAt: number } | null;
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
