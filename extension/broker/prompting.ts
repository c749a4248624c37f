import type { ImageContent } from "../../server/protocol/message.ts";
import type { ChatState, PanelRecord } from "../panel/messages.ts";
import { t } from "../texts.ts";
import { within } from "../within.ts";
import type { QueuedContent } from "./drafts.ts";
import { type AgentLink, errorText } from "./link.ts";
import { flatQueue, planQueue, type QueuedMessage, QueueImages, type QueueKind, type QueueTexts } from "./queue.ts";

/** How long a server may take to end a run before the person is offered to force it, in ms. */
export const STOP_PATIENCE_MS = 5000;
const CLEAR_PATIENCE_MS = 1000;

export interface PromptingTarget {
  readonly chat: { readonly state: ChatState; emit(record: PanelRecord): void };
  /** The run has not ended after STOP_PATIENCE_MS. */
  stopIsSlow(): void;
  /** The text as it goes to the server; undefined when the person does not want it sent now. */
  prepare(text: string): Promise<string | undefined>;
  /** Images of a message in the queue have become known, which the server does not tell. */
  queueGrew(): void;
  /** The queue has been rearranged; what the server told of it last is how it stands. */
  queueSettled(): void;
  /** A prompt was taken that may have changed the session (commands of agent extensions do). */
  commandRan(): void;
}

export interface OutgoingMessage {
  clientMessageId: string;
  text: string;
  images: ImageContent[];
  behavior: QueueKind;
}

/** Sends, queues and stops; never loses a text: what the server does not take returns to the composer. */
export class Prompting {
  readonly #images = new QueueImages();
  /** Calls that have emptied the queue and may fill it again: what it shows meanwhile is no news. */
  #rearranging = 0;
  /** Messages on their way: sent here, not yet taken or refused. */
  #underWay = 0;
  readonly #link: AgentLink;
  readonly #target: PromptingTarget;

  constructor(link: AgentLink, target: PromptingTarget) {
    this.#link = link;
    this.#target = target;
  }

  /** Sends a message, starting the server first where needed. Says `accepted` or `refused`, and whether it was taken. */
  async send(message: OutgoingMessage): Promise<boolean> {
    this.#underWay += 1;
    try {
      return await this.#send(message);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Messages are on their way. */
  get isSending(): boolean {
    return this.#underWay > 0;
  }

  async #send(message: OutgoingMessage): Promise<boolean> {
    const { clientMessageId, text, images } = message;
    const before = flatQueue(this.#target.chat.state.queue).map((queued) => queued.text);
    try {
      await this.#link.start();
      const prepared = await this.#target.prepare(text);
      if (prepared === undefined) throw new Error(t("Not sent."));
      await this.#prompt({ kind: message.behavior, text: prepared, images });
    } catch (error) {
      this.#target.chat.emit({ kind: "refused", clientMessageId, error: errorText(error), text, images });
      return false;
    }
    this.#rememberImages(before, message);
    this.#target.chat.emit({ kind: "accepted", clientMessageId });
    if (text.startsWith("/")) this.#target.commandRan();
    return true;
  }

  /** clear_queue, then abort; the queued texts return to the composer. Resolves when the run has ended. */
  async stop(): Promise<void> {
    await this.#rearrange(() => this.#clearForStop());
    const slow = setTimeout(() => this.#target.stopIsSlow(), STOP_PATIENCE_MS);
    try {
      await this.#link.request("abort", {});
    } finally {
      clearTimeout(slow);
    }
  }

  /** Empties the queue; its texts return to the composer. */
  async takeBack(): Promise<void> {
    await this.#rearrange(async () => this.giveBack(await this.#link.request("clear_queue", {})));
  }

  async #clearForStop(): Promise<void> {
    const cleared = await within(this.#link.request("clear_queue", {}), CLEAR_PATIENCE_MS, undefined);
    if (cleared) this.giveBack(cleared);
  }

  /** Replaces the queue. Rejects when the server refuses one; that text and those after it return to the composer. */
  async setQueue(wanted: QueueTexts): Promise<void> {
    await this.#rearrange(() => this.#replaceQueue(wanted));
  }

  async #replaceQueue(wanted: QueueTexts): Promise<void> {
    const seen = this.#target.chat.state.queue;
    const cleared = await this.#link.request("clear_queue", {});
    const plan = planQueue(seen, cleared, wanted, (texts) => this.#images.take(texts));
    for (const [at, message] of plan.entries()) {
      try {
        // A prompt rather than steer or follow_up: when the run has ended meanwhile, it begins the next one.
        await this.#prompt(message);
        this.#images.add(message);
      } catch (error) {
        this.#toComposer(plan.slice(at));
        throw error;
      }
    }
  }

  /** Returns queued texts, with the images known here, to the composer. */
  giveBack(queue: QueueTexts): void {
    const messages = flatQueue(queue);
    const images = this.#images.take(messages.map((message) => message.text));
    this.#toComposer(messages.map((message, at) => ({ ...message, images: images[at] ?? [] })));
  }

  /** The queue as `giveBack` would return it; null when it is empty. */
  wouldGiveBack(queue: QueueTexts): QueuedContent | null {
    const texts = flatQueue(queue).map((message) => message.text);
    return texts.length > 0 ? { text: texts.join("\n\n"), images: this.#images.of(texts).flat() } : null;
  }

  /** The server told its queue: images of what is in it no longer are forgotten. False while it is being rearranged. */
  queueTold(queue: QueueTexts): boolean {
    if (this.#rearranging > 0) return false;
    this.#images.retain(queue);
    return true;
  }

  async #rearrange(task: () => Promise<void>): Promise<void> {
    this.#rearranging += 1;
    try {
      await task();
    } finally {
      this.#rearranging -= 1;
      if (this.#rearranging === 0) this.#target.queueSettled();
    }
  }

  #toComposer(messages: readonly QueuedMessage[]): void {
    if (messages.length === 0) return;
    const text = messages.map((message) => message.text).join("\n\n");
    const images = messages.flatMap((message) => message.images);
    this.#target.chat.emit({
      kind: "composer",
      text,
      ...(images.length > 0 ? { images } : {}),
      mode: "append",
      reason: "queue",
    });
  }

  async #prompt(message: QueuedMessage): Promise<void> {
    await this.#link.request("prompt", {
      message: message.text,
      ...(message.images.length > 0 ? { images: message.images } : {}),
      streamingBehavior: message.kind,
    });
  }

  /** The queue shows a message as the server expanded it: the one text that is new is ours. */
  #rememberImages(before: readonly string[], { text, images, behavior: kind }: OutgoingMessage): void {
    if (images.length === 0) return;
    const left = [...before];
    const added = flatQueue(this.#target.chat.state.queue)
      .map((queued) => queued.text)
      .filter((queued) => {
        const at = left.indexOf(queued);
        if (at >= 0) left.splice(at, 1);
        return at < 0;
      });
    const own = added.includes(text) ? text : added.length === 1 ? added[0] : undefined;
    if (own === undefined) return;
    this.#images.add({ kind, text: own, images });
    this.#target.queueGrew();
  }
}
