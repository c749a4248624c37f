import { type ChildProcess, spawn } from "node:child_process";
import type { CommandArgs, CommandId, CommandName } from "../../server/protocol/command.ts";
import type { RpcEvent } from "../../server/protocol/event.ts";
import type { ExtensionUIAnswer, ExtensionUIRequest } from "../../server/protocol/extension-ui.ts";
import type { ResponseData } from "../../server/protocol/response.ts";
import type { AgentFolder } from "./agent-folder.ts";
import { serverCommand } from "./built-server.ts";
import { LineSplitter } from "./line-splitter.ts";

/** Any record of stdout, loosely typed: tests check shapes themselves. */
// biome-ignore lint/suspicious/noExplicitAny: a black-box test looks at whatever came
export type WireRecord = { type: string } & Record<string, any>;
export type EventOf<T extends RpcEvent["type"]> = Extract<RpcEvent, { type: T }>;

export interface RpcOptions {
  /** Arguments behind `--mode rpc`. */
  args?: readonly string[];
  env?: Record<string, string>;
  /** Working directory; default the workspace of the folder. */
  cwd?: string;
  /** Another server: executable and all arguments. Default: the built server on this Node. */
  command?: readonly string[];
  /** How long to wait for a record, in ms, before a test fails. */
  patience?: number;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A server process as a test drives it. Waits for records, never for time; `patience` only bounds a failure. */
export class Rpc {
  /** Every record of stdout in order of arrival. */
  readonly records: WireRecord[] = [];
  /** Lines of stdout that are no JSON object with a string `type`, and a last line without LF. */
  readonly badLines: string[] = [];
  /** Bytes of each record, beside `records`. */
  readonly sizes: number[] = [];
  readonly exited: Promise<Exit>;
  /** Whether a record ended in CR LF. */
  sawCarriageReturn = false;
  stderr = "";
  exit: Exit | undefined;
  readonly child: ChildProcess;
  readonly #patience: number;
  readonly #watchers = new Set<() => void>();
  #serial = 0;

  constructor(folder: AgentFolder, options: RpcOptions = {}) {
    this.#patience = options.patience ?? 20_000;
    const [file, ...args] = options.command ?? serverCommand();
    this.child = spawn(file as string, [...args, ...(options.args ?? [])], {
      cwd: options.cwd ?? folder.workspace,
      env: folder.env(options.env),
      stdio: ["pipe", "pipe", "pipe"],
    });
    const splitter = new LineSplitter((line) => this.#line(line));
    this.child.stdout?.on("data", (chunk: Buffer) => splitter.push(chunk));
    this.child.stderr?.on("data", (chunk: Buffer) => {
      this.stderr += chunk.toString("utf8");
    });
    this.child.stdin?.on("error", () => {});
    this.exited = new Promise((resolve) => {
      this.child.on("error", (error) => {
        this.stderr += error.message;
        this.#ended({ code: null, signal: null }, splitter, resolve);
      });
      this.child.on("close", (code, signal) => this.#ended({ code, signal }, splitter, resolve));
    });
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** Writes bytes to stdin as they are. */
  write(data: string | Uint8Array): void {
    this.child.stdin?.write(data);
  }

  /** Writes one record. */
  send(record: object): void {
    this.write(`${JSON.stringify(record)}\n`);
  }

  /** Sends a command under an id of its own (or `id`) and gives its response, success or not. */
  async command(type: string, args: object = {}, id: CommandId = `t${++this.#serial}`): Promise<WireRecord> {
    const from = this.mark();
    this.send({ id, type, ...args });
    return this.response(id, from);
  }

  /** The response with this id. */
  async response(id: CommandId, from = 0): Promise<WireRecord> {
    return this.waitFor((r) => r.type === "response" && r.id === id, { from, what: `the response to ${id}` });
  }

  /** `data` of a command that must succeed. */
  async ok<N extends CommandName>(name: N, args?: CommandArgs<N>): Promise<ResponseData[N]> {
    const response = await this.command(name, args);
    if (response.success !== true) throw new Error(`${name} failed: ${response.error}`);
    if (response.command !== name) throw new Error(`${name} was answered as ${response.command}`);
    return response.data as ResponseData[N];
  }

  /** The error text of a command that must be refused. */
  async refused(name: string, args: object = {}): Promise<string> {
    const response = await this.command(name, args);
    if (response.success !== false) throw new Error(`${name} was not refused: ${JSON.stringify(response)}`);
    return String(response.error);
  }

  /** Where the record stream stands now; pass it as `from`. */
  mark(): number {
    return this.records.length;
  }

  since(mark: number): WireRecord[] {
    return this.records.slice(mark);
  }

  /** The first record from `from` on that fits, at once or when it comes. */
  async waitFor(
    fits: (record: WireRecord) => boolean,
    options: { from?: number; what?: string } = {},
  ): Promise<WireRecord> {
    let next = options.from ?? 0;
    const what = options.what ?? "a record";
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.#watchers.delete(check);
        act();
      };
      const check = () => {
        for (; next < this.records.length; next++) {
          const record = this.records[next] as WireRecord;
          if (fits(record)) return settle(() => resolve(record));
        }
        if (this.exit)
          settle(() => reject(this.#missed(`the server ended (${JSON.stringify(this.exit)})`, what, options.from)));
      };
      const timer = setTimeout(
        () => settle(() => reject(this.#missed("nothing came", what, options.from))),
        this.#patience,
      );
      this.#watchers.add(check);
      check();
    });
  }

  /** The first event of this type from `from` on (and for which `fits` holds). */
  async event<T extends RpcEvent["type"]>(
    type: T,
    from = 0,
    fits: (event: EventOf<T>) => boolean = () => true,
  ): Promise<EventOf<T>> {
    const found = await this.waitFor((r) => r.type === type && fits(r as unknown as EventOf<T>), { from, what: type });
    return found as unknown as EventOf<T>;
  }

  /** The next extension UI request from `from` on, of this method when given. */
  async uiRequest<M extends ExtensionUIRequest["method"]>(
    method: M,
    from = 0,
  ): Promise<Extract<ExtensionUIRequest, { method: M }>> {
    const found = await this.waitFor((r) => r.type === "extension_ui_request" && r.method === method, {
      from,
      what: `a ${method} request`,
    });
    return found as unknown as Extract<ExtensionUIRequest, { method: M }>;
  }

  answer(id: string, answer: ExtensionUIAnswer): void {
    this.send({ type: "extension_ui_response", id, ...answer });
  }

  /** Sends a prompt that must be accepted, waits until nothing more follows, and gives all records since. */
  async run(message: string, args: Partial<CommandArgs<"prompt">> = {}): Promise<WireRecord[]> {
    const from = this.mark();
    await this.ok("prompt", { message, ...args });
    await this.event("agent_settled", from);
    return this.since(from);
  }

  /** Ends stdin and waits for the end. Throws when the server does not end by itself with `code`, or left bad output. */
  async stop(code = 0): Promise<void> {
    this.child.stdin?.end();
    const kill = setTimeout(() => this.kill(), this.#patience);
    const exit = await this.exited;
    clearTimeout(kill);
    if (exit.code !== code) throw new Error(`the server ended with ${JSON.stringify(exit)}\n${this.stderr}`);
    if (this.badLines.length > 0) throw new Error(`stdout held what is no record: ${this.badLines[0]}`);
  }

  kill(signal: NodeJS.Signals = "SIGKILL"): void {
    if (!this.exit) this.child.kill(signal);
  }

  #line(bytes: Buffer): void {
    this.sawCarriageReturn ||= bytes.at(-1) === 0x0d;
    const text = bytes.toString("utf8");
    try {
      const record = JSON.parse(text) as WireRecord;
      if (typeof record.type !== "string") throw new Error("no type");
      this.records.push(record);
      this.sizes.push(bytes.length);
    } catch {
      this.badLines.push(text);
    }
    this.#wake();
  }

  #ended(exit: Exit, splitter: LineSplitter, resolve: (exit: Exit) => void): void {
    if (splitter.rest.length > 0) this.badLines.push(splitter.rest.toString("utf8"));
    this.exit = exit;
    this.#wake();
    resolve(exit);
  }

  #wake(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }

  #missed(why: string, what: string, from = 0): Error {
    const seen = this.since(from).map((r) => (r.type === "response" ? `${r.command}:${r.success}` : r.type));
    return new Error(
      `${why} while waiting for ${what}; seen: ${seen.slice(-40).join(" ")}\n${this.stderr.slice(-2000)}`,
    );
  }
}
