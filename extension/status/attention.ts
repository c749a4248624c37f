import { type Disposable, l10n, type ViewBadge, window } from "vscode";
import type { Chats } from "../chats.ts";
import { Disposables } from "../disposables.ts";
import type { OpenChat } from "../open-chat.ts";
import { liveState } from "../sessions/live.ts";
import { doneNotice } from "../settings.ts";

/** Says when a chat that nobody looks at is done, waits for an answer or does not stop. Never takes the focus. */
export class Attention implements Disposable {
  readonly #chats: Chats;
  readonly #show: (openChat: OpenChat) => void;
  readonly #setBadge: (badge: ViewBadge | undefined) => void;
  readonly #own = new Disposables();
  #badge = "";

  constructor(chats: Chats, show: (openChat: OpenChat) => void, setBadge: (badge: ViewBadge | undefined) => void) {
    this.#chats = chats;
    this.#show = show;
    this.#setBadge = setBadge;
    this.#own.add(chats.onDidBecomeIdle((openChat) => this.#idle(openChat)));
    this.#own.add(chats.onDidNotStop((openChat) => void this.#offerForce(openChat)));
    this.#own.add(chats.onDidChange(() => this.#update()));
  }

  dispose(): void {
    this.#own.dispose();
  }

  #idle(openChat: OpenChat): void {
    const visible = this.#chats.panelOf(openChat)?.visible ?? false;
    openChat.unseen = !visible;
    this.#update();
    if (doneNotice() === "never" || (visible && window.state.focused)) return;
    void this.#announce(openChat, l10n.t("Atomic is done"));
  }

  async #announce(openChat: OpenChat, text: string): Promise<void> {
    const name = openChat.state.session?.name;
    const show = l10n.t("Show");
    if ((await window.showInformationMessage(name ? `${text}: ${name}` : text, show)) === show) this.#show(openChat);
  }

  async #offerForce(openChat: OpenChat): Promise<void> {
    const force = l10n.t("Force stop");
    const text = l10n.t(
      "The agent has not stopped yet. A forced stop ends it and what it runs; the session comes back.",
    );
    if ((await window.showWarningMessage(text, force)) === force) await openChat.agent.forceRestart();
  }

  /** The number of chats that wait for the person, on the icon of the side bar. */
  #update(): void {
    for (const panel of this.#chats.panels) if (panel.visible) panel.openChat.unseen = false;
    const hidden = this.#chats.all.filter((openChat) => !this.#chats.panelOf(openChat)?.visible);
    const waiting = hidden.filter((openChat) => liveState(openChat) === "waiting").length;
    const done = hidden.filter((openChat) => liveState(openChat) === "done").length;
    const parts = [
      waiting > 0 ? l10n.t("{0} waiting for your answer", waiting) : "",
      done > 0 ? l10n.t("{0} done", done) : "",
    ];
    const tooltip = parts.filter(Boolean).join(", ");
    if (tooltip === this.#badge) return;
    this.#badge = tooltip;
    this.#setBadge(tooltip ? { value: waiting + done, tooltip } : undefined);
  }
}
