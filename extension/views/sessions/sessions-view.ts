/**
 * The native Sessions view: this workspace's sessions by day, pinned ones first, those of other folders last.
 *
 * Wiring, once: make one SessionList over the source (`new SessionList(new FirstOf(new ServerSessions(…), new
 * FolderSessions(() => sessionFolder)), context.globalState)`), then `new SessionsView({ list, host })`, and
 * `pickSession({ list, host })` (sessions-pick.ts) for the command `atomic.sessions`. `host` (SessionHost) is made
 * of the open chats. The view is `atomic.sessionsView`; its commands are registered here and contributed in
 * package.json as `atomic.sessions.*`.
 */
import * as vscode from "vscode";
import { groupSessions, type SessionGroup } from "./groups.ts";
import { remove, rename, reveal } from "./session-commands.ts";
import type { SessionContext } from "./session-list.ts";
import type { SessionRow } from "./session-row.ts";
import { besideTitle, headingText, iconOf, titleOf, tooltipOf } from "./session-words.ts";

export const SESSIONS_VIEW = "atomic.sessionsView";

interface RowNode {
  kind: "row";
  row: SessionRow;
  group: SessionGroup;
}
type Node = { kind: "group"; group: SessionGroup } | RowNode;

export class SessionsView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #context: SessionContext;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<Node>;
  readonly #own: vscode.Disposable[];
  /** What was drawn of the chats at work; the tree is drawn anew only when that is another. */
  #drawn = "";

  constructor(context: SessionContext) {
    this.#context = context;
    this.#view = vscode.window.createTreeView(SESSIONS_VIEW, { treeDataProvider: this, showCollapseAll: true });
    this.#own = [
      this.#view,
      this.#changed,
      context.list.onDidChange(() => this.#draw()),
      context.host.onDidChange(() => this.#chatsChanged()),
      this.#view.onDidChangeVisibility(({ visible }) => visible && this.#refresh()),
      ...this.#commands(),
    ];
  }

  dispose(): void {
    for (const one of this.#own) one.dispose();
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === "group") return groupItem(node.group);
    const { row } = node;
    const activity = this.#context.host.activity(row);
    const item = new vscode.TreeItem(titleOf(row));
    item.id = row.id;
    item.description = besideTitle(row, activity, node.group);
    item.iconPath = iconOf(row, activity);
    item.tooltip = tooltipOf(row);
    item.contextValue = this.#context.list.pinned.has(row.id) ? "session pinned" : "session";
    item.accessibilityInformation = { label: `${titleOf(row)}, ${item.description}` };
    item.command = { command: "atomic.sessions.open", title: "", arguments: [node] };
    return item;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node?.kind === "row") return [];
    if (node) return node.group.rows.map((row) => ({ kind: "row", row, group: node.group }));
    const { list } = this.#context;
    const rows = list.rows.length > 0 ? list.rows : await list.refresh().catch(() => []);
    const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
    return groupSessions(rows, folders, list.pinned, Date.now()).map((group) => ({ kind: "group", group }));
  }

  #draw(): void {
    this.#drawn = this.#activities();
    this.#changed.fire();
  }

  #chatsChanged(): void {
    if (!this.#view.visible) return;
    const now = this.#activities();
    if (now === this.#drawn) return;
    // A session that has begun, or has been named, is one to list.
    this.#drawn = now;
    this.#refresh();
  }

  #activities(): string {
    const { list, host } = this.#context;
    return list.rows.map((row) => host.activity(row) ?? "").join();
  }

  #refresh(): void {
    this.#context.list.refresh().catch(() => undefined);
  }

  #commands(): vscode.Disposable[] {
    const { list, host } = this.#context;
    const onRow = (name: string, act: (row: SessionRow) => unknown) =>
      vscode.commands.registerCommand(`atomic.sessions.${name}`, (node?: RowNode) => {
        const chosen = node ?? this.#view.selection[0];
        return chosen?.kind === "row" ? act(chosen.row) : undefined;
      });
    return [
      vscode.commands.registerCommand("atomic.sessions.refresh", () => this.#refresh()),
      onRow("open", (row) => host.resume(row, "sideBar")),
      onRow("openInEditor", (row) => host.resume(row, "editor")),
      onRow("rename", (row) => rename(this.#context, row)),
      onRow("delete", (row) => remove(this.#context, row)),
      onRow("pin", (row) => list.pin(row, true)),
      onRow("unpin", (row) => list.pin(row, false)),
      onRow("reveal", reveal),
    ];
  }
}

function groupItem(group: SessionGroup): vscode.TreeItem {
  const { kind } = group.heading;
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(headingText(group), kind === "month" || kind === "elsewhere" ? Collapsed : Expanded);
  item.id = kind === "day" || kind === "month" ? `${kind} ${headingText(group)}` : kind;
  item.contextValue = "group";
  return item;
}
