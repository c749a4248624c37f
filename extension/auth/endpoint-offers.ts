/**
 * Offers model servers of this computer in a chat that has no model: they are looked for when the need arises and
 * when the person comes back to the window (they may have started one), never otherwise.
 *
 * Wiring, once: `const offers = new EndpointOffers()`; `offers.consider(chat)` whenever facts of a chat have changed,
 * `offers.consider(chat, true)` for each when the window gets the focus. The panel shows `ChatState.endpoints`; its
 * action `useEndpoint` names one by its id, which `offers.find(id)` gives to `EndpointCommands.use`.
 */
import type { ChatState } from "../panel/messages.ts";
import { findLocalEndpoints, type LocalEndpoint } from "./local-endpoints.ts";

interface OfferingChat {
  readonly state: Pick<ChatState, "agent" | "model" | "models" | "endpoints">;
  patch(patch: Pick<ChatState, "endpoints">): void;
}

/** Stands in until a real model is there, and is none itself. */
const DEMO_PROVIDER = "demo";

export class EndpointOffers {
  readonly #find: () => Promise<LocalEndpoint[]>;
  readonly #lookedFor = new WeakSet<OfferingChat>();
  #found: LocalEndpoint[] = [];

  constructor(find: () => Promise<LocalEndpoint[]> = () => findLocalEndpoints()) {
    this.#find = find;
  }

  /** `again`: also when it was looked for before. */
  async consider(chat: OfferingChat, again = false): Promise<void> {
    if (!needsModel(chat.state)) {
      this.#lookedFor.delete(chat);
      this.#show(chat, []);
      return;
    }
    if (this.#lookedFor.has(chat) && !again) return;
    this.#lookedFor.add(chat);
    this.#found = await this.#find();
    this.#show(chat, needsModel(chat.state) ? this.#found : []);
  }

  /** One of those offered last. */
  find(id: string): LocalEndpoint | undefined {
    return this.#found.find((endpoint) => endpoint.id === id);
  }

  #show(chat: OfferingChat, found: readonly LocalEndpoint[]): void {
    const endpoints = found.map(({ id, name, address, models }) => ({ id, name, address, models: models.length }));
    if (JSON.stringify(endpoints) !== JSON.stringify(chat.state.endpoints ?? [])) chat.patch({ endpoints });
  }
}

function needsModel({ agent, model, models }: OfferingChat["state"]): boolean {
  return agent.phase === "ready" && model === null && models.every((one) => one.provider === DEMO_PROVIDER);
}
