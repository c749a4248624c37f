import { commands, type ExtensionContext, type ViewBadge, type WebviewView, type WebviewViewProvider } from "vscode";
import type { Chats } from "../chats.ts";
import { severalFolders } from "../folders.ts";
import { CHAT_VIEW } from "../view-ids.ts";
import { ChatPanel } from "./chat-panel.ts";
import type { PanelHost } from "./router.ts";

/** Brings the chat of the side bar to front, with the focus. One that has it keeps it: no key is lost on the way. */
export async function focusSideBar(chats: Chats): Promise<void> {
  if (chats.panelOf(chats.sideBar)?.focused) return;
  await commands.executeCommand(`${CHAT_VIEW}.focus`);
}

/** The chat view of the side bar (or wherever the person has dragged it). */
export class SideBarProvider implements WebviewViewProvider {
  readonly #context: ExtensionContext;
  readonly #chats: Chats;
  readonly #hostOf: (panel: ChatPanel) => PanelHost;
  #view: WebviewView | undefined;
  #badge: ViewBadge | undefined;

  constructor(context: ExtensionContext, chats: Chats, hostOf: (panel: ChatPanel) => PanelHost) {
    this.#context = context;
    this.#chats = chats;
    this.#hostOf = hostOf;
  }

  resolveWebviewView(view: WebviewView): void {
    const frame = {
      webview: view.webview,
      get visible() {
        return view.visible;
      },
      reveal: (preserveFocus?: boolean) => view.show(preserveFocus),
      close: () => undefined,
    };
    const page = { extensionUri: this.#context.extensionUri, place: "sideBar" as const, chatKey: "sideBar" };
    const panel = new ChatPanel(frame, page, this.#chats.sideBar, this.#hostOf);
    this.#chats.addPanel(panel);
    this.#chats.setCurrent(panel.openChat);
    view.onDidChangeVisibility(() => {
      panel.visibilityChanged();
      if (view.visible) this.#chats.setCurrent(panel.openChat);
      this.#chats.panelChanged();
    });
    this.#view = view;
    view.badge = this.#badge;
    const describe = () => {
      const { folder } = this.#chats.sideBar;
      view.description = severalFolders() ? (folder?.name ?? "") : "";
    };
    describe();
    const changes = this.#chats.onDidChange(describe);
    if (severalFolders() && !this.#chats.knowsSideBar) void commands.executeCommand("atomic.newChat");
    view.onDidDispose(() => {
      changes.dispose();
      this.#view = undefined;
      this.#chats.removePanel(panel);
    });
  }

  /** What stands on the icon of the view. */
  setBadge(badge: ViewBadge | undefined): void {
    this.#badge = badge;
    if (this.#view) this.#view.badge = badge;
  }
}
