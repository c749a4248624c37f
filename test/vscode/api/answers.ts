import assert from "node:assert/strict";
import * as vscode from "vscode";

const messages = ["showWarningMessage", "showInformationMessage", "showErrorMessage"] as const;
type Dialog = (typeof messages)[number] | "showQuickPick";

const changeable = { configurable: true, writable: true };

/** What VS Code asked, and what was answered in a person's place. */
export class Answers {
  readonly asked: string[] = [];
  readonly #own = new Map<Dialog, unknown>();
  #answers: string[] = [];

  /**
   * From now on dialogs get these answers, in this order; further ones are closed without one. A list in which several
   * can be picked gets all that are left.
   */
  constructor(...answers: string[]) {
    this.#answers = answers;
    for (const dialog of messages) {
      this.#set(dialog, async (message: string, ...rest: unknown[]) => this.#message(message, rest));
    }
    this.#set("showQuickPick", async (items: vscode.QuickPickItem[]) => {
      this.asked.push(items.map(({ label, detail }) => `${label}: ${detail}`).join("\n"));
      const picked = this.#answers.splice(0);
      return picked.length > 0 ? items.filter(({ label }) => picked.includes(label)) : undefined;
    });
  }

  #message(message: string, rest: unknown[]): string | undefined {
    const options = rest.filter((one) => typeof one === "string");
    const { detail } = (rest.find((one) => typeof one === "object") ?? {}) as vscode.MessageOptions;
    this.asked.push(detail ? `${message}\n${detail}` : message);
    const answer = this.#answers.shift();
    if (answer !== undefined) assert.ok(options.includes(answer), `"${answer}" is none of ${options.join(", ")}`);
    return answer;
  }

  /** Gives VS Code its own dialogs back. */
  restore(): void {
    for (const [dialog, value] of this.#own) Object.defineProperty(vscode.window, dialog, { ...changeable, value });
  }

  #set(dialog: Dialog, value: unknown): void {
    this.#own.set(dialog, vscode.window[dialog]);
    Object.defineProperty(vscode.window, dialog, { ...changeable, value });
  }
}

/** Waits until `value` gives something. */
export async function eventually<T>(value: () => T | undefined | false | null, what: string): Promise<T> {
  for (const end = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = value();
    if (found) return found;
    assert.ok(Date.now() < end, `${what}: not in 20 s`);
  }
}
