import { type ExtensionContext, Uri, ViewColumn, type WebviewPanel, type WebviewPanelSerializer, window } from "vscode";
import type { Chats } from "../chats.ts";
import { defaultFolder, folderAt } from "../folders.ts";
import type { OpenChat } from "../open-chat.ts";
import { ChatPanel } from "./chat-panel.ts";
import type { PanelHost } from "./router.ts";

export const EDITOR_TYPE = "atomic.chatEditor";
const MEMORY_KEY = "editors";
const MAX_REMEMBERED = 50;

interface Remembered {
  sessionFile?: string;
  folder?: string;
}

/** Chats in editor tabs, which come back after the window was reloaded. */
export class EditorPanels implements WebviewPanelSerializer {
  readonly #context: ExtensionContext;
  readonly #chats: Chats;
  readonly #hostOf: (panel: ChatPanel) => PanelHost;

  constructor(context: ExtensionContext, chats: Chats, hostOf: (panel: ChatPanel) => PanelHost) {
    this.#context = context;
    this.#chats = chats;
    this.#hostOf = hostOf;
  }

  /** Opens a tab for a chat, or brings the one it has to front. */
  open(openChat: OpenChat): void {
    const known = this.#chats.panelOf(openChat);
    if (known) {
      known.reveal();
      return;
    }
    const panel = window.createWebviewPanel(EDITOR_TYPE, titleOf(openChat), ViewColumn.Active);
    openChat.chat.patch({ place: "editor" });
    this.#fill(panel, openChat, openChat.draftKey);
  }

  async deserializeWebviewPanel(panel: WebviewPanel, state: { chatKey?: string } | undefined): Promise<void> {
    const key = state?.chatKey ?? "";
    const known = this.#memory()[key];
    const folder = folderAt(known?.folder ?? "") ?? defaultFolder();
    const { sessionFile } = known ?? {};
    this.#fill(panel, this.#chats.create({ place: "editor", folder, draftKey: key, sessionFile }), key);
  }

  #fill(view: WebviewPanel, openChat: OpenChat, chatKey: string): void {
    const { extensionUri } = this.#context;
    view.iconPath = Uri.joinPath(extensionUri, "media", "icon.svg");
    const frame = {
      webview: view.webview,
      get visible() {
        return view.visible;
      },
      reveal: (preserveFocus?: boolean) => view.reveal(undefined, preserveFocus),
      close: () => view.dispose(),
    };
    const panel = new ChatPanel(frame, { extensionUri, place: "editor", chatKey }, openChat, this.#hostOf);
    this.#chats.addPanel(panel);
    this.#chats.setCurrent(openChat);
    this.#remember(chatKey, openChat);
    const changes = openChat.onDidChange((patch) => {
      if (!("session" in patch) && !("title" in patch)) return;
      view.title = titleOf(openChat);
      if (patch.session) this.#remember(chatKey, openChat);
    });
    view.onDidChangeViewState(() => {
      panel.visibilityChanged();
      if (view.active) this.#chats.setCurrent(openChat);
      this.#chats.panelChanged();
    });
    view.onDidDispose(() => {
      changes.dispose();
      this.#chats.removePanel(panel);
      if (!openChat.isNeeded) void this.#chats.close(openChat);
    });
  }

  #memory(): Record<string, Remembered> {
    return this.#context.workspaceState.get(MEMORY_KEY, {});
  }

  /**
   * The tab's chat, for when the tab is restored. It is not forgotten when the tab closes: reloading the window
   * closes tabs too, and the two cannot be told apart. The oldest go when there are many.
   */
  #remember(key: string, { sessionFile, folder }: OpenChat): void {
    const { [key]: _old, ...others } = this.#memory();
    const own = { ...(sessionFile ? { sessionFile } : {}), ...(folder ? { folder: folder.uri.fsPath } : {}) };
    const newest = [...Object.entries(others), [key, own] as const].slice(-MAX_REMEMBERED);
    void this.#context.workspaceState.update(MEMORY_KEY, Object.fromEntries(newest));
  }
}

/** What stands on the tab. */
function titleOf({ state }: OpenChat): string {
  return state.title ?? state.session?.name ?? "Atomic";
}
