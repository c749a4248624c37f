import { type Disposable, EventEmitter, type Webview } from "vscode";
import { Disposables } from "../disposables.ts";
import type { OpenChat } from "../open-chat.ts";
import { type PanelPage, panelHtml, resourceRoots } from "./html.ts";
import type { HostMessage } from "./messages.ts";
import { type PanelHost, PanelRouter } from "./router.ts";

/** A place where a webview stands: a view of the side bar or an editor tab. */
export interface PanelFrame {
  readonly webview: Webview;
  readonly visible: boolean;
  /** Brings it to front, with the focus unless `preserveFocus`. */
  reveal(preserveFocus?: boolean): void;
  /** Closes an editor tab; a view stays. */
  close(): void;
}

/** One webview and the chat it shows. */
export class ChatPanel implements Disposable {
  readonly #router: PanelRouter;
  readonly #host: PanelHost;
  readonly #frame: PanelFrame;
  readonly #page: PanelPage;
  readonly #own = new Disposables();
  readonly #shown = new EventEmitter<OpenChat>();
  /** Another chat is shown. */
  readonly onDidShow = this.#shown.event;
  /** It has the keyboard, as far as it has said. */
  focused = false;
  #openChat: OpenChat;

  constructor(frame: PanelFrame, page: PanelPage, openChat: OpenChat, hostOf: (panel: ChatPanel) => PanelHost) {
    this.#frame = frame;
    this.#page = page;
    this.#openChat = openChat;
    const post = (message: HostMessage) => void frame.webview.postMessage(message);
    this.#host = hostOf(this);
    this.#router = new PanelRouter(openChat.chat, post, this.#host);
    frame.webview.options = { enableScripts: true, localResourceRoots: resourceRoots(page.extensionUri) };
    this.#own.add(this.#shown);
    this.#own.add(frame.webview.onDidReceiveMessage((message) => this.#router.receive(message)));
    this.load();
  }

  get openChat(): OpenChat {
    return this.#openChat;
  }
  get visible(): boolean {
    return this.#frame.visible;
  }

  reveal(preserveFocus = false): void {
    if (!this.focused) this.#frame.reveal(preserveFocus);
  }

  close(): void {
    this.#frame.close();
  }

  /** (Re)loads the page; the picture comes back by a snapshot. */
  load(): void {
    this.#gone();
    this.#frame.webview.html = panelHtml(this.#frame.webview, this.#page);
  }

  show(openChat: OpenChat): void {
    if (openChat === this.#openChat) return;
    this.#openChat = openChat;
    this.#router.show(openChat.chat);
    this.#shown.fire(openChat);
  }

  /** VS Code drops a hidden webview's page; it says hello when it is shown again. */
  visibilityChanged(): void {
    if (!this.#frame.visible) this.#gone();
  }

  /** The page is no longer there: it says nothing more of itself. */
  #gone(): void {
    this.#router.channel.suspend();
    this.#host.focus(false);
  }

  dispose(): void {
    this.#host.focus(false);
    this.#router.dispose();
    this.#own.dispose();
  }
}
