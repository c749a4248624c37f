import assert from "node:assert/strict";
import * as vscode from "vscode";

type Dialog = "showWarningMessage" | "showInformationMessage" | "showErrorMessage";

/** What VS Code asked, and what was answered in a person's place. */
export class Answers {
  readonly asked: string[] = [];
  readonly #own = new Map<Dialog, unknown>();
  #answers: string[] = [];

  /** From now on dialogs get these answers, in this order; further ones are closed without one. */
  constructor(...answers: string[]) {
    this.#answers = answers;
    for (const dialog of ["showWarningMessage", "showInformationMessage", "showErrorMessage"] as const) {
      this.#own.set(dialog, vscode.window[dialog]);
      this.#set(dialog, async (message: string, ...rest: unknown[]) => {
        const options = rest.filter((one) => typeof one === "string");
        const { detail } = (rest.find((one) => typeof one === "object") ?? {}) as vscode.MessageOptions;
        this.asked.push(detail ? `${message}\n${detail}` : message);
        const answer = this.#answers.shift();
        if (answer !== undefined) assert.ok(options.includes(answer), `"${answer}" is none of ${options.join(", ")}`);
        return answer;
      });
    }
  }

  /** Gives VS Code its own dialogs back. */
  restore(): void {
    for (const [dialog, own] of this.#own) this.#set(dialog, own);
  }

  #set(dialog: Dialog, value: unknown): void {
    Object.defineProperty(vscode.window, dialog, { value, configurable: true, writable: true });
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
