import { commands } from "vscode";
import { contextFacts } from "./enablement.ts";
import type { ChatState } from "./panel/messages.ts";

/** Keeps the context keys at what the current chat says. */
export class ContextKeys {
  readonly #set = new Map<string, boolean>();

  show(state: ChatState): void {
    for (const [key, value] of Object.entries(contextFacts(state))) {
      if (this.#set.get(key) === value) continue;
      this.#set.set(key, value);
      void commands.executeCommand("setContext", key, value);
    }
  }
}
