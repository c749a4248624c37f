/**
 * The session layer as command files see it. A command file gets a Call (server/rpc/dispatcher.ts) with
 * `call.host`, this object, and `call.emit` for records of its own:
 *
 * - `host.current`   the LiveSession that commands act on: `.sdk` (the SDK's AgentSession), `.services`
 *                    (settings, models, resources), `.store` (entries and the file), `.dialogs`, `.emit()`,
 *                    `.onEntry()`, `.assertWritable()`. It may be another one after every `await`.
 * - `host.prompting` prompts, queue, abort of the current session; `resumeQueue()` delivers what is queued.
 * - `host.newSession() / switchSession() / fork() / clone()`   replacement; one at a time.
 * - `host.owner()`   a handle on the current session that outlives its replacement, for jobs that record
 *                    their result later: `owner.recordBash(...)` writes it once, into that session only.
 * - `host.onReplaced(listener)`, `host.onShutdown(job)`   what has to happen then.
 */
import type { ModelRuntime } from "@earendil-works/pi-coding-agent";
import type { ServerRecord } from "../protocol/event.ts";
import { extensionActions } from "./extension-actions.ts";
import type { SessionStore } from "./file/store.ts";
import { LiveSession, type SessionSurroundings } from "./live-session.ts";
import { SessionOwner } from "./owner.ts";
import { Prompting } from "./prompting.ts";
import { cloneSession, forkSession, newSession, type Replaced, switchSession } from "./replacement.ts";
import { createRuntime, type SdkRuntime, type ServerSetup } from "./runtime.ts";

/** How long agent extensions may take to hear of the end. */
const SHUTDOWN_GRACE_MS = 1000;

export interface HostIo {
  emit(record: ServerRecord): void;
  writable(): Promise<void> | undefined;
  /** An agent extension asked for the end of the process. */
  shutdown(): void;
}

export class SessionHost {
  readonly setup: ServerSetup;
  readonly #io: HostIo;
  #current: LiveSession;
  #prompting: Prompting;
  #bound: Promise<void> | undefined;
  #replacing = false;
  readonly #owners = new Set<SessionOwner>();
  readonly #onShutdown: (() => Promise<void>)[] = [];

  private constructor(setup: ServerSetup, io: HostIo, runtime: SdkRuntime, store: SessionStore) {
    this.setup = setup;
    this.#io = io;
    this.#current = new LiveSession(runtime, store, this.#surroundings());
    this.#prompting = new Prompting(this.#current);
  }

  /** Opens the first session. Throws when it cannot be opened; the message says why. */
  static async open(setup: ServerSetup, io: HostIo, store: SessionStore): Promise<SessionHost> {
    const runtime = await createRuntime(setup, store, undefined);
    if (runtime.errors.length > 0) throw new Error(runtime.errors.join("\n"));
    const host = new SessionHost(setup, io, runtime, store);
    host.#warn(runtime.warnings);
    return host;
  }

  get current(): LiveSession {
    return this.#current;
  }

  get prompting(): Prompting {
    return this.#prompting;
  }

  get models(): ModelRuntime {
    return this.setup.models;
  }

  /** Starts the agent extensions of the first session; what they ask may have to be answered before it resolves. */
  bind(): Promise<void> {
    this.#bound ??= this.#current.bind().then(() => this.#warnOfOtherServer());
    return this.#bound;
  }

  newSession(parentSession?: string): Promise<{ cancelled: boolean }> {
    return this.replace((host) => newSession(host, parentSession));
  }

  switchSession(path: string): Promise<{ cancelled: boolean }> {
    return this.replace((host) => switchSession(host, path));
  }

  fork(entryId: string): Promise<{ text: string; cancelled: boolean }> {
    return this.replace((host) => forkSession(host, entryId));
  }

  clone(): Promise<{ cancelled: boolean }> {
    return this.replace((host) => cloneSession(host));
  }

  /** Runs one replacement; a second one at the same time is refused. */
  async replace<T>(work: (host: SessionHost) => Promise<T>): Promise<T> {
    if (this.#replacing) throw new Error("Another session is being opened. Wait for it and try again.");
    this.#replacing = true;
    try {
      return await work(this);
    } finally {
      this.#replacing = false;
    }
  }

  /** Makes the session of `replaced` the current one; the old one has been disposed of. */
  async adopt({ runtime, store, prepare }: Replaced): Promise<void> {
    this.#current = new LiveSession(runtime, store, this.#surroundings());
    this.#prompting = new Prompting(this.#current);
    this.#warn([...runtime.warnings, ...runtime.errors]);
    await prepare?.(this.#current);
    this.#bound = this.#current.bind();
    await this.#bound;
    this.#warnOfOtherServer();
    for (const owner of [...this.#owners]) owner.currentChanged(this.#current);
  }

  /** A handle on the current session for work that may end after it was replaced. */
  owner(): SessionOwner {
    const owner = new SessionOwner(this.#current, () => this.#owners.delete(owner));
    this.#owners.add(owner);
    return owner;
  }

  /** Undefined while the client keeps up, otherwise a promise of the moment when it does. */
  writable(): Promise<void> | undefined {
    return this.#io.writable();
  }

  /** Adds work to be done before the process ends, such as ending child processes. */
  onShutdown(job: () => Promise<void>): void {
    this.#onShutdown.push(job);
  }

  /** Brings what is running to its end: dialogs, jobs such as direct bash, the run. */
  async quiesce(): Promise<void> {
    this.#current.dialogs.cancelAll();
    await Promise.all([...this.#onShutdown.map((job) => job()), this.#current.sdk.abort()]);
  }

  /** Ends the session: agent extensions are told, the file is let go of. */
  async close(): Promise<void> {
    const { sdk, store, watch } = this.#current;
    await sdk.abort();
    setTimeout(() => watch.abandon(), SHUTDOWN_GRACE_MS);
    await sdk.extensionRunner.emit({ type: "session_shutdown", reason: "quit" });
    this.#current.dispose();
    store.writer?.release();
    await this.setup.models.settleCredentialWrites();
  }

  #surroundings(): SessionSurroundings {
    return { ...this.#io, emit: this.#io.emit, writable: this.#io.writable, actions: extensionActions(() => this) };
  }

  /** Startup remarks go to stderr and, so that a person sees them, to the client. */
  #warn(warnings: readonly string[]): void {
    for (const warning of new Set(warnings)) {
      process.stderr.write(`${warning}\n`);
      this.#current.notify(warning, "warning");
    }
  }

  #warnOfOtherServer(): void {
    const { writer } = this.#current.store;
    if (writer?.heldBy === undefined) return;
    this.#warn([
      `This session is open in another server (process ${writer.heldBy}); it can be read here but not changed: ${writer.path}`,
    ]);
  }
}
