import * as vscode from "vscode";
import type { MentionItem } from "../panel/messages.ts";
import { insertOf } from "./mention-text.ts";

const MAX_SYMBOLS = 200;
const MAX_CACHED = 20;

/** Symbols of the workspace and of the file last looked at. Answers are kept, so that a late one serves the next key. */
export class Symbols {
  readonly #cache = new Map<string, Promise<MentionItem[]>>();
  #document: { key: string; items: Promise<MentionItem[]> } | undefined;

  /** Symbols that language servers find for `query`. `shown` gives a file's path as it is mentioned. */
  async find(
    query: string,
    document: vscode.TextDocument | undefined,
    shown: (file: string) => string,
  ): Promise<MentionItem[]> {
    const [here, everywhere] = await Promise.all([this.#inDocument(document, shown), this.#inWorkspace(query, shown)]);
    return [...new Map([...here, ...everywhere].map((item) => [item.insert + item.label, item])).values()];
  }

  #inWorkspace(query: string, shown: (file: string) => string): Promise<MentionItem[]> {
    const known = this.#cache.get(query);
    if (known) return known;
    const items = workspaceSymbols(query, shown);
    this.#cache.set(query, items);
    // Code changes: what was found is good for the next keys, not for long.
    for (const old of [...this.#cache.keys()].slice(0, -MAX_CACHED)) this.#cache.delete(old);
    return items;
  }

  #inDocument(document: vscode.TextDocument | undefined, shown: (file: string) => string): Promise<MentionItem[]> {
    if (document?.uri.scheme !== "file") return Promise.resolve([]);
    const key = `${document.uri} ${document.version}`;
    if (this.#document?.key !== key) {
      this.#cache.clear();
      this.#document = { key, items: documentSymbols(document.uri, shown) };
    }
    return this.#document.items;
  }
}

async function workspaceSymbols(query: string, shown: (file: string) => string): Promise<MentionItem[]> {
  const found = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
    "vscode.executeWorkspaceSymbolProvider",
    query,
  );
  return (found ?? [])
    .filter(({ location }) => location.uri.scheme === "file")
    .slice(0, MAX_SYMBOLS)
    .map(({ name, location }) => symbolItem(name, shown(location.uri.fsPath), location.range));
}

async function documentSymbols(uri: vscode.Uri, shown: (file: string) => string): Promise<MentionItem[]> {
  const found = await vscode.commands.executeCommand<(vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined>(
    "vscode.executeDocumentSymbolProvider",
    uri,
  );
  const items: MentionItem[] = [];
  const open = [...(found ?? [])];
  for (let symbol = open.shift(); symbol && items.length < MAX_SYMBOLS; symbol = open.shift()) {
    const range = "location" in symbol ? symbol.location.range : symbol.range;
    items.push(symbolItem(symbol.name, shown(uri.fsPath), range));
    if ("children" in symbol) open.push(...symbol.children);
  }
  return items;
}

function symbolItem(name: string, path: string, range: vscode.Range): MentionItem {
  const lines = { start: range.start.line + 1, end: range.end.line + 1 };
  return { kind: "symbol", label: name, insert: insertOf(path, lines), detail: path };
}
