import type { ImageContent } from "../../server/protocol/message.ts";
import type { ChatState } from "../panel/messages.ts";

export type QueueKind = "steer" | "followUp";
export interface QueuedMessage {
  kind: QueueKind;
  text: string;
  images: ImageContent[];
}
export type QueueTexts = ChatState["queue"];

/** The queue as a flat list, steering first, as the server delivers it. */
export function flatQueue(queue: QueueTexts): { kind: QueueKind; text: string }[] {
  return [
    ...queue.steering.map((text) => ({ kind: "steer" as const, text })),
    ...queue.followUp.map((text) => ({ kind: "followUp" as const, text })),
  ];
}

/**
 * Remembers the images of what this client queued: the server tells the texts of its queue only.
 * A text that is queued twice is kept twice.
 */
export class QueueImages {
  #kept: QueuedMessage[] = [];

  add(message: QueuedMessage): void {
    if (message.images.length > 0) this.#kept.push(message);
  }

  /** Forgets what the queue holds no longer. */
  retain(queue: QueueTexts): void {
    const left = flatQueue(queue).map((message) => message.text);
    this.#kept = this.#kept.filter((message) => takeFrom(left, message.text));
  }

  clear(): void {
    this.#kept = [];
  }

  /** The images that belong to the texts, which stay known. */
  of(texts: readonly string[]): ImageContent[][] {
    const left = [...this.#kept];
    return texts.map((text) => {
      const at = left.findIndex((message) => message.text === text);
      return at < 0 ? [] : (left.splice(at, 1)[0]?.images ?? []);
    });
  }

  /** The images that belong to the texts, which are used up by it. */
  take(texts: readonly string[]): ImageContent[][] {
    return texts.map((text) => {
      const at = this.#kept.findIndex((message) => message.text === text);
      return at < 0 ? [] : (this.#kept.splice(at, 1)[0]?.images ?? []);
    });
  }
}

/** Takes one `text` out of `list`; false when there is none. */
function takeFrom(list: string[], text: string): boolean {
  const at = list.indexOf(text);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

/**
 * What to queue again after the queue was cleared for a change.
 * `seen` is the queue the person changed, `cleared` what was really in it, `wanted` how it shall be.
 * What was delivered in the meantime is not sent twice; what joined in the meantime stays, at the end;
 * an edited message keeps the images of the one it was made from.
 */
export function planQueue(
  seen: QueueTexts,
  cleared: QueueTexts,
  wanted: QueueTexts,
  imagesOf: (texts: readonly string[]) => ImageContent[][],
): QueuedMessage[] {
  const clearedList = flatQueue(cleared);
  const images = imagesOf(clearedList.map((message) => message.text));
  const stock: QueuedMessage[] = clearedList.map((message, at) => ({ ...message, images: images[at] ?? [] }));
  const delivered = flatQueue(seen).map((message) => message.text);
  for (const message of stock) takeFrom(delivered, message.text);
  const joined = joinedSince(stock, seen);

  const plan: QueuedMessage[] = [];
  const edited: QueuedMessage[] = [];
  const rest = stock.filter((message) => !joined.includes(message));
  for (const { kind, text } of flatQueue(wanted)) {
    const at = rest.findIndex((message) => message.text === text);
    if (at >= 0) {
      plan.push({ kind, text, images: rest.splice(at, 1)[0]?.images ?? [] });
    } else if (!takeFrom(delivered, text)) {
      const message: QueuedMessage = { kind, text, images: [] };
      edited.push(message);
      plan.push(message);
    }
  }
  const isPaired = edited.length === rest.length;
  for (const message of edited) message.images = takeMostAlike(rest, message.text, isPaired)?.images ?? [];
  return [...plan, ...joined];
}

/**
 * The left-over message a text was most likely made from; with nothing in common the one whose turn it is, where as
 * many were edited as are left.
 */
function takeMostAlike(rest: QueuedMessage[], text: string, isPaired: boolean): QueuedMessage | undefined {
  const scores = rest.map((message) => commonEnds(message.text, text));
  const best = Math.max(0, ...scores);
  if (best === 0 && !isPaired) return undefined;
  return rest.splice(best === 0 ? 0 : scores.indexOf(best), 1)[0];
}

/** How many characters two texts share at their beginning and their end. */
function commonEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return start + end;
}

/** Messages of the stock that were not in the queue the person saw. */
function joinedSince(stock: readonly QueuedMessage[], seen: QueueTexts): QueuedMessage[] {
  const known = flatQueue(seen).map((message) => message.text);
  return stock.filter((message) => !takeFrom(known, message.text));
}
