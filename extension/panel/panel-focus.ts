import { commands } from "vscode";

/** The context key `atomic.chatFocused`: a chat panel has the keyboard. The default key bindings hold only then. */
export class PanelFocus {
  readonly #focused = new Set<object>();

  /** What a panel says of itself; in any order, as one loses the keyboard while the other gets it. */
  set(panel: object, focused: boolean): void {
    const before = this.#focused.size > 0;
    if (focused) this.#focused.add(panel);
    else this.#focused.delete(panel);
    const now = this.#focused.size > 0;
    if (now !== before) void commands.executeCommand("setContext", "atomic.chatFocused", now);
  }
}
