import { type Disposable, EventEmitter, type ExtensionContext } from "vscode";
import { toStop } from "./agent/process-limit.ts";
import { Disposables } from "./disposables.ts";
import { defaultFolder, folderAt } from "./folders.ts";
import { type ChatServices, OpenChat, type OpenChatOptions } from "./open-chat.ts";
import type { ChatPanel } from "./panel/chat-panel.ts";
import type { RememberedTab } from "./panel/remembered.ts";
import type { SessionLocks } from "./sessions/session-locks.ts";
import { maxProcesses } from "./settings.ts";

const SIDE_BAR_KEY = "sideBar";

/** All chats of this window: the one in the side bar, those in editor tabs, and those at work unseen. */
export class Chats implements Disposable {
  readonly #context: ExtensionContext;
  readonly #services: ChatServices;
  readonly #open = new Map<string, OpenChat>();
  readonly #panels = new Set<ChatPanel>();
  readonly #own = new Disposables();
  readonly #changed = new EventEmitter<OpenChat | undefined>();
  /** Facts of a chat have changed, or (undefined) which chats there are or which one is current. */
  readonly onDidChange = this.#changed.event;
  readonly #idle = new EventEmitter<OpenChat>();
  readonly onDidBecomeIdle = this.#idle.event;
  readonly #slow = new EventEmitter<OpenChat>();
  readonly onDidNotStop = this.#slow.event;
  #sideBar: OpenChat | undefined;
  #current: OpenChat | undefined;

  constructor(context: ExtensionContext, services: ChatServices) {
    this.#context = context;
    this.#services = services;
    for (const emitter of [this.#changed, this.#idle, this.#slow]) this.#own.add(emitter);
  }

  get locks(): SessionLocks {
    return this.#services.locks;
  }
  get all(): OpenChat[] {
    return [...this.#open.values()];
  }
  get panels(): ChatPanel[] {
    return [...this.#panels];
  }

  /** The chat that commands act on: the one last looked at, else that of the side bar. */
  get current(): OpenChat {
    return this.#current ?? this.sideBar;
  }

  /** The chat of the side bar; made when first asked for, with the session and the folder that stood there last. */
  get sideBar(): OpenChat {
    if (!this.#sideBar) {
      const known = this.#rememberedSideBar();
      const folder = folderAt(known?.folder ?? "");
      // A session goes on in the folder it belongs to, or not at all.
      const sessionFile = folder && known?.sessionFile;
      this.#sideBar = this.#make({
        place: "sideBar",
        folder: folder ?? defaultFolder(),
        draftKey: "sideBar",
        sessionFile,
      });
    }
    return this.#sideBar;
  }

  /** The side bar has had a chat in one of the folders that are open. */
  get knowsSideBar(): boolean {
    return folderAt(this.#rememberedSideBar()?.folder ?? "") !== undefined;
  }

  create(options: OpenChatOptions): OpenChat {
    const openChat = this.#make(options);
    this.#changed.fire(undefined);
    return openChat;
  }

  #make(options: OpenChatOptions): OpenChat {
    const openChat = new OpenChat(this.#services, options);
    this.#open.set(openChat.id, openChat);
    openChat.onDidChange((patch) => {
      if (patch.session && openChat === this.#sideBar) this.#rememberSideBar();
      if (patch.agent?.phase === "ready") this.#limitProcesses();
      this.#changed.fire(openChat);
    });
    openChat.onDidBecomeIdle(() => this.#idle.fire(openChat));
    openChat.onDidNotStop(() => this.#slow.fire(openChat));
    return openChat;
  }

  /** The chat that has this session file open, if any. */
  withSession(file: string): OpenChat | undefined {
    return this.all.find((openChat) => openChat.sessionFile === file);
  }

  /** Puts another chat into the side bar. The one that was there goes on when it is at work, else it ends. */
  showInSideBar(openChat: OpenChat): void {
    const old = this.#sideBar;
    this.#sideBar = openChat;
    openChat.chat.patch({ place: "sideBar" });
    for (const panel of this.panels) if (panel.openChat === old) panel.show(openChat);
    this.setCurrent(openChat);
    this.#rememberSideBar();
    if (old && old !== openChat && !old.isNeeded) void this.close(old);
  }

  setCurrent(openChat: OpenChat): void {
    if (this.#current === openChat) return;
    this.#current = openChat;
    this.#changed.fire(undefined);
  }

  addPanel(panel: ChatPanel): void {
    this.#panels.add(panel);
    this.#changed.fire(undefined);
  }
  /** A panel was shown, hidden or moved. */
  panelChanged(): void {
    this.#changed.fire(undefined);
  }
  removePanel(panel: ChatPanel): void {
    this.#panels.delete(panel);
    panel.dispose();
    this.#changed.fire(undefined);
  }
  /** The panel that has the keyboard. */
  get focusedPanel(): ChatPanel | undefined {
    return this.panels.find(({ focused }) => focused);
  }
  panelOf(openChat: OpenChat): ChatPanel | undefined {
    return this.panels.find((panel) => panel.openChat === openChat);
  }

  /** Starts every running server again, as after a change of keys. One at work is left until it is done. */
  async restartRunning(): Promise<void> {
    const running = this.all.filter(({ agent }) => agent.status.phase !== "off");
    await Promise.all(running.map((openChat) => openChat.restartWhenIdle()));
  }

  /** Lets go of a session that is about to be deleted: its place shows a fresh chat, its editor tab closes. */
  async leaveSession(openChat: OpenChat): Promise<void> {
    if (openChat === this.#sideBar) {
      this.showInSideBar(this.create({ place: "sideBar", folder: openChat.folder, draftKey: "sideBar" }));
    }
    this.panelOf(openChat)?.close();
    await this.close(openChat);
  }

  /** Ends a chat and its server. The session stays in its file. */
  async close(openChat: OpenChat): Promise<void> {
    this.#open.delete(openChat.id);
    if (this.#current === openChat) this.#current = undefined;
    if (this.#sideBar === openChat) this.#sideBar = undefined;
    this.#changed.fire(undefined);
    await openChat.dispose();
  }

  dispose(): void {
    for (const panel of this.panels) this.removePanel(panel);
    for (const openChat of this.all) void openChat.dispose();
    this.#open.clear();
    this.#own.dispose();
  }

  /** Idle servers beyond the setting are stopped; each comes back from its session when its chat is used. */
  #limitProcesses(): void {
    const uses = this.all.map((openChat) => ({
      openChat,
      running: openChat.agent.status.phase === "ready",
      needed: openChat.isNeeded || (this.panelOf(openChat)?.visible ?? false),
      usedAt: openChat.usedAt,
    }));
    for (const { openChat } of toStop(uses, maxProcesses())) void openChat.agent.stop();
  }

  #rememberedSideBar(): RememberedTab | undefined {
    return this.#context.workspaceState.get<RememberedTab>(SIDE_BAR_KEY);
  }
  #rememberSideBar(): void {
    const { sessionFile, path } = this.sideBar;
    const own: RememberedTab = { ...(sessionFile ? { sessionFile } : {}), ...(path ? { folder: path } : {}) };
    void this.#context.workspaceState.update(SIDE_BAR_KEY, own);
  }
}
