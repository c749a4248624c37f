import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { RpcClient } from "./client.ts";
import { killTree } from "./kill-tree.ts";
import { Listeners, type Unsubscribe } from "./listeners.ts";
import { ProcessTransport } from "./process-transport.ts";
import { StderrTail } from "./stderr-tail.ts";
import type { TransportEnd } from "./transport.ts";

export interface SpawnOptions {
  /** Executable; never run through a shell. */
  command: string;
  /** All arguments, `--mode rpc` included. */
  args: readonly string[];
  cwd?: string;
  /** The whole environment; default that of this process. */
  env?: NodeJS.ProcessEnv;
  /** Told of lines that are no record, late responses and listeners that throw. */
  log?: (text: string) => void;
  /** How much of stderr is kept, in characters. Default 64 Ki. */
  stderrLimit?: number;
}

/** A server process and its client. */
export class ServerProcess {
  readonly client: RpcClient;
  /** Resolves, never rejects, when the process has ended and all it wrote has been delivered. */
  readonly ended: Promise<TransportEnd>;
  #child: ChildProcessWithoutNullStreams;
  #tail: StderrTail;
  #stderr: Listeners<string>;

  constructor(options: SpawnOptions) {
    this.#tail = new StderrTail(options.stderrLimit ?? 64 * 1024);
    this.#stderr = new Listeners((error) => options.log?.(String(error)));
    this.#child = spawn(options.command, [...options.args], {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    this.#child.stderr.on("data", (chunk: Buffer) => this.#stderr.emit(this.#tail.push(chunk)));
    this.client = new RpcClient(new ProcessTransport(this.#child, this.#tail), options.log);
    this.ended = new Promise((resolve) => this.client.onEnd(resolve));
  }

  /** Undefined when the process could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The end of what it wrote to stderr. */
  get stderr(): string {
    return this.#tail.text;
  }

  /** All of stderr from now on, as it comes. */
  onStderr(listener: (text: string) => void): Unsubscribe {
    return this.#stderr.add(listener);
  }

  /**
   * Ends the process in order: its stdin is closed, and when it is still there after `graceMs` its whole tree is
   * killed. Gives how it ended.
   */
  async stop(graceMs = 2500): Promise<TransportEnd> {
    this.#child.stdin.end();
    const timer = setTimeout(() => void this.kill(), graceMs);
    const end = await this.ended;
    clearTimeout(timer);
    return end;
  }

  /** Kills the process and all it started, at once. Harmless when it has ended. */
  async kill(): Promise<void> {
    if (this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    await killTree(this.#child.pid);
    this.#child.kill("SIGKILL");
  }
}

/**
 * Starts a server. Subscribe to its client before the next turn of the event loop and no record is missed.
 * A command that cannot be started ends the client with `error`; nothing is thrown.
 */
export function spawnServer(options: SpawnOptions): ServerProcess {
  return new ServerProcess(options);
}
