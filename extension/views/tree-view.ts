import { setTimeout as delay } from "node:timers/promises";
import {
  type Disposable,
  EventEmitter,
  l10n,
  MarkdownString,
  type TreeView as NativeView,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
} from "vscode";
import { textOf, treeRows } from "../broker/tree.ts";
import type { Chats } from "../chats.ts";
import { ago } from "../format.ts";
import type { TreeRow } from "../panel/messages.ts";
import { textLanguage } from "../texts.ts";
import { LINE_LIMIT, type TreeFilter, TreeModel, type TreeNode } from "./tree-model.ts";

const SETTLE_MS = 150;
const LEAD_TRIES = 20;

/** The session tree of the current chat beside the panel, from the same entries. */
export class TreeView implements TreeDataProvider<TreeNode> {
  readonly #chats: Chats;
  readonly #changed = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #filter: TreeFilter = "messages";
  #model: TreeModel | undefined;
  #drawn = "";
  #timer: NodeJS.Timeout | undefined;
  readonly #limits = new Map<string, number>();

  constructor(chats: Chats) {
    this.#chats = chats;
    chats.onDidChange(() => this.#refreshSoon());
  }

  get filter(): TreeFilter {
    return this.#filter;
  }
  set filter(filter: TreeFilter) {
    this.#filter = filter;
    this.refresh();
  }

  /** Draws it anew. */
  refresh(): void {
    this.#model = undefined;
    this.#changed.fire(undefined);
  }

  /** Draws more of a long line. */
  showOlder(line: string): void {
    this.#limits.set(line, (this.#limits.get(line) ?? LINE_LIMIT) * 4);
    this.#changed.fire(undefined);
  }

  /** Leads the view to where the conversation is, whenever it opens. */
  follow(view: NativeView<TreeNode>): Disposable {
    return view.onDidChangeVisibility(({ visible }) => {
      if (visible) void this.#lead(view);
    });
  }

  /** While it opens for the first time it has no rows yet: then it selects none, without a word, and is asked again. */
  async #lead(view: NativeView<TreeNode>): Promise<void> {
    for (let left = LEAD_TRIES; left > 0 && view.visible; left--) {
      const current = this.#tree().current();
      if (!current) return;
      await Promise.resolve(view.reveal(current, { select: true, focus: false })).catch(() => undefined);
      if (view.selection.length > 0) return;
      await delay(SETTLE_MS);
    }
  }

  /** Only entries of the main line are led to. */
  getParent(): undefined {
    return undefined;
  }

  getChildren(node?: TreeNode): TreeNode[] {
    if (!node) return this.#tree().main(this.#limits.get(""));
    return node.kind === "branch" ? this.#tree().branch(node.start, this.#limits.get(node.start)) : [];
  }

  getTreeItem(node: TreeNode): TreeItem {
    switch (node.kind) {
      case "entry":
        return entryItem(node.row, node.current);
      case "branch": {
        const item = new TreeItem(node.text || l10n.t("(no text)"), TreeItemCollapsibleState.Collapsed);
        item.id = `branch ${node.start}`;
        item.iconPath = new ThemeIcon("git-branch", new ThemeColor("charts.purple"));
        item.description = l10n.t("branch, {0} rows", node.size);
        return item;
      }
      case "older": {
        const item = new TreeItem(l10n.t("Show {0} older rows", node.hidden));
        item.id = `older ${node.line} ${node.hidden}`;
        item.iconPath = new ThemeIcon("ellipsis");
        item.command = { command: "atomic.treeShowOlder", title: l10n.t("Show older rows"), arguments: [node] };
        return item;
      }
    }
  }

  /** The text of an entry is shown when someone points at it. */
  resolveTreeItem(item: TreeItem, node: TreeNode): TreeItem {
    if (node.kind !== "entry") return item;
    const entry = this.#chats.current.chat.sync.entries.get(node.row.id);
    const text = entry ? textOf(entry, 2000) : node.row.text;
    item.tooltip = new MarkdownString().appendText(
      `${new Date(node.row.at).toLocaleString(textLanguage())}\n\n${text}`,
    );
    return item;
  }

  #tree(): TreeModel {
    const { entries } = this.#chats.current.chat.sync;
    this.#model ??= new TreeModel(treeRows(entries.all, entries.path), entries.leafId, this.#filter);
    return this.#model;
  }

  #refreshSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const { chat, id } = this.#chats.current;
      const { all, leafId } = chat.sync.entries;
      const drawn = `${id} ${chat.state.session?.id} ${all.length} ${leafId}`;
      if (drawn === this.#drawn) return;
      this.#drawn = drawn;
      this.refresh();
    }, SETTLE_MS);
  }
}

function entryItem(row: TreeRow, current: boolean): TreeItem {
  const item = new TreeItem(row.text || l10n.t("(no text)"));
  item.id = row.id;
  const marks = [current ? l10n.t("current") : undefined, row.label];
  item.description = [...marks, ago(row.at, Date.now())].filter(Boolean).join(" · ");
  item.iconPath = iconOf(row, current);
  item.contextValue = `entry.${row.kind}${row.label ? ".labelled" : ""}`;
  item.command = {
    command: "atomic.treePreview",
    title: l10n.t("Preview"),
    arguments: [{ kind: "entry", row, current }],
  };
  item.accessibilityInformation = { label: [kindText(row.kind), row.text, item.description].join(", ") };
  return item;
}

function iconOf(row: TreeRow, current: boolean): ThemeIcon {
  const names: Record<TreeRow["kind"], string> = {
    user: "account",
    assistant: "sparkle",
    tool: "tools",
    compaction: "fold",
    branchSummary: "git-branch",
    change: "arrow-swap",
    label: "tag",
    custom: "json",
  };
  if (current) return new ThemeIcon("target", new ThemeColor("charts.blue"));
  if (row.label) return new ThemeIcon("tag", row.onPath ? undefined : new ThemeColor("descriptionForeground"));
  return new ThemeIcon(names[row.kind], row.onPath ? undefined : new ThemeColor("descriptionForeground"));
}

function kindText(kind: TreeRow["kind"]): string {
  const texts: Record<TreeRow["kind"], string> = {
    user: l10n.t("You"),
    assistant: l10n.t("Answer"),
    tool: l10n.t("Tool"),
    compaction: l10n.t("Compaction"),
    branchSummary: l10n.t("Branch summary"),
    change: l10n.t("Change"),
    label: l10n.t("Label"),
    custom: l10n.t("Entry"),
  };
  return texts[kind];
}
