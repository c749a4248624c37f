/**
 * Acceptance of prompts and everything that ends or continues a run (protocol page, "Prompting"). The
 * promises made here: a prompt that was accepted is on disk and is never lost, its response comes before
 * its events, an abort also stops a prompt that has not started, and what is queued goes on after an abort.
 */
import type { AgentSessionEvent } from "@earendil-works/pi-coding-agent";
import type { ImageContent } from "../protocol/message.ts";
import { plainError } from "./errors.ts";
import type { RunningHandler } from "./extension-watch.ts";
import type { LiveSession } from "./live-session.ts";
import { QueuedMessages } from "./queued-messages.ts";

export interface PromptOptions {
  images?: ImageContent[];
  streamingBehavior?: "steer" | "followUp";
}

const BUSY = "Agent is already processing. Specify streamingBehavior ('steer' or 'followUp') to queue the message.";
const UNSUPPORTED_DEFAULT =
  "Configured default model is unavailable or unsupported. Update defaultProvider/defaultModel or choose a model with set_model.";

/** How long an aborted run may take to stop before handlers that do not return are let go of. */
const ABORT_GRACE_MS = 3000;

export class Prompting {
  readonly #session: LiveSession;
  readonly #queue: QueuedMessages;
  /** A prompt between its arrival and its start: settles when it is accepted or refused. */
  #starting: Promise<void> | undefined;
  #abortAtStart = false;
  #aborting: Promise<void> | undefined;

  constructor(session: LiveSession) {
    this.#session = session;
    this.#queue = new QueuedMessages(session);
    session.sdk.agent.subscribe((event) => {
      if (event.type === "agent_start" && this.#abortAtStart) session.sdk.agent.abort();
    });
  }

  /** Settles when no prompt is between its arrival and its start. */
  started(): Promise<void> {
    return this.#starting ?? Promise.resolve();
  }

  /**
   * Sends a prompt. `onAccepted` is called once, as soon as the prompt is on disk, queued or handled, and
   * before any event of its run; a rejection means that nothing happened. Resolves when accepted.
   */
  async prompt(text: string, options: PromptOptions, onAccepted: () => void): Promise<void> {
    const { sdk } = this.#session;
    if (this.isExtensionCommand(text)) {
      await this.#runCommand(text, onAccepted);
      return;
    }
    if (this.#session.defaultUnsupported) throw new Error(UNSUPPORTED_DEFAULT);
    this.#session.assertWritable();
    if (this.#starting && !options.streamingBehavior) throw new Error(BUSY);
    // Nothing is awaited without need: an abort in the same write has to find the prompt on its way.
    if (this.#starting) await this.#starting;
    if (sdk.isCompacting && !sdk.isStreaming) {
      if (options.streamingBehavior) {
        await this.followUp(text, options.images);
        onAccepted();
        return;
      }
      await sdk.waitForIdle();
    }
    if (sdk.isStreaming && !options.streamingBehavior) throw new Error(BUSY);
    this.#noticeForeignChange();
    const accepted = this.#accept(text, options, onAccepted);
    const settled = accepted.then(
      () => {},
      () => {},
    );
    this.#starting = settled;
    void settled.then(() => {
      if (this.#starting === settled) this.#starting = undefined;
    });
    await accepted;
  }

  /** Queues for delivery after the current turn's tool calls. Throws for a command of an agent extension. */
  async steer(text: string, images: ImageContent[] | undefined): Promise<void> {
    this.#session.assertWritable();
    await this.#session.sdk.steer(text, images, { source: "rpc" });
  }

  /** Queues for delivery when the agent would stop. */
  async followUp(text: string, images: ImageContent[] | undefined): Promise<void> {
    this.#session.assertWritable();
    await this.#session.sdk.followUp(text, images, { source: "rpc" });
  }

  clearQueue(): { steering: string[]; followUp: string[] } {
    return this.#session.sdk.clearQueue();
  }

  /** Stops what is running and resolves when it has stopped; what is queued then goes on. */
  async abort(): Promise<void> {
    if (this.#aborting) return;
    const { sdk } = this.#session;
    const running = !sdk.isIdle || this.#starting !== undefined;
    this.#aborting = this.#abort();
    try {
      await this.#aborting;
    } finally {
      this.#aborting = undefined;
    }
    if (running) this.resumeQueue();
  }

  /** Delivers what is queued when nothing runs that would. */
  resumeQueue(): void {
    const { sdk } = this.#session;
    if (this.#session.disposed || !sdk.isIdle || this.#starting) return;
    const next = this.#queue.takeFirst();
    if (!next) return;
    const run = next.custom
      ? sdk.sendCustomMessage(next.custom, { triggerTurn: true })
      : sdk.prompt(next.text, { images: next.images, expandPromptTemplates: false, source: "rpc" });
    run.catch((error) => {
      this.#session.notify(`A queued message could not be sent: ${plainError(error)}`, "error");
      this.#queue.putBack(next);
    });
  }

  isExtensionCommand(text: string): boolean {
    if (!text.startsWith("/")) return false;
    const end = text.indexOf(" ");
    return this.#session.sdk.extensionRunner.getCommand(text.slice(1, end === -1 ? undefined : end)) !== undefined;
  }

  async #runCommand(text: string, onAccepted: () => void): Promise<void> {
    await this.#session.sdk.prompt(text, { source: "rpc" });
    onAccepted();
  }

  /** Hands the prompt to the SDK and waits for its user message to be written through. */
  #accept(text: string, options: PromptOptions, onAccepted: () => void): Promise<void> {
    const session = this.#session;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let accepted = false;
    let decided = false;
    let stopWatching = () => {};
    const accept = () => {
      if (accepted) return;
      accepted = true;
      stopWatching();
      onAccepted();
      session.release();
      resolve();
    };
    const run = session.sdk.prompt(text, {
      ...options,
      source: "rpc",
      preflightResult: (disposition) => {
        decided = true;
        if (disposition !== "started") {
          accept();
          return;
        }
        session.hold();
        stopWatching = session.onEntry((entry) => {
          if (entry.type !== "message" || entry.message.role !== "user") return;
          session.store.writer?.sync();
          accept();
        });
      },
    });
    const refuse = (error: unknown) => {
      stopWatching();
      session.release(!accepted);
      reject(error);
    };
    run.then(async () => {
      // While agent extensions hear of the end of a run, the SDK puts a prompt off and returns at once.
      if (!decided) await session.sdk.waitForIdle();
      if (!decided) refuse(new Error(BUSY));
    }, refuse);
    return promise;
  }

  async #abort(): Promise<void> {
    const { sdk, dialogs, watch } = this.#session;
    const running = watch.running();
    dialogs.cancelAll();
    this.#abortAtStart = this.#starting !== undefined;
    // A compaction before the prompt is part of its start.
    if (this.#starting) sdk.abortCompaction();
    let aborting = true;
    // Handlers get time to notice the abort. Afterwards those that hold it up are let go of; once it is done,
    // those that were running when it came.
    setTimeout(() => this.#letGo(aborting ? undefined : running), ABORT_GRACE_MS).unref();
    try {
      await this.#starting;
      if (sdk.agent.hasQueuedMessages() && sdk.isStreaming) await this.#endRunOnly();
      else await sdk.abort();
    } finally {
      aborting = false;
      this.#abortAtStart = false;
    }
  }

  /** Ends the current run; the SDK then starts the next one with what is queued. */
  #endRunOnly(): Promise<void> {
    const { sdk } = this.#session;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = sdk.subscribe((event: AgentSessionEvent) => {
      if (event.type !== "agent_end" && event.type !== "agent_settled") return;
      stop();
      resolve();
    });
    sdk.abortRetry();
    sdk.abortCompaction();
    sdk.abortBranchSummary();
    sdk.agent.abort();
    return promise;
  }

  #letGo(handlers: ReadonlySet<RunningHandler> | undefined): void {
    for (const { extensionPath, event } of this.#session.watch.abandon(handlers)) {
      this.#session.reportExtensionError(
        extensionPath,
        event,
        "Did not return after an abort; the agent goes on without it.",
      );
    }
  }

  #noticeForeignChange(): void {
    const { writer } = this.#session.store;
    if (!writer?.changedElsewhere()) return;
    this.#session.notify(`The session file was changed by another program: ${writer.path}`, "warning");
  }
}
