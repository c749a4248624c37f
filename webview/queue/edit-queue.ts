/** Changes of the queue. Each sends the whole queue as it should be; what left it meanwhile is not brought back. */
import type { ChatState } from "../../extension/panel/messages.ts";
import { takeText } from "../composer/store.ts";
import { setQueue } from "../state/host.ts";
import { getView, showToast } from "../state/store.ts";
import { t } from "../ui/l10n.ts";

export type Kind = "steering" | "followUp";
export interface Queued {
  kind: Kind;
  text: string;
}
type QueueState = ChatState["queue"];

export function queuedMessages({ steering, followUp }: QueueState): Queued[] {
  const of = (kind: Kind, texts: readonly string[]) => texts.map((text) => ({ kind, text }));
  return [...of("steering", steering), ...of("followUp", followUp)];
}

async function send(messages: readonly Queued[]): Promise<void> {
  const texts = (kind: Kind) => messages.filter((message) => message.kind === kind).map(({ text }) => text);
  try {
    await setQueue(texts("steering"), texts("followUp"));
  } catch (error) {
    showToast("error", (error as Error).message);
  }
}

/**
 * Replaces one message by `next` (null: takes it out). False when it is no longer in the queue, because
 * the agent has taken it.
 */
export function changeQueued(message: Queued, next: Queued | null): boolean {
  const messages = queuedMessages(getView().chat?.queue ?? { steering: [], followUp: [] });
  const at = messages.findIndex(({ kind, text }) => kind === message.kind && text === message.text);
  if (at < 0) return false;
  messages.splice(at, 1, ...(next && next.kind === message.kind ? [next] : []));
  if (next && next.kind !== message.kind) messages.push(next);
  void send(messages);
  return true;
}

/** Saves an edited text; when the message has been sent meanwhile, the text goes to the composer instead. */
export function editQueued(message: Queued, text: string): void {
  if (text.trim() === "" || text === message.text) return;
  if (changeQueued(message, { ...message, text })) return;
  takeText(text, [], "append");
  showToast("info", t("That message was sent already. Your text is in the composer."));
}

export function clearQueue(): void {
  void send([]);
}
