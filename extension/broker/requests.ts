import type { ExtensionUIAnswer, ExtensionUIDialog } from "../../server/protocol/extension-ui.ts";
import type { OpenRequest, RequestOutcome } from "../panel/messages.ts";
import { t } from "../texts.ts";

interface Entry extends OpenRequest {
  /** Raised while a run was on: at the run's end the server has settled it. */
  duringRun: boolean;
  serial: number;
  timer?: NodeJS.Timeout;
}

export interface RequestLedgerOptions {
  /** Puts an answer on the wire. */
  answer(id: string, answer: ExtensionUIAnswer): void;
  /** The list of open requests is another one. */
  changed(open: OpenRequest[]): void;
  /** A request is over. */
  done(request: ExtensionUIDialog, outcome: RequestOutcome): void;
  now?(): number;
}

/**
 * Sees to it that each dialog is answered at most once, whatever becomes of the panels that show it.
 * The server owns time-outs: at their end a dialog is taken down and nothing is sent.
 */
export class RequestLedger {
  #serial = 0;
  #open = new Map<string, Entry>();
  readonly #options: RequestLedgerOptions;
  readonly #now: () => number;

  constructor(options: RequestLedgerOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Open requests, in the order in which they came. */
  get open(): OpenRequest[] {
    return [...this.#open.values()].map(({ request, receivedAt, expiresAt }) => ({
      request,
      receivedAt,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    }));
  }

  add(request: ExtensionUIDialog, duringRun: boolean): void {
    if (this.#open.has(request.id)) return;
    const receivedAt = this.#now();
    const entry: Entry = { request, receivedAt, duringRun, serial: this.#serial++ };
    const timeout = "timeout" in request ? request.timeout : undefined;
    if (typeof timeout === "number" && timeout > 0) {
      entry.expiresAt = receivedAt + timeout;
      entry.timer = setTimeout(() => this.#lapse(request.id, timeout), timeout);
      entry.timer.unref?.();
    }
    this.#open.set(request.id, entry);
    this.#options.changed(this.open);
  }

  /** Answers an open dialog. False, and nothing is sent, when it is over already or the answer does not fit it. */
  answer(id: string, answer: ExtensionUIAnswer): boolean {
    const entry = this.#open.get(id);
    if (!entry || !fits(entry.request, answer)) return false;
    this.#options.answer(id, answer);
    this.#end(entry, "cancelled" in answer ? { kind: "cancelled" } : { kind: "answered", text: answerText(answer) });
    return true;
  }

  /** The run that asked has ended: the server has given its dialogs their defaults. */
  endRun(): void {
    for (const entry of [...this.#open.values()]) if (entry.duringRun) this.#end(entry, { kind: "cancelled" });
  }

  /** A point in time: requests that come after it are told apart by `endAll`. */
  mark(): number {
    return this.#serial;
  }

  /** The session was replaced or the server is gone. `mark`: only what was asked before it ends. */
  endAll(mark = Number.POSITIVE_INFINITY): void {
    for (const entry of [...this.#open.values()]) if (entry.serial < mark) this.#end(entry, { kind: "cancelled" });
  }

  #lapse(id: string, timeoutMs: number): void {
    const entry = this.#open.get(id);
    if (entry) this.#end(entry, { kind: "lapsed", seconds: Math.round(timeoutMs / 1000) });
  }

  #end(entry: Entry, outcome: RequestOutcome): void {
    clearTimeout(entry.timer);
    this.#open.delete(entry.request.id);
    this.#options.changed(this.open);
    this.#options.done(entry.request, outcome);
  }
}

function fits(request: ExtensionUIDialog, answer: ExtensionUIAnswer): boolean {
  if ("cancelled" in answer) return true;
  if (request.method === "confirm") return "confirmed" in answer;
  if (!("value" in answer)) return false;
  return request.method !== "select" || request.options.includes(answer.value);
}

function answerText(answer: ExtensionUIAnswer): string {
  if ("value" in answer) return answer.value;
  return "confirmed" in answer && answer.confirmed ? t("Yes") : t("No");
}
