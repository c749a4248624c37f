/**
 * The SDK's two queues seen as a list of messages, for the one thing it has no call for: going on with
 * what is queued after an abort, images included.
 */
import type { AgentMessage } from "@earendil-works/pi-agent-core";
import type { ImageContent } from "../protocol/message.ts";
import type { LiveSession } from "./live-session.ts";

export interface QueuedMessage {
  readonly kind: "steering" | "followUp";
  readonly text: string;
  readonly images: ImageContent[];
  /** A message of an agent extension, which is none of a person. */
  readonly custom: CustomMessage | undefined;
  readonly message: AgentMessage;
}

type CustomMessage = Extract<AgentMessage, { role: "custom" }>;

export class QueuedMessages {
  readonly #session: LiveSession;

  constructor(session: LiveSession) {
    this.#session = session;
  }

  /** Takes the message that is delivered next out of the queues; the rest stays as it is. */
  takeFirst(): QueuedMessage | undefined {
    const { steering, followUp } = this.#drain();
    const first = steering[0] ?? followUp[0];
    const kind = steering.length > 0 ? "steering" : "followUp";
    if (kind === "steering") steering.shift();
    else followUp.shift();
    this.#refill(steering, followUp);
    if (!first) return undefined;
    const { text, images } = contentOf(first);
    const texts = this.#texts(kind);
    const index = texts.indexOf(text);
    if (index !== -1) texts.splice(index, 1);
    this.#announce();
    return { kind, text, images, custom: first.role === "custom" ? first : undefined, message: first };
  }

  /** Puts a message back to the front. */
  putBack({ kind, text, custom, message }: QueuedMessage): void {
    const { steering, followUp } = this.#drain();
    (kind === "steering" ? steering : followUp).unshift(message);
    this.#refill(steering, followUp);
    if (!custom) this.#texts(kind).unshift(text);
    this.#announce();
  }

  #drain(): { steering: AgentMessage[]; followUp: AgentMessage[] } {
    const { agent } = this.#session.sdk;
    const { steeringMode, followUpMode } = agent;
    agent.steeringMode = "all";
    agent.followUpMode = "all";
    // peekQueuedMessages shows the steering messages, and the follow-ups only when there are none.
    const first = [...agent.peekQueuedMessages()];
    agent.clearSteeringQueue();
    const second = [...agent.peekQueuedMessages()];
    agent.clearFollowUpQueue();
    agent.steeringMode = steeringMode;
    agent.followUpMode = followUpMode;
    const onlyFollowUps = first.length > 0 && second.length > 0 && first[0] === second[0];
    return onlyFollowUps ? { steering: [], followUp: first } : { steering: first, followUp: second };
  }

  #refill(steering: readonly AgentMessage[], followUp: readonly AgentMessage[]): void {
    const { agent } = this.#session.sdk;
    for (const message of steering) agent.steer(message);
    for (const message of followUp) agent.followUp(message);
  }

  /** The SDK's own list of the texts, which it shows and matches by. */
  #texts(kind: QueuedMessage["kind"]): string[] {
    const { sdk } = this.#session;
    return (kind === "steering" ? sdk.getSteeringMessages() : sdk.getFollowUpMessages()) as string[];
  }

  #announce(): void {
    this.#session.emit({
      type: "queue_update",
      steering: [...this.#texts("steering")],
      followUp: [...this.#texts("followUp")],
    });
  }
}

function contentOf(message: AgentMessage): { text: string; images: ImageContent[] } {
  const { content } = message as { content: string | ({ type: string; text?: string } | ImageContent)[] };
  if (typeof content === "string") return { text: content, images: [] };
  return {
    text: content.flatMap((part) => (part.type === "text" ? [(part as { text: string }).text] : [])).join(""),
    images: content.filter((part): part is ImageContent => part.type === "image"),
  };
}
