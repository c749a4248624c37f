import type { ServerRecord } from "../protocol/event.ts";
import { CommandError, ServerEndedError } from "./errors.ts";
import { Listeners, type Unsubscribe } from "./listeners.ts";
import type { Transport, TransportEnd } from "./transport.ts";

interface Pending {
  command: string;
  resolve: (data: unknown) => void;
  reject: (error: Error) => void;
}

export interface RequestOptions {
  /** The id to send; by default one that was never used on this connection. Must not be in use. */
  id?: string;
  /** Gives up waiting: the request is rejected with the signal's reason, a late response is dropped. */
  signal?: AbortSignal;
}

/**
 * Requests and their responses over a transport. Each request settles exactly once: with its response, or at once when
 * the transport ends. Responses never appear as records; every other record does, in order, unknown ones included.
 */
export class Connection {
  #transport: Transport;
  #log: (text: string) => void;
  #pending = new Map<string, Pending>();
  #serial = 0;
  #records: Listeners<ServerRecord>;
  #ends: Listeners<TransportEnd>;
  #end: TransportEnd | undefined;

  /** `log` is told of what has no other place: lines that are no record, late responses, listeners that throw. */
  constructor(transport: Transport, log: (text: string) => void = (text) => console.error(text)) {
    this.#transport = transport;
    this.#log = log;
    const fault = (error: unknown) => log(`A listener failed: ${error instanceof Error ? error.stack : String(error)}`);
    this.#records = new Listeners(fault);
    this.#ends = new Listeners(fault);
    transport.onMessage((message) => this.#receive(message));
    transport.onEnd((end) => this.#finish(end));
  }

  /** How the transport ended, or undefined while it lives. */
  get end(): TransportEnd | undefined {
    return this.#end;
  }

  /** An id that no request of this connection has had. */
  newId(): string {
    return `c${++this.#serial}`;
  }

  /** Sends a command and gives the `data` of its response. Rejects with CommandError or ServerEndedError. */
  async request(command: string, args: object = {}, options: RequestOptions = {}): Promise<unknown> {
    const { signal, id = this.newId() } = options;
    signal?.throwIfAborted();
    if (this.#end) throw new ServerEndedError(command, this.#end);
    if (this.#pending.has(id)) throw new Error(`The request id "${id}" is in use.`);
    const text = JSON.stringify({ ...args, id, type: command });
    return new Promise((resolve, reject) => {
      const giveUp = () => settle(() => reject(signal?.reason));
      const settle = (act: () => void) => {
        this.#pending.delete(id);
        signal?.removeEventListener("abort", giveUp);
        act();
      };
      this.#pending.set(id, {
        command,
        resolve: (data) => settle(() => resolve(data)),
        reject: (error) => settle(() => reject(error)),
      });
      signal?.addEventListener("abort", giveUp);
      this.#transport.send(text);
    });
  }

  /** Sends a record that gets no response. */
  notify(record: object): void {
    if (!this.#end) this.#transport.send(JSON.stringify(record));
  }

  onRecord(listener: (record: ServerRecord) => void): Unsubscribe {
    return this.#records.add(listener);
  }

  /** Told once, after the last record and after every pending request was rejected. */
  onEnd(listener: (end: TransportEnd) => void): Unsubscribe {
    return this.#ends.add(listener);
  }

  #receive(message: string): void {
    const record = parseRecord(message);
    if (!record) this.#log(`Not a record: ${message.slice(0, 500)}`);
    else if (record.type === "response") this.#settle(record);
    else this.#records.emit(record as unknown as ServerRecord);
  }

  #settle(response: Record<string, unknown>): void {
    const pending = typeof response.id === "string" ? this.#pending.get(response.id) : undefined;
    if (!pending) this.#log(`A response nobody waits for: ${JSON.stringify(response).slice(0, 500)}`);
    else if (response.success === true) pending.resolve(response.data);
    else pending.reject(new CommandError(pending.command, String(response.error ?? "The command failed.")));
  }

  #finish(end: TransportEnd): void {
    if (this.#end) return;
    this.#end = end;
    for (const pending of [...this.#pending.values()]) pending.reject(new ServerEndedError(pending.command, end));
    this.#ends.emit(end);
  }
}

function parseRecord(message: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(message);
    const isRecord = typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
    return isRecord ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
