/** A message that is being edited to be sent again: kept with the view, which VS Code drops when it is hidden. */
import { keep, kept, MOST_KEPT } from "../state/host.ts";

interface KeptEdit {
  sessionId: string;
  entryId: string;
  text: string;
}

/** Keeps what a message of the session is being made to, until `forgetEdit`. The last one only. */
export function keepEdit(sessionId: string, entryId: string, text: string): void {
  if (text.length <= MOST_KEPT) keep("messageEdit", { sessionId, entryId, text } satisfies KeptEdit);
}

/** The text of an edit of this message that has not ended. */
export function keptEdit(sessionId: string, entryId: string): string | undefined {
  const edit = kept("messageEdit") as KeptEdit | null;
  return edit?.sessionId === sessionId && edit.entryId === entryId ? edit.text : undefined;
}

/** The edit of this message was sent or cancelled. */
export function forgetEdit(sessionId: string, entryId: string): void {
  if (keptEdit(sessionId, entryId) !== undefined) keep("messageEdit", null);
}
