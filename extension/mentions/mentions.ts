/**
 * What can be mentioned with `@` in a message: the `mentions` query of a panel, and the text that a mention
 * stands for.
 *
 * Wiring, once: `const mentions = new Mentions()`, disposed with the extension. A panel's query is answered by
 * `mentions.query(text, folder)`. Before a message goes to the server: `text = await mentions.expand(text, folder)`.
 * `folder` is that of the chat.
 */
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import type { MentionItem } from "../panel/messages.ts";
import { within } from "../within.ts";
import { RecentEditors, selectedLines, selectionItem } from "./editors.ts";
import { type ContextBlock, expandMentions } from "./expand.ts";
import { FolderFiles } from "./folder-files.ts";
import { type LineRange, type Mention, rangeText } from "./mention-text.ts";
import { PathIndex } from "./path-index.ts";
import { problemsItem, problemsText } from "./problems.ts";
import { searchMentions } from "./search.ts";
import { Symbols } from "./symbols.ts";
import { terminalSelection } from "./terminal.ts";

const { l10n } = vscode;
const LIMIT = 50;
/** Language servers may take this long before the list is shown without them, in ms. */
const SYMBOL_PATIENCE_MS = 40;
const LISTING_PATIENCE_MS = 100;
const noFiles = new PathIndex([]);
const MAX_FILE_BYTES = 16 * 1024 * 1024;

export class Mentions implements vscode.Disposable {
  readonly #editors = new RecentEditors();
  readonly #symbols = new Symbols();
  readonly #folders = new Map<string, FolderFiles>();

  dispose(): void {
    this.#editors.dispose();
    for (const files of this.#folders.values()) files.dispose();
    this.#folders.clear();
  }

  /** What the popup offers for the text after `@`, best first. */
  async query(text: string, folder: string): Promise<MentionItem[]> {
    const shown = (file: string) => mentionPath(file, folder);
    const last = this.#editors.last;
    const listing = this.#files(folder).index();
    const sources = {
      // Before anything is typed the list does without files that are not there yet.
      files: text === "" ? await within(listing, LISTING_PATIENCE_MS, noFiles) : await listing,
      editors: this.#editors.open.map((uri) => shown(uri.fsPath)),
      specials: [...selectionItem(last, shown), ...problemsItem(folder), ...terminalItem()],
      symbols: (query: string) => this.#symbols.find(query, last?.document, shown),
    };
    return searchMentions(text, sources, { limit: LIMIT, patienceMs: SYMBOL_PATIENCE_MS });
  }

  /** The message as it is sent: what its mentions stand for is below it. */
  expand(message: string, folder: string): Promise<string> {
    return expandMentions(message, (mention) => this.#contentOf(mention, folder));
  }

  #files(folder: string): FolderFiles {
    let files = this.#folders.get(folder);
    if (!files) {
      files = new FolderFiles(folder);
      this.#folders.set(folder, files);
    }
    return files;
  }

  async #contentOf({ name, range }: Mention, folder: string): Promise<ContextBlock | undefined> {
    const file = path.resolve(folder, name);
    if (range) return linesOf(file, name, range);
    if (existsSync(file)) return undefined;
    switch (name) {
      case "problems":
        return block("Problems", problemsText(folder));
      case "terminal":
        return block("Selected in the terminal", await selectedInTerminal());
      case "selection":
        return this.#selection(folder);
      default:
        return undefined;
    }
  }

  #selection(folder: string): ContextBlock | undefined {
    const editor = this.#editors.last;
    const range = editor && selectedLines(editor);
    if (!editor || !range) return undefined;
    const { document } = editor;
    return { title: `${mentionPath(document.uri.fsPath, folder)}:${rangeText(range)}`, ...linesIn(document, range) };
  }
}

function terminalItem(): MentionItem[] {
  const terminal = vscode.window.activeTerminal;
  if (!terminal) return [];
  return [{ kind: "terminal", label: l10n.t("Terminal selection"), insert: "terminal", detail: terminal.name }];
}

async function selectedInTerminal(): Promise<string> {
  if (!vscode.window.activeTerminal) return "";
  const copy = () => vscode.commands.executeCommand("workbench.action.terminal.copySelection");
  return terminalSelection(vscode.env.clipboard, copy);
}

function block(title: string, text: string): ContextBlock | undefined {
  return text.trim() === "" ? undefined : { title, language: "", text };
}

function mentionPath(file: string, folder: string): string {
  const relative = path.relative(folder, file);
  const inside = !relative.startsWith("..") && !path.isAbsolute(relative);
  return inside ? relative.split(path.sep).join("/") : file;
}

/** Lines as the person sees them: of the open document when there is one, unsaved or not. */
async function linesOf(file: string, name: string, range: LineRange): Promise<ContextBlock | undefined> {
  const title = `${name}:${rangeText(range)}`;
  const open = vscode.workspace.textDocuments.find((one) => one.uri.scheme === "file" && one.uri.fsPath === file);
  if (open) return { title, ...linesIn(open, range) };
  const info = await stat(file).catch(() => undefined);
  if (!info?.isFile() || info.size > MAX_FILE_BYTES) return undefined;
  const lines = (await readFile(file, "utf8")).split("\n").slice(range.start - 1, range.end);
  return { title, language: path.extname(file).slice(1), text: lines.join("\n") };
}

function linesIn(document: vscode.TextDocument, { start, end }: LineRange): { language: string; text: string } {
  const language = document.languageId === "plaintext" ? "" : document.languageId;
  return { language, text: document.getText(new vscode.Range(start - 1, 0, end, 0)) };
}
