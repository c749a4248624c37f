import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { EventEmitter, l10n, type WorkspaceFolder, window, workspace } from "vscode";
import type { ServerRecord } from "../server/protocol/event.ts";
import type { LaunchPlan } from "./agent/agent.ts";
import { Agent } from "./agent/agent.ts";
import { Chat } from "./broker/chat.ts";
import type { DraftStore } from "./broker/drafts.ts";
import type { StatePatch } from "./broker/facts.ts";
import { isBusy } from "./broker/state.ts";
import { ChangeRecorder } from "./changes/recorder.ts";
import type { ChangeStore } from "./changes/store.ts";
import { reconcile } from "./changes/unsaved.ts";
import type { ApprovalMode, ChatState, SyntaxColors } from "./panel/messages.ts";
import { readEntries } from "./sessions/session-file.ts";
import type { SessionLocks } from "./sessions/session-locks.ts";
import { panelSettings } from "./settings.ts";

/** Changed files that a panel is told of. */
const MAX_CHANGES = 500;

/** What the extension gives every chat. */
export interface ChatServices {
  /** What to run for a chat in `folder`, resuming `sessionFile`. Rejects with LaunchError. */
  plan(folder: string, sessionFile: string | undefined): Promise<LaunchPlan & { bundled: boolean }>;
  approval(): ApprovalMode;
  /** Colours of code in the editor's theme. */
  syntax(): SyntaxColors;
  /** What a message becomes before it is sent from a chat in `folder`; undefined: not now. */
  prepare(text: string, folder: string): Promise<string | undefined>;
  changeStore: ChangeStore;
  locks: SessionLocks;
  drafts: DraftStore;
  log(text: string): void;
  stderr(text: string): void;
}

export interface OpenChatOptions {
  place: ChatState["place"];
  folder: WorkspaceFolder | undefined;
  /** Under which a draft without a session is kept. */
  draftKey: string;
  /** Session file to begin with. */
  sessionFile?: string | undefined;
}

/** A chat and its server, tied to one folder. */
export class OpenChat {
  readonly id = randomUUID();
  readonly chat: Chat;
  readonly agent: Agent;
  readonly changes: ChangeRecorder;
  readonly folder: WorkspaceFolder | undefined;
  readonly draftKey: string;
  /** When something last happened here, ms since the epoch; idle chats give their process up first. */
  usedAt = Date.now();
  /** A run has ended that nobody has looked at yet. */
  unseen = false;
  /** As last set here; the protocol has no way to ask. */
  autoRetry = true;
  readonly #changed = new EventEmitter<StatePatch>();
  readonly onDidChange = this.#changed.event;
  readonly #idle = new EventEmitter<void>();
  /** A run is over. */
  readonly onDidBecomeIdle = this.#idle.event;
  readonly #slow = new EventEmitter<void>();
  /** A run that was stopped goes on. */
  readonly onDidNotStop = this.#slow.event;
  readonly #locks: SessionLocks;
  /** Session file that this chat holds against other windows. */
  #locked: string | undefined;
  #resume: string | undefined;

  constructor(services: ChatServices, options: OpenChatOptions) {
    this.#locks = services.locks;
    this.folder = options.folder;
    this.draftKey = options.draftKey;
    // A session that nothing was said in has no file: its draft is that of the place.
    const sessionFile = options.sessionFile && existsSync(options.sessionFile) ? options.sessionFile : undefined;
    this.#resume = sessionFile;
    this.agent = new Agent({
      plan: () => this.#plan(services),
      record: (record) => this.chat.receive(record),
      status: (status) => this.chat.agentChanged(status),
      ready: () => this.chat.agentReady(),
      log: services.log,
      stderr: services.stderr,
    });
    const { agent } = this;
    this.chat = new Chat({
      chatId: this.id,
      place: options.place,
      folder: options.folder ? { name: options.folder.name, path: options.folder.uri.fsPath } : null,
      link: {
        start: () => this.#start(),
        newId: () => agent.newId(),
        request: (name, args, id) => agent.request(name, args, id),
        answer: (id, answer) => agent.answer(id, answer),
      },
      draftKey: options.draftKey,
      sessionFile,
      drafts: services.drafts,
      prepare: (text) => services.prepare(text, this.path),
      log: services.log,
    });
    this.changes = new ChangeRecorder({
      cwd: this.path,
      store: services.changeStore,
      changed: (changes) => this.chat.patch({ changes: changes.slice(0, MAX_CHANGES) }),
      wrote: (file, before, after) => void reconcile(file, before, after),
      log: services.log,
    });
    this.chat.patch({ trusted: workspace.isTrusted, settings: panelSettings(), syntax: services.syntax() });
    this.chat.listen({
      changed: (patch) => {
        if (patch.session) this.#sessionKnown(patch.session);
        this.#changed.fire(patch);
      },
      received: (record) => {
        this.usedAt = Date.now();
        this.changes.receive(record);
        if (!this.chat.panelListens) showNatively(record);
      },
      idle: () => this.#idle.fire(),
      stopIsSlow: () => this.#slow.fire(),
      sessionChanged: () => this.changes.close(),
    });
  }

  /** Path of the folder, "" without one. */
  get path(): string {
    return this.folder?.uri.fsPath ?? "";
  }

  get state(): ChatState {
    return this.chat.state;
  }

  /** It works or waits for an answer: its server must go on. */
  get isNeeded(): boolean {
    const { state, chat } = this;
    return isBusy(state) || state.requests.length > 0 || chat.runsBash || chat.prompting.isSending;
  }

  /** Nothing has been said here, and nothing is about to be. */
  get isFresh(): boolean {
    return !this.isNeeded && !this.state.readOnly && !this.#resume && !this.chat.hasMessages;
  }

  /** The file of the session that is here, or will be once the server has started. */
  get sessionFile(): string | undefined {
    return this.state.session?.file ?? this.#resume;
  }

  /** Starts the server again, once it has nothing to do. */
  async restartWhenIdle(): Promise<void> {
    if (!isBusy(this.state)) return this.agent.restart().catch(() => undefined); // the panel shows why it failed
    const stop = this.chat.listen({
      idle: () => {
        stop();
        void this.restartWhenIdle();
      },
    });
  }

  /** Another window wants this session: it gets it, and here it can be read from now on. */
  async handOver(): Promise<void> {
    const file = this.sessionFile;
    this.chat.leaveToOther();
    await this.agent.stop();
    if (file) await this.#readOnly(file);
    this.#unlock();
  }

  /** Takes the session over from the window that has it. */
  async takeOver(): Promise<void> {
    const file = this.sessionFile;
    if (!file || !this.state.readOnly) return;
    await this.#locks.takeOver(file);
    this.#locked = file;
    this.chat.takeOver();
    this.changes.close();
    if (this.state.session) this.changes.open(this.state.session.id);
    await this.#start();
  }

  async dispose(): Promise<void> {
    for (const emitter of [this.#changed, this.#idle, this.#slow]) emitter.dispose();
    await this.agent.dispose();
    this.#unlock();
  }

  #sessionKnown({ id, file }: NonNullable<ChatState["session"]>): void {
    this.changes.open(id);
    this.#resume = undefined;
    if (this.state.readOnly || !file || file === this.#locked) return;
    this.#unlock();
    if (this.#locks.acquire(file)) this.#locked = file;
    else void this.handOver();
  }

  #unlock(): void {
    if (this.#locked) this.#locks.release(this.#locked);
    this.#locked = undefined;
  }

  async #readOnly(file: string): Promise<void> {
    this.#resume = file;
    const { id, entries, leafId } = await readEntries(file).catch(() => ({ id: "", entries: [], leafId: null }));
    await this.chat.showReadOnly({ id, file }, entries, leafId);
  }

  async #start(): Promise<void> {
    this.usedAt = Date.now();
    if (!this.folder) throw new Error(l10n.t("Open a folder first."));
    if (!workspace.isTrusted)
      throw new Error(l10n.t("Trust this workspace first: the agent reads and runs what is in it."));
    const file = this.sessionFile;
    if (file && file !== this.#locked && !this.#locks.acquire(file)) {
      if (!this.state.readOnly) await this.#readOnly(file);
      throw new Error(l10n.t("This session is open in another window."));
    }
    this.#locked = file;
    await this.agent.start();
  }

  async #plan(services: ChatServices): Promise<LaunchPlan> {
    const plan = await services.plan(this.path, this.sessionFile);
    this.chat.patch({ approval: plan.bundled ? services.approval() : null });
    return plan;
  }
}

/** What an agent extension tells is shown as a native message while no panel can show it. */
function showNatively(record: ServerRecord): void {
  if (record.type !== "extension_ui_request" || record.method !== "notify") return;
  if (record.notifyType === "error") void window.showErrorMessage(record.message);
  else if (record.notifyType === "warning") void window.showWarningMessage(record.message);
  else void window.showInformationMessage(record.message);
}
