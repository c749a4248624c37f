import { type Disposable, EventEmitter, type ExtensionContext, type WorkspaceFolder, window, workspace } from "vscode";
import { Disposables } from "./disposables.ts";
import { type ChatServices, OpenChat, type OpenChatOptions } from "./open-chat.ts";
import type { ChatPanel } from "./panel/chat-panel.ts";

const SIDE_BAR_KEY = "sideBar.session";

/** All chats of this window: the one in the side bar, those in editor tabs, and those at work unseen. */
export class Chats implements Disposable {
  readonly #context: ExtensionContext;
  readonly #services: ChatServices;
  readonly #open = new Map<string, OpenChat>();
  readonly #panels = new Map<ChatPanel, Disposable>();
  readonly #own = new Disposables();
  readonly #changed = new EventEmitter<OpenChat | undefined>();
  /** Facts of a chat have changed, or (undefined) which chats there are or which one is current. */
  readonly onDidChange = this.#changed.event;
  #sideBar: OpenChat | undefined;
  #current: OpenChat | undefined;

  constructor(context: ExtensionContext, services: ChatServices) {
    this.#context = context;
    this.#services = services;
    this.#own.add(this.#changed);
  }

  get all(): OpenChat[] {
    return [...this.#open.values()];
  }
  get panels(): ChatPanel[] {
    return [...this.#panels.keys()];
  }

  /** The chat that commands act on: the one last looked at, else that of the side bar. */
  get current(): OpenChat {
    return this.#current ?? this.sideBar;
  }

  /** The chat of the side bar; made when first asked for, with the session that stood there last. */
  get sideBar(): OpenChat {
    if (!this.#sideBar) {
      const sessionFile = this.#context.workspaceState.get<string>(SIDE_BAR_KEY);
      this.#sideBar = this.create({ place: "sideBar", folder: defaultFolder(), draftKey: "sideBar", sessionFile });
    }
    return this.#sideBar;
  }

  create(options: OpenChatOptions): OpenChat {
    const openChat = new OpenChat(this.#services, options);
    this.#open.set(openChat.id, openChat);
    openChat.onDidChange((patch) => {
      if (patch.session && openChat === this.#sideBar) this.#rememberSideBar();
      this.#changed.fire(openChat);
    });
    this.#changed.fire(undefined);
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
    if (old && old !== openChat && !old.state.isStreaming) void this.close(old);
  }

  setCurrent(openChat: OpenChat): void {
    if (this.#current === openChat) return;
    this.#current = openChat;
    this.#changed.fire(undefined);
  }

  addPanel(panel: ChatPanel): void {
    this.#panels.set(panel, panel);
  }
  removePanel(panel: ChatPanel): void {
    this.#panels.delete(panel);
    panel.dispose();
  }
  panelOf(openChat: OpenChat): ChatPanel | undefined {
    return this.panels.find((panel) => panel.openChat === openChat);
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

  #rememberSideBar(): void {
    void this.#context.workspaceState.update(SIDE_BAR_KEY, this.#sideBar?.sessionFile);
  }
}

/** The folder of the active editor, else the first one. */
export function defaultFolder(): WorkspaceFolder | undefined {
  const active = window.activeTextEditor?.document.uri;
  return (active && workspace.getWorkspaceFolder(active)) ?? workspace.workspaceFolders?.[0];
}
