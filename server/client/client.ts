import type { CommandArgs, CommandName } from "../protocol/command.ts";
import type { ServerRecord } from "../protocol/event.ts";
import type { ExtensionUIAnswer } from "../protocol/extension-ui.ts";
import type { ResponseData } from "../protocol/response.ts";
import { Connection, type RequestOptions } from "./connection.ts";
import type { Unsubscribe } from "./listeners.ts";
import type { Transport, TransportEnd } from "./transport.ts";

/** `[args?, options?]` when every field of the command is optional, `[args, options?]` otherwise. */
type Rest<N extends CommandName> =
  Record<never, never> extends CommandArgs<N>
    ? [args?: CommandArgs<N>, options?: RequestOptions]
    : [args: CommandArgs<N>, options?: RequestOptions];

export type RecordType = ServerRecord["type"];
export type RecordOf<T extends RecordType> = Extract<ServerRecord, { type: T }>;

/** A client of one server: commands with typed arguments and answers, its events and its UI requests. */
export class RpcClient {
  #connection: Connection;

  /** `log` is told of lines that are no record, late responses and listeners that throw. */
  constructor(transport: Transport, log?: (text: string) => void) {
    this.#connection = new Connection(transport, log);
  }

  /** How the server ended, or undefined while it lives. */
  get end(): TransportEnd | undefined {
    return this.#connection.end;
  }

  /** An id for `options.id`, for those who must know it beforehand (bash deltas carry it). */
  newId(): string {
    return this.#connection.newId();
  }

  /**
   * Runs a command and gives the `data` of its response (undefined where the protocol gives none).
   * Rejects with CommandError when the server refuses, with ServerEndedError when it ends first. There is no
   * deadline: a prompt may wait for a person. Pass `signal` for one.
   */
  async command<N extends CommandName>(name: N, ...[args, options]: Rest<N>): Promise<ResponseData[N]> {
    return (await this.#connection.request(name, args, options)) as ResponseData[N];
  }

  /** Answers a dialog. Answers get no response; one to a dialog that is gone is ignored. */
  answer(id: string, answer: ExtensionUIAnswer): void {
    this.#connection.notify({ ...answer, type: "extension_ui_response", id });
  }

  /** Every event and UI request in order, those of unknown type included. */
  onRecord(listener: (record: ServerRecord) => void): Unsubscribe {
    return this.#connection.onRecord(listener);
  }

  /** Records of one type. */
  on<T extends RecordType>(type: T, listener: (record: RecordOf<T>) => void): Unsubscribe {
    return this.onRecord((record) => {
      if (record.type === type) listener(record as RecordOf<T>);
    });
  }

  /** Told once, after the last record and after every pending command was rejected. */
  onEnd(listener: (end: TransportEnd) => void): Unsubscribe {
    return this.#connection.onEnd(listener);
  }
}
