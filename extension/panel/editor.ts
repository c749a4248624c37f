import { type ExtensionContext, Uri, ViewColumn, type WebviewPanel, type WebviewPanelSerializer, window } from "vscode";
import type { Chats } from "../chats.ts";
import { defaultFolder, folderAt, severalFolders } from "../folders.ts";
import type { OpenChat } from "../open-chat.ts";
import { EDITOR_TYPE } from "../view-ids.ts";
import { ChatPanel } from "./chat-panel.ts";
import { keyOfRestored, type RememberedTab, remember, type TabMemory } from "./remembered.ts";
import type { PanelHost } from "./router.ts";

const MEMORY_KEY = "editors";

/** Chats in editor tabs, which come back after the window was reloaded. */
export class EditorPanels implements WebviewPanelSerializer {
  readonly #context: ExtensionContext;
  readonly #chats: Chats;
  readonly #hostOf: (panel: ChatPanel) => PanelHost;
  /** Keys of the tabs that are open. */
  readonly #keys = new Set<string>();

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
    const key = keyOfRestored(this.#memory(), state?.chatKey, this.#keys) ?? `editor-${Date.now()}`;
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
    this.#keys.add(chatKey);
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
      this.#keys.delete(chatKey);
      this.#remember(chatKey, openChat, { closed: true });
      this.#chats.removePanel(panel);
      if (!openChat.isNeeded) void this.#chats.close(openChat);
    });
  }

  #memory(): TabMemory {
    return this.#context.workspaceState.get(MEMORY_KEY, {});
  }

  #remember(key: string, { sessionFile, folder }: OpenChat, more: Pick<RememberedTab, "closed"> = {}): void {
    const own = { ...(sessionFile ? { sessionFile } : {}), ...(folder ? { folder: folder.uri.fsPath } : {}), ...more };
    void this.#context.workspaceState.update(MEMORY_KEY, remember(this.#memory(), key, own));
  }
}

/** What stands on the tab. */
function titleOf({ state, folder }: OpenChat): string {
  const title = state.title ?? state.session?.name ?? "Atomic";
  return severalFolders() && folder ? `${title} (${folder.name})` : title;
}
