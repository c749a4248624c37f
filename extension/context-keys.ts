import { commands, type Disposable } from "vscode";
import type { Chats } from "./chats.ts";
import { contextFacts } from "./enablement.ts";

/** Keeps the context keys at what the current chat says. */
export class ContextKeys implements Disposable {
  readonly #chats: Chats;
  readonly #set = new Map<string, boolean>();
  readonly #listener: Disposable;

  constructor(chats: Chats) {
    this.#chats = chats;
    this.#listener = chats.onDidChange(() => this.#update());
    this.#update();
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #update(): void {
    for (const [key, value] of Object.entries(contextFacts(this.#chats.current.state))) {
      if (this.#set.get(key) === value) continue;
      this.#set.set(key, value);
      void commands.executeCommand("setContext", key, value);
    }
  }
}
