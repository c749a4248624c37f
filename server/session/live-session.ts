/**
 * One session while it is the current one: the SDK's session, its store, its dialogs, and the way its
 * events take to the wire. Command files reach it through SessionHost.
 */
import type {
  AgentSession,
  AgentSessionServices,
  ExtensionCommandContextActions,
  SessionEntry,
} from "@earendil-works/pi-coding-agent";
import type { SessionCompaction } from "../compaction/session-compaction.ts";
import type { SessionEntry as WireEntry } from "../protocol/entry.ts";
import type { ServerRecord } from "../protocol/event.ts";
import { wireEntry } from "./entries.ts";
import { plainError } from "./errors.ts";
import { EventMapper } from "./events.ts";
import type { ExtensionWatch } from "./extension-watch.ts";
import { skipUnheardEvents } from "./fast-path.ts";
import type { SessionStore } from "./file/store.ts";
import { MergedUpdates } from "./merged-updates.ts";
import type { SdkRuntime } from "./runtime.ts";
import { Dialogs } from "./ui.ts";
import { createUiContext } from "./ui-context.ts";

/** What a session needs of the process around it. */
export interface SessionSurroundings {
  /** Writes a record. */
  emit(record: ServerRecord): void;
  /** Undefined when the reader keeps up, otherwise a promise of the moment when it does. */
  writable(): Promise<void> | undefined;
  /** Sessions an agent extension asks for. */
  readonly actions: ExtensionCommandContextActions;
  /** An agent extension wants the process to end. */
  shutdown(): void;
}

export class LiveSession {
  readonly sdk: AgentSession;
  readonly services: AgentSessionServices;
  readonly store: SessionStore;
  readonly dialogs: Dialogs;
  readonly watch: ExtensionWatch;
  /** The id the session had when it became current; an in-memory fork reuses the SDK's objects under another. */
  readonly id: string;
  /** Prompts are refused until a model is chosen (rpc-mode page, unsupported saved default). */
  defaultUnsupported: boolean;
  readonly #surroundings: SessionSurroundings;
  readonly #mapper = new EventMapper();
  readonly #updates = new MergedUpdates((record) => this.#write(record));
  readonly #compaction: SessionCompaction;
  readonly #entryListeners = new Set<(entry: SessionEntry) => void>();
  #held: ServerRecord[] | undefined;
  #disposed = false;

  constructor(runtime: SdkRuntime, store: SessionStore, surroundings: SessionSurroundings) {
    this.sdk = runtime.session;
    this.services = runtime.services;
    this.watch = runtime.watch;
    this.#compaction = runtime.compaction;
    this.defaultUnsupported = runtime.defaultUnsupported;
    this.store = store;
    this.id = store.manager.getSessionId();
    this.#surroundings = surroundings;
    // Dialogs and notices are never held back: an extension may be waiting for the answer.
    this.dialogs = new Dialogs((request) => surroundings.emit(request));
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  /** Connects events and agent extensions. Resolves when their session_start handlers have run. */
  async bind(): Promise<void> {
    const { sdk, store } = this;
    store.writer?.opened();
    store.onAppend = (entry) => this.#appended(entry);
    this.#compaction.listen(sdk, {
      tell: (event) => {
        const record = this.#mapper.map(event);
        if (record) this.emit(record);
      },
      emit: (event) => this.emit(event),
    });
    sdk.agent.subscribe(() => this.#surroundings.writable());
    await sdk.bindExtensions({
      uiContext: createUiContext(this.dialogs),
      mode: "rpc",
      commandContextActions: this.#surroundings.actions,
      shutdownHandler: () => this.#surroundings.shutdown(),
      onError: ({ extensionPath, event, error }) => this.reportExtensionError(extensionPath, event, error),
    });
    skipUnheardEvents(sdk);
  }

  /** Writes a record of this session; nothing after it was replaced. */
  emit(record: ServerRecord): void {
    if (!this.#disposed) this.#updates.take(record);
  }

  #write(record: ServerRecord): void {
    if (this.#held) this.#held.push(record);
    else this.#surroundings.emit(record);
  }

  /** Keeps the session's events back until `release`: an accepted prompt answers before its run is seen. */
  hold(): void {
    this.#held ??= [];
  }

  /** Lets the held events go out, or drops them when the prompt they belong to was refused. */
  release(drop = false): void {
    const held = this.#held;
    this.#held = undefined;
    if (held && !drop) for (const record of held) this.#write(record);
  }

  reportExtensionError(extensionPath: string, event: string, error: string): void {
    if (!this.#disposed)
      this.#surroundings.emit({ type: "extension_error", extensionPath, event, error: plainError(error) });
  }

  /** Tells a person something that is no event of the protocol. */
  notify(message: string, notifyType: "info" | "warning" | "error"): void {
    this.dialogs.notice({ method: "notify", message, notifyType });
  }

  /** Calls `listener` for each entry that is added; returns the way to stop that. */
  onEntry(listener: (entry: SessionEntry) => void): () => void {
    this.#entryListeners.add(listener);
    return () => this.#entryListeners.delete(listener);
  }

  /** Throws when another server has the session file. */
  assertWritable(): void {
    this.store.writer?.assertWritable();
  }

  /** Ends the session: dialogs resolve with their defaults, later events are dropped. */
  dispose(): void {
    this.dialogs.cancelAll();
    this.release();
    this.#updates.flush();
    this.#disposed = true;
    this.sdk.dispose();
  }

  #appended(entry: SessionEntry): void {
    for (const listener of [...this.#entryListeners]) listener(entry);
    this.emit({ type: "entry_appended", entry: wireEntry(entry) as WireEntry });
    if (entry.type === "model_change")
      this.emit({ type: "model_changed", provider: entry.provider, modelId: entry.modelId });
  }
}
