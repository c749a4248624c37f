/**
 * Takes records from the client and sees to it that each command gets exactly one response. Commands that
 * change the session run one after the other in the ordered lane; those that must never wait (abort,
 * queries, answers to dialogs) run at once.
 */
import { type CommandArgs, type CommandId, type CommandName, commandSchemas } from "../protocol/command.ts";
import type { ServerRecord } from "../protocol/event.ts";
import { ExtensionUIAnswerSchema } from "../protocol/extension-ui.ts";
import type { ResponseData } from "../protocol/response.ts";
import { plainError } from "../session/errors.ts";
import type { SessionHost } from "../session/host.ts";
import { problem } from "./validate.ts";

export type Lane = "ordered" | "immediate";

/** What a command's handler gets beside its arguments. */
export interface Call {
  readonly host: SessionHost;
  readonly id: CommandId | undefined;
  /** Writes a record that belongs to no session. */
  emit(record: ServerRecord): void;
  /** Answers now instead of when the handler returns; what the handler returns is then dropped. */
  respond(data?: unknown): void;
  /** Lets the next ordered command begin before this one is done. */
  release(): void;
}

export interface Command<N extends CommandName> {
  readonly lane: Lane | ((args: CommandArgs<N>, host: SessionHost) => Lane);
  run(args: CommandArgs<N>, call: Call): ResponseData[N] | Promise<ResponseData[N]>;
}

/** All or some of the commands. */
export type Commands<N extends CommandName = CommandName> = { readonly [K in N]: Command<K> };

type AnyCommand = Command<CommandName>;

export class Dispatcher {
  readonly #commands: Partial<Record<string, AnyCommand>>;
  readonly #host: SessionHost;
  readonly #emit: (record: object) => void;
  /** Ordered commands that wait for the one before. */
  readonly #waiting: (() => void)[] = [];
  #occupied = true;
  readonly #running = new Set<Promise<void>>();

  /** `before` holds the ordered lane back: the start of the agent extensions. */
  constructor(host: SessionHost, commands: Commands, emit: (record: object) => void, before: Promise<void>) {
    this.#host = host;
    this.#commands = commands as unknown as Record<string, AnyCommand>;
    this.#emit = emit;
    void before.finally(() => this.#next());
  }

  /** Takes one record as it came over the wire. */
  receive(line: string): void {
    let record: unknown;
    try {
      record = JSON.parse(line);
    } catch (error) {
      this.#fail(undefined, "parse", `Failed to parse command: ${(error as Error).message}`);
      return;
    }
    if (typeof record !== "object" || record === null || Array.isArray(record)) {
      this.#fail(undefined, "parse", "Failed to parse command: a command is a JSON object");
      return;
    }
    this.#take(record as Record<string, unknown>);
  }

  /** Resolves when every command that was received has answered. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #take(record: Record<string, unknown>): void {
    const { type } = record;
    const id = record.id as CommandId | undefined;
    const idFits = id === undefined || typeof id === "string" || typeof id === "number";
    const echoed = idFits ? id : undefined;
    if (typeof type !== "string") {
      this.#fail(echoed, "parse", 'Failed to parse command: Invalid field "type": must be string');
    } else if (type === "extension_ui_response") this.#answer(record, id);
    else if (!idFits) this.#fail(undefined, type, 'Invalid field "id": must be a string or a number');
    else {
      const command = Object.hasOwn(this.#commands, type) ? this.#commands[type] : undefined;
      if (!command) this.#fail(echoed, type, `Unknown command: ${type}`);
      else this.#check(command, type as CommandName, record, echoed);
    }
  }

  #check(command: AnyCommand, name: CommandName, record: Record<string, unknown>, id: CommandId | undefined): void {
    const wrong = problem(commandSchemas[name], record);
    if (wrong) {
      this.#fail(id, name, wrong);
      return;
    }
    const args = record as CommandArgs<CommandName>;
    const lane = typeof command.lane === "function" ? command.lane(args, this.#host) : command.lane;
    const job =
      lane === "immediate" ? this.#run(command, name, args, id, () => {}) : this.#enqueue(command, name, args, id);
    this.#running.add(job);
    void job.then(() => this.#running.delete(job));
  }

  /** Runs at once when nothing ordered is running: what follows in the same write then sees its effect. */
  #enqueue(
    command: AnyCommand,
    name: CommandName,
    args: CommandArgs<CommandName>,
    id: CommandId | undefined,
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begin = () => {
      let left = false;
      const leave = () => {
        if (!left) this.#next();
        left = true;
      };
      resolve(this.#run(command, name, args, id, leave).finally(leave));
    };
    if (this.#occupied) this.#waiting.push(begin);
    else {
      this.#occupied = true;
      begin();
    }
    return promise;
  }

  #next(): void {
    const begin = this.#waiting.shift();
    this.#occupied = begin !== undefined;
    begin?.();
  }

  async #run(
    command: AnyCommand,
    name: CommandName,
    args: CommandArgs<CommandName>,
    id: CommandId | undefined,
    release: () => void,
  ): Promise<void> {
    let answered = false;
    const respond = (data?: unknown) => {
      if (answered) return;
      answered = true;
      this.#emit({
        ...(id === undefined ? {} : { id }),
        type: "response",
        command: name,
        success: true,
        ...(data === undefined ? {} : { data }),
      });
    };
    const call: Call = { host: this.#host, id, emit: this.#emit, respond, release };
    try {
      const result = command.run(args, call);
      // What needs no waiting is answered, and leaves the lane, in the turn it came in.
      if (isPromise(result)) respond(await result);
      else {
        respond(result);
        release();
      }
    } catch (error) {
      if (!answered) this.#fail(id, name, plainError(error));
      answered = true;
    }
  }

  /** An answer to a dialog gets no response, unless it cannot be one. */
  #answer(record: Record<string, unknown>, id: unknown): void {
    if (typeof id !== "string") {
      this.#fail(
        undefined,
        "extension_ui_response",
        id === undefined ? 'Missing field "id"' : 'Invalid field "id": must be string',
      );
      return;
    }
    const { type: _type, id: _id, ...answer } = record;
    const fits = problem(ExtensionUIAnswerSchema, answer) === undefined;
    this.#host.current.dialogs.answer(id, fits ? (answer as { cancelled: true }) : { cancelled: true });
  }

  #fail(id: CommandId | undefined, command: string, error: string): void {
    this.#emit({ ...(id === undefined ? {} : { id }), type: "response", command, success: false, error });
  }
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | undefined)?.then === "function";
}
