import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { constants as osConstants } from "node:os";
import type { Readable } from "node:stream";
import { killJob } from "./kill-job.ts";

export type Channel = "stdout" | "stderr";

export interface ShellRun {
  /** Executable and the arguments in front of the command. */
  shell: { shell: string; args: string[]; commandTransport?: "argv" | "stdin" };
  command: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  onData(channel: Channel, bytes: Buffer): void;
  /** Undefined while output is taken; otherwise nothing more is read until the promise resolves. */
  ready?(): Promise<void> | undefined;
  onStart?(pid: number): void;
}

/** How long pipes that a background process keeps open may be silent after the shell's end. */
const graceMs = 100;

/**
 * Runs a command and resolves with its exit code (128 + n for a signal) when it and its output have ended. Both
 * channels are read apart; their chunks come in the order in which they are seen. Rejects when it cannot be started.
 * An abort ends the whole process tree; the promise then resolves as soon as that is done.
 */
export async function runShell(run: ShellRun): Promise<number> {
  const { shell, command, cwd, env, signal } = run;
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`Working directory does not exist: ${cwd}`);
  const overStdin = shell.commandTransport === "stdin";
  const child = spawn(shell.shell, overStdin ? shell.args : [...shell.args, command], {
    cwd,
    env,
    // A group of its own, so that all of it can be ended together.
    detached: process.platform !== "win32",
    stdio: [overStdin ? "pipe" : "ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  child.stdin?.on("error", () => {});
  child.stdin?.end(command);
  const { pid } = child;
  if (pid !== undefined) run.onStart?.(pid);
  const abort = () => void (pid !== undefined && killJob(pid));
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await new Promise<number>((resolve, reject) => new Ending(child, run, resolve, reject));
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/**
 * Decides when a command is over: when the shell and both channels have ended, or when the shell has and a process
 * it left behind holds the channels open in silence.
 */
class Ending {
  readonly #child: ChildProcess;
  readonly #run: ShellRun;
  readonly #resolve: (code: number) => void;
  readonly #open = new Set<Readable>();
  #exitCode: number | undefined;
  #paused = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(child: ChildProcess, run: ShellRun, resolve: (code: number) => void, reject: (error: Error) => void) {
    this.#child = child;
    this.#run = run;
    this.#resolve = resolve;
    child.on("error", (error) =>
      reject(new Error(`The shell ${run.shell.shell} could not be started: ${error.message}`)),
    );
    this.#read("stdout", child.stdout as Readable);
    this.#read("stderr", child.stderr as Readable);
    child.on("exit", (code, signalName) => {
      this.#exitCode = code ?? 128 + (signalName ? osConstants.signals[signalName] : 0);
      if (this.#paused && run.signal.aborted) this.#goOn();
      this.#check();
    });
  }

  #read(channel: Channel, stream: Readable): void {
    this.#open.add(stream);
    stream.on("data", (bytes: Buffer) => {
      this.#run.onData(channel, bytes);
      this.#waitForReader();
      this.#check();
    });
    const ended = () => {
      this.#open.delete(stream);
      this.#check();
    };
    stream.on("end", ended);
    stream.on("close", ended);
    stream.on("error", ended);
  }

  /** A reader that is slow holds the command back, unless it is being ended. */
  #waitForReader(): void {
    const ready = this.#paused || this.#run.signal.aborted ? undefined : this.#run.ready?.();
    if (!ready) return;
    this.#paused = true;
    for (const stream of this.#open) stream.pause();
    void ready.then(() => this.#goOn());
  }

  #goOn(): void {
    this.#paused = false;
    for (const stream of this.#open) stream.resume();
    this.#check();
  }

  #check(): void {
    clearTimeout(this.#timer);
    if (this.#exitCode === undefined) return;
    if (this.#open.size === 0) this.#finish();
    else if (!this.#paused) this.#timer = setTimeout(() => this.#finish(), graceMs);
  }

  #finish(): void {
    clearTimeout(this.#timer);
    for (const stream of [...this.#open]) stream.destroy();
    this.#child.unref();
    this.#resolve(this.#exitCode as number);
  }
}
