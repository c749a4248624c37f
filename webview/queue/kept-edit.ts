/** A queued message that is being edited: kept with the view, which VS Code can drop before the host has been told. */
import { keep, kept, MOST_KEPT } from "../state/host.ts";
import { getView } from "../state/store.ts";
import { editQueued, type Queued, queuedMessages } from "./edit-queue.ts";

interface KeptEdit {
  sessionId: string | undefined;
  saved: [Queued, ...Queued[]];
  text: string;
}

/** Keeps what a message is being made to, until `forgetQueueEdit`. */
export function keepQueueEdit(saved: [Queued, ...Queued[]], text: string): void {
  if (text.length > MOST_KEPT) return;
  keep("queueEdit", { sessionId: getView().chat?.session?.id, saved, text } satisfies KeptEdit);
}

/** The host has been told, or nothing was changed. */
export function forgetQueueEdit(): void {
  keep("queueEdit", null);
}

/** Saves the edit that a view before this one could not hand over, if its message still waits in this session. */
export function saveKeptEdit(): void {
  const edit = kept("queueEdit") as KeptEdit | null;
  const { chat } = getView();
  if (!edit || !chat || edit.sessionId !== chat.session?.id) return;
  forgetQueueEdit();
  const messages = queuedMessages(chat.queue);
  const waits = edit.saved.some((one) => messages.some(({ kind, text }) => kind === one.kind && text === one.text));
  if (waits) editQueued(edit.saved, edit.text);
}
