/**
 * Dialogs and notices of agent extensions over the wire (extension UI sub-protocol). The server owns
 * every timeout; a dialog that is cancelled, timed out or taken down resolves with its default.
 */
import { randomUUID } from "node:crypto";
import type { ExtensionUIAnswer, ExtensionUIRequest } from "../protocol/extension-ui.ts";

/** The fields of a request beside `type` and `id`. */
type RequestFields = ExtensionUIRequest extends infer R
  ? R extends ExtensionUIRequest
    ? Omit<R, "type" | "id">
    : never
  : never;

export interface DialogLimits {
  signal?: AbortSignal | undefined;
  /** Milliseconds. */
  timeout?: number | undefined;
}

interface PendingDialog {
  /** Takes an answer; an unfit one counts as cancelled. Undefined takes the dialog down. */
  settle(answer?: ExtensionUIAnswer): void;
}

export class Dialogs {
  readonly #send: (request: ExtensionUIRequest) => void;
  readonly #pending = new Map<string, PendingDialog>();
  readonly #onOpen = new Set<() => void>();

  constructor(send: (request: ExtensionUIRequest) => void) {
    this.#send = send;
  }

  get open(): number {
    return this.#pending.size;
  }

  /** Calls `listener` whenever a dialog opens; returns the way to stop that. */
  onOpen(listener: () => void): () => void {
    this.#onOpen.add(listener);
    return () => this.#onOpen.delete(listener);
  }

  /** Sends what expects no answer. */
  notice(fields: RequestFields): void {
    this.#send({ type: "extension_ui_request", id: randomUUID(), ...fields } as ExtensionUIRequest);
  }

  /** Opens a dialog. `read` gives the answer's meaning, or undefined when it does not fit the question. */
  ask<T>(
    fields: RequestFields,
    fallback: T,
    read: (answer: ExtensionUIAnswer) => T | undefined,
    limits: DialogLimits = {},
  ): Promise<T> {
    const { signal, timeout } = limits;
    if (signal?.aborted) return Promise.resolve(fallback);
    const id = randomUUID();
    return new Promise((resolve) => {
      const takeDown = () => settle();
      const timer = timeout ? setTimeout(takeDown, timeout) : undefined;
      const settle = (answer?: ExtensionUIAnswer) => {
        if (!this.#pending.delete(id)) return;
        clearTimeout(timer);
        signal?.removeEventListener("abort", takeDown);
        resolve((answer && read(answer)) ?? fallback);
      };
      this.#pending.set(id, { settle });
      signal?.addEventListener("abort", takeDown, { once: true });
      this.#send({
        type: "extension_ui_request",
        id,
        ...fields,
        ...(timeout ? { timeout } : {}),
      } as ExtensionUIRequest);
      for (const listener of this.#onOpen) listener();
    });
  }

  /** Takes a client's answer. Unknown and late ids are ignored. */
  answer(id: string, answer: ExtensionUIAnswer): void {
    this.#pending.get(id)?.settle(answer);
  }

  /** Resolves every open dialog with its default. */
  cancelAll(): void {
    for (const dialog of [...this.#pending.values()]) dialog.settle();
  }
}

const textOf = (answer: ExtensionUIAnswer): string | undefined => ("value" in answer ? answer.value : undefined);

/** The four dialogs with the defaults that extensions expect. */
export const dialogs = {
  select(ui: Dialogs, title: string, options: string[], limits?: DialogLimits): Promise<string | undefined> {
    const read = (answer: ExtensionUIAnswer) => options.find((option) => option === textOf(answer));
    return ui.ask<string | undefined>({ method: "select", title, options }, undefined, read, limits);
  },
  confirm(ui: Dialogs, title: string, message: string, limits?: DialogLimits): Promise<boolean> {
    const read = (answer: ExtensionUIAnswer) => ("confirmed" in answer ? answer.confirmed : undefined);
    return ui.ask<boolean>({ method: "confirm", title, message }, false, read, limits);
  },
  input(ui: Dialogs, title: string, placeholder?: string, limits?: DialogLimits): Promise<string | undefined> {
    const fields = { method: "input" as const, title, ...(placeholder === undefined ? {} : { placeholder }) };
    return ui.ask<string | undefined>(fields, undefined, textOf, limits);
  },
  editor(ui: Dialogs, title: string, prefill?: string): Promise<string | undefined> {
    const fields = { method: "editor" as const, title, ...(prefill === undefined ? {} : { prefill }) };
    return ui.ask<string | undefined>(fields, undefined, textOf);
  },
};
