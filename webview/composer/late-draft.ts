/**
 * What was typed last and may not have reached the host: VS Code can drop a view in the very moment
 * it is hidden, and with it a message under way. What is kept with the view itself outlives that.
 */
import type { ChatState } from "../../extension/panel/messages.ts";
import { keep, kept } from "../state/host.ts";

interface LateDraft {
  chatId: string;
  sessionId: string | null;
  text: string;
  caret: number;
}

/** Longer texts are left to the host: this is written with every key. */
const maxLength = 100_000;

/** Keeps the text until `draftPosted`. */
export function keepLateDraft({ chatId, session }: ChatState, text: string, caret: number): void {
  if (text.length <= maxLength) keep({ chatId, sessionId: session?.id ?? null, text, caret } satisfies LateDraft);
}

/** The host has had time to take the draft. */
export function draftPosted(): void {
  keep(null);
}

/** The text a view before this one could not hand over, if it belongs to this chat or its session. */
export function takeLateDraft({ chatId, session }: ChatState): { text: string; caret: number } | undefined {
  const late = kept() as LateDraft | null | undefined;
  if (!late) return undefined;
  const isOurs = session && late.sessionId ? late.sessionId === session.id : late.chatId === chatId;
  return isOurs ? late : undefined;
}
