import { type Disposable, l10n, type QuickPickItem, window, workspace } from "vscode";
import type { ExtensionUIAnswer, ExtensionUIDialog } from "../../server/protocol/extension-ui.ts";
import type { Chats } from "../chats.ts";
import { Disposables } from "../disposables.ts";
import type { OpenChat } from "../open-chat.ts";
import { pickLabel } from "../plain-text.ts";

/** A dialog shown natively; `close` takes it down without an answer. */
interface NativeDialog {
  id: string;
  close(): void;
}

/** Shows what an agent asks as quick picks and input boxes while no panel shows its chat. */
export class NativeRequests implements Disposable {
  readonly #chats: Chats;
  readonly #own = new Disposables();
  #shown: NativeDialog | undefined;

  constructor(chats: Chats) {
    this.#chats = chats;
    this.#own.add(chats.onDidChange(() => this.update()));
  }

  /** Shows the first request that nobody sees, or takes down one that is over or seen elsewhere. */
  update(): void {
    const waiting = this.#chats.all
      .filter((openChat) => !this.#chats.panelOf(openChat)?.visible)
      .flatMap((openChat) => openChat.state.requests.map(({ request }) => ({ openChat, request })));
    if (this.#shown && !waiting.some(({ request }) => request.id === this.#shown?.id)) this.#close();
    const first = waiting[0];
    if (!this.#shown && first) this.#show(first.openChat, first.request);
  }

  dispose(): void {
    this.#close();
    this.#own.dispose();
  }

  #close(): void {
    const shown = this.#shown;
    this.#shown = undefined;
    shown?.close();
  }

  #show(openChat: OpenChat, request: ExtensionUIDialog): void {
    const answer = (value: ExtensionUIAnswer) => {
      if (this.#shown?.id !== request.id) return;
      this.#close();
      openChat.chat.requests.answer(request.id, value);
      this.update();
    };
    this.#shown = { id: request.id, close: dialogOf(request, answer) };
  }
}

/** Opens the native dialog of a request and returns what closes it. */
function dialogOf(request: ExtensionUIDialog, answer: (value: ExtensionUIAnswer) => void): () => void {
  switch (request.method) {
    case "select":
      return pick(request.title, request.options, (value) =>
        answer(value === undefined ? { cancelled: true } : { value }),
      );
    case "confirm":
      return pick(`${request.title}\n${request.message}`, [l10n.t("Yes"), l10n.t("No")], (value) =>
        answer(value === undefined ? { cancelled: true } : { confirmed: value === l10n.t("Yes") }),
      );
    case "input":
      return input(request.title, request.placeholder, answer);
    case "editor":
      return editor(request.title, request.prefill ?? "", answer);
  }
}

/** Nothing is chosen beforehand: an Enter meant for something else must not answer. */
function pick(title: string, options: readonly string[], done: (value: string | undefined) => void): () => void {
  const [heading = "", ...rest] = title.split("\n");
  const box = window.createQuickPick<QuickPickItem & { value: string }>();
  box.title = heading;
  box.placeholder = rest.join(" ").trim();
  box.ignoreFocusOut = true;
  box.items = options.map((value) => ({ label: pickLabel(value), value }));
  box.activeItems = [];
  box.onDidAccept(() => {
    const [chosen] = box.selectedItems;
    if (chosen) done(chosen.value);
  });
  box.onDidHide(() => done(undefined));
  box.show();
  return () => box.dispose();
}

function input(title: string, placeholder: string | undefined, answer: (value: ExtensionUIAnswer) => void): () => void {
  const box = window.createInputBox();
  box.title = title.split("\n")[0] ?? title;
  box.placeholder = placeholder ?? "";
  box.ignoreFocusOut = true;
  box.onDidAccept(() => answer({ value: box.value }));
  box.onDidHide(() => answer({ cancelled: true }));
  box.show();
  return () => box.dispose();
}

/** An untitled document to write in, and a small box that sends or leaves it. */
function editor(title: string, prefill: string, answer: (value: ExtensionUIAnswer) => void): () => void {
  let close: () => void = () => {};
  let closed = false;
  void workspace.openTextDocument({ content: prefill, language: "markdown" }).then(async (document) => {
    await window.showTextDocument(document, { preview: false });
    if (closed) return;
    const send = l10n.t("Send");
    const hint = l10n.t("Edit the text in the editor, then send it");
    close = pick(`${title}\n${hint}`, [send, l10n.t("Cancel")], (choice) =>
      answer(choice === send ? { value: document.getText() } : { cancelled: true }),
    );
  });
  return () => {
    closed = true;
    close();
  };
}
