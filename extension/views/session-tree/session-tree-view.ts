/**
 * The native Session tree view of the current chat, from the same rows as the panel's tree.
 *
 * Wiring, once: `new SessionTreeView(host)`, `host` (SessionTreeHost) being made of the current chat; fire
 * `onDidChange` when its entries, its leaf or the current chat change. The view is `atomic.treeView`; its commands
 * are registered here and contributed in package.json as `atomic.tree.*`. `atomic.sessionTree` reveals it:
 * `view.show()`. The context keys `atomic.canNavigate` and `atomic.canLabel` say what the server can.
 */
import * as vscode from "vscode";
import type { TreeRow } from "../../panel/messages.ts";
import { findInTree, pickFilter, treeCommands } from "./tree-commands.ts";
import { layoutTree, type TreeFilter } from "./tree-layout.ts";
import { type TreeNode, TreeNodes } from "./tree-nodes.ts";
import { besideText, filterText, iconOf, kindText, textOf } from "./tree-words.ts";

export const TREE_VIEW = "atomic.treeView";

const { l10n } = vscode;
/** Entries that come while the agent works are drawn together, this long after the first, in ms. */
const GATHER_MS = 300;
const MAX_TOOLTIP = 2000;

/** What the tree shows and does, of the current chat. */
export interface SessionTreeHost {
  /** The rows (see TreeRow) and the entry the next message continues. */
  tree(): { rows: readonly TreeRow[]; leafId: string | null };
  readonly onDidChange: vscode.Event<unknown>;
  /** The whole text of an entry. */
  text(entryId: string): Promise<string>;
  /** Continues the conversation after this entry; a message of the user comes back to the composer. Rejects with the reason. */
  goTo(entryId: string, summarize: boolean): Promise<void>;
  fork(entryId: string): Promise<void>;
  clone(entryId: string): Promise<void>;
  /** undefined takes the label off. */
  label(entryId: string, label: string | undefined): Promise<void>;
}

export class SessionTreeView implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #host: SessionTreeHost;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #own: vscode.Disposable[];
  #filter: TreeFilter = "messages";
  #nodes: TreeNodes | undefined;
  #gathering: NodeJS.Timeout | undefined;

  constructor(host: SessionTreeHost) {
    this.#host = host;
    this.#view = vscode.window.createTreeView(TREE_VIEW, { treeDataProvider: this, showCollapseAll: true });
    this.#own = [
      this.#view,
      this.#changed,
      host.onDidChange(() => this.#treeChanged()),
      this.#view.onDidChangeVisibility(({ visible }) => visible && !this.#nodes && this.#draw()),
      ...treeCommands(host, () => this.#selected),
      vscode.commands.registerCommand("atomic.tree.current", () => this.show()),
      vscode.commands.registerCommand("atomic.tree.filter", async () =>
        this.#setFilter(await pickFilter(this.#filter)),
      ),
      vscode.commands.registerCommand("atomic.tree.find", () => this.#find()),
      vscode.commands.registerCommand("atomic.tree.earlier", (node?: TreeNode) => this.#showEarlier(node)),
    ];
  }

  dispose(): void {
    clearTimeout(this.#gathering);
    for (const one of this.#own) one.dispose();
  }

  /** Brings the view to front, at the entry the conversation is at. */
  async show(): Promise<void> {
    await vscode.commands.executeCommand(`${TREE_VIEW}.focus`);
    const { rows, leafId } = this.#host.tree();
    const onPath = rows.filter((row) => row.onPath || row.id === leafId);
    const shown = onPath.findLast((row) => this.#known().nodeOf(row.id));
    if (shown) await this.#reveal(shown.id);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    switch (node.kind) {
      case "entry":
        return this.#entryItem(node);
      case "branch":
        return branchItem(node);
      case "earlier": {
        const item = new vscode.TreeItem(l10n.t("Show earlier entries"));
        item.description = l10n.t("{0} more", node.hidden);
        item.iconPath = new vscode.ThemeIcon("fold-up");
        item.command = { command: "atomic.tree.earlier", title: "", arguments: [node] };
        return item;
      }
    }
  }

  getChildren(node?: TreeNode): TreeNode[] {
    return this.#known().children(node);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent;
  }

  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    if (node.kind === "earlier") return item;
    const row = node.kind === "entry" ? node.entry.row : node.line.entries[0]?.row;
    const text = row && (await this.#host.text(row.id).catch(() => row.text));
    if (row && text !== undefined) item.tooltip = `${kindText(row)}\n\n${text.slice(0, MAX_TOOLTIP)}`;
    return item;
  }

  get #selected(): TreeRow | undefined {
    const [node] = this.#view.selection;
    return node?.kind === "entry" ? node.entry.row : undefined;
  }

  #entryItem({ entry }: Extract<TreeNode, { kind: "entry" }>): vscode.TreeItem {
    const { row } = entry;
    const isCurrent = row.id === this.#host.tree().leafId;
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(textOf(row), entry.branches.length > 0 ? Collapsed : None);
    item.id = row.id;
    item.description = besideText(row, isCurrent);
    item.iconPath = iconOf(row, isCurrent);
    item.contextValue = [row.kind, isCurrent && "current", row.label !== undefined && "labelled"]
      .filter(Boolean)
      .join(" ");
    item.accessibilityInformation = { label: `${kindText(row)}: ${textOf(row)}, ${item.description}` };
    return item;
  }

  #known(): TreeNodes {
    this.#nodes ??= new TreeNodes(layoutTree(this.#host.tree().rows, this.#filter));
    return this.#nodes;
  }

  #treeChanged(): void {
    if (!this.#view.visible) this.#nodes = undefined;
    else this.#gathering ??= setTimeout(() => this.#draw(), GATHER_MS);
  }

  #draw(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#nodes = undefined;
    this.#view.description = this.#filter === "messages" ? "" : filterText(this.#filter);
    this.#view.message = this.#known().isEmpty ? emptyText(this.#filter) : "";
    this.#changed.fire();
  }

  #setFilter(filter: TreeFilter | undefined): void {
    if (!filter || filter === this.#filter) return;
    this.#filter = filter;
    this.#draw();
  }

  #showEarlier(node: TreeNode | undefined): void {
    if (node?.kind !== "earlier") return;
    this.#known().showEarlier(node.line);
    this.#changed.fire();
  }

  async #find(): Promise<void> {
    const row = await findInTree(this.#host.tree(), this.#filter);
    if (row) await this.#reveal(row.id);
  }

  async #reveal(entryId: string): Promise<void> {
    const node = this.#known().nodeOf(entryId);
    if (!node) return;
    this.#changed.fire();
    await this.#view.reveal(node, { select: true, focus: true });
  }
}

function branchItem({ id, line }: Extract<TreeNode, { kind: "branch" }>): vscode.TreeItem {
  const [first] = line.entries;
  const item = new vscode.TreeItem(first ? textOf(first.row) : "", vscode.TreeItemCollapsibleState.Collapsed);
  item.id = id;
  const count = line.entries.length;
  item.description = count === 1 ? l10n.t("branch, 1 entry") : l10n.t("branch, {0} entries", count);
  item.iconPath = new vscode.ThemeIcon("git-branch");
  item.contextValue = "branch";
  return item;
}

function emptyText(filter: TreeFilter): string {
  return filter === "labelled" ? l10n.t("No labels yet. Press L on a message.") : l10n.t("Nothing was said here yet.");
}
