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

let sending: Promise<void> | null = null;

/** One after the other: what is sent while the host rearranges the queue would be taken for a message that joined it. */
function send(messages: readonly Queued[]): void {
  const texts = (kind: Kind) => messages.filter((message) => message.kind === kind).map(({ text }) => text);
  const post = () => setQueue(texts("steering"), texts("followUp"));
  // At once where it can be: the page may be about to go.
  const sent = (sending ? sending.then(post) : post())
    .catch((error: Error) => showToast("error", error.message))
    .finally(() => {
      if (sending === sent) sending = null;
    });
  sending = sent;
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
  send(messages);
  return true;
}

/**
 * Saves an edited text; when the message has been sent meanwhile, the text goes to the composer instead.
 * `saved` is the message as it was saved before, the last time first: the queue may not tell of that yet.
 * Answers with the message as it is saved now; undefined when there is nothing to save.
 */
export function editQueued(saved: readonly [Queued, ...Queued[]], text: string): Queued | undefined {
  if (text.trim() === "" || text === saved[0].text) return undefined;
  const next = { ...saved[0], text };
  if (!saved.some((message) => changeQueued(message, next))) {
    takeText(text, [], "append");
    showToast("info", t("That message was sent already. Your text is in the composer."));
  }
  return next;
}

export function clearQueue(): void {
  send([]);
}
