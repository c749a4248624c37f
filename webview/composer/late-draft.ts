/**
 * What was typed last and may not have reached the host: VS Code can drop a view in the very moment
 * it is hidden, and with it a message under way. What is kept with the view itself outlives that.
 */
import type { ChatState } from "../../extension/panel/messages.ts";
import { keep, kept, MOST_KEPT } from "../state/host.ts";
import { caughtUp } from "./catch-up.ts";

interface LateDraft {
  chatId: string;
  sessionId: string | null;
  text: string;
  caret: number;
  /** What the host had been told before. */
  told: string;
}

/** Keeps the text until `draftPosted`; `told` is what the host knows of it. */
export function keepLateDraft({ chatId, session }: ChatState, text: string, caret: number, told: string): void {
  if (text.length > MOST_KEPT) return;
  keep("lateDraft", { chatId, sessionId: session?.id ?? null, text, caret, told } satisfies LateDraft);
}

/** The host has had time to take the draft. */
export function draftPosted(): void {
  keep("lateDraft", null);
}

/** The text a view before this one could not hand over, if it belongs to this chat or its session. */
export function takeLateDraft(
  { chatId, session }: ChatState,
  hostText: string,
): { text: string; caret: number } | undefined {
  const late = kept("lateDraft") as LateDraft | null;
  if (!late) return undefined;
  const isOurs = session && late.sessionId ? late.sessionId === session.id : late.chatId === chatId;
  if (!isOurs) return undefined;
  return { text: caughtUp(late.text, late.told ?? hostText, hostText), caret: late.caret };
}
