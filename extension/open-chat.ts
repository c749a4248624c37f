import { randomUUID } from "node:crypto";
import { EventEmitter, l10n, type WorkspaceFolder, workspace } from "vscode";
import type { LaunchPlan } from "./agent/agent.ts";
import { Agent } from "./agent/agent.ts";
import { Chat } from "./broker/chat.ts";
import type { DraftStore } from "./broker/drafts.ts";
import type { StatePatch } from "./broker/facts.ts";
import type { ApprovalMode, ChatState } from "./panel/messages.ts";
import { panelSettings } from "./settings.ts";

/** What the extension gives every chat. */
export interface ChatServices {
  /** What to run for a chat in `folder`, resuming `sessionFile`. Rejects with LaunchError. */
  plan(folder: string, sessionFile: string | undefined): Promise<LaunchPlan & { bundled: boolean }>;
  approval(): ApprovalMode;
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
  readonly folder: WorkspaceFolder | undefined;
  readonly draftKey: string;
  /** When something last happened here, ms since the epoch; idle chats give their process up first. */
  usedAt = Date.now();
  readonly #changed = new EventEmitter<StatePatch>();
  readonly onDidChange = this.#changed.event;
  #resume: string | undefined;

  constructor(services: ChatServices, options: OpenChatOptions) {
    this.folder = options.folder;
    this.draftKey = options.draftKey;
    this.#resume = options.sessionFile;
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
      drafts: services.drafts,
      log: services.log,
    });
    this.chat.patch({ trusted: workspace.isTrusted, settings: panelSettings() });
    this.chat.listen({
      changed: (patch) => this.#changed.fire(patch),
      received: () => {
        this.usedAt = Date.now();
      },
    });
  }

  get state(): ChatState {
    return this.chat.state;
  }

  /** The file of the session that is here, or will be once the server has started. */
  get sessionFile(): string | undefined {
    return this.state.session?.file ?? this.#resume;
  }

  async dispose(): Promise<void> {
    this.#changed.dispose();
    await this.agent.dispose();
  }

  async #start(): Promise<void> {
    this.usedAt = Date.now();
    if (!this.folder) throw new Error(l10n.t("Open a folder first."));
    if (!workspace.isTrusted)
      throw new Error(l10n.t("Trust this workspace first: the agent reads and runs what is in it."));
    await this.agent.start();
  }

  async #plan(services: ChatServices): Promise<LaunchPlan> {
    const plan = await services.plan(this.folder?.uri.fsPath ?? "", this.sessionFile);
    this.chat.patch({ approval: plan.bundled ? services.approval() : null });
    return plan;
  }
}
