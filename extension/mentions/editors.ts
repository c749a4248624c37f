import path from "node:path";
import * as vscode from "vscode";
import type { MentionItem } from "../panel/messages.ts";
import { insertOf, type LineRange, rangeText } from "./mention-text.ts";

const { l10n } = vscode;
const MAX_REMEMBERED = 50;

/** Remembers which editors were used last, as the chat's own tab takes the place of the active one. */
export class RecentEditors implements vscode.Disposable {
  #recent: vscode.Uri[] = [];
  #last: vscode.TextEditor | undefined;
  readonly #subscription: vscode.Disposable;

  constructor() {
    this.#note(vscode.window.activeTextEditor);
    this.#subscription = vscode.window.onDidChangeActiveTextEditor((editor) => this.#note(editor));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** The editor someone looked at last, while it is still on screen. */
  get last(): vscode.TextEditor | undefined {
    return this.#last && vscode.window.visibleTextEditors.includes(this.#last)
      ? this.#last
      : vscode.window.activeTextEditor;
  }

  /** Files of open text editors, the last used one first. */
  get open(): vscode.Uri[] {
    const inputs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.input));
    const uris = inputs.flatMap((input) =>
      input instanceof vscode.TabInputText && input.uri.scheme === "file" ? [input.uri] : [],
    );
    const rank = new Map(this.#recent.map((uri, at) => [uri.toString(), at]));
    const place = (uri: vscode.Uri) => rank.get(uri.toString()) ?? MAX_REMEMBERED;
    return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()].sort((a, b) => place(a) - place(b));
  }

  #note(editor: vscode.TextEditor | undefined): void {
    if (!editor) return;
    this.#last = editor;
    const { uri } = editor.document;
    const others = this.#recent.filter((one) => one.toString() !== uri.toString());
    this.#recent = [uri, ...others].slice(0, MAX_REMEMBERED);
  }
}

/** Lines of a selection; undefined when nothing is selected. One that ends at the start of a line does not touch it. */
export function selectedLines(editor: vscode.TextEditor): LineRange | undefined {
  const { start, end, isEmpty } = editor.selection;
  if (isEmpty) return undefined;
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { start: start.line + 1, end: last + 1 };
}

/** The selection as something to mention: by path and lines, or by its own word where it has no path. */
export function selectionItem(editor: vscode.TextEditor | undefined, shown: (file: string) => string): MentionItem[] {
  const range = editor && selectedLines(editor);
  if (!editor || !range) return [];
  const { uri } = editor.document;
  const insert = uri.scheme === "file" ? insertOf(shown(uri.fsPath), range) : "selection";
  const detail = `${path.basename(uri.path)}:${rangeText(range)}`;
  return [{ kind: "selection", label: l10n.t("Selection"), insert, detail }];
}
