/** What can be done with one entry of the session tree. */
import * as vscode from "vscode";
import type { TreeRow } from "../../panel/messages.ts";
import { pickLabel } from "../plain.ts";
import type { SessionTreeHost } from "./session-tree-view.ts";
import { searchTree, type TreeFilter } from "./tree-layout.ts";
import type { TreeNode } from "./tree-nodes.ts";
import { besideText, filterText, iconName, textOf } from "./tree-words.ts";

const { l10n } = vscode;
const MAX_FOUND = 200;

/** Registers them. Each acts on the node it is called for, else on the selected entry. */
export function treeCommands(host: SessionTreeHost, selected: () => TreeRow | undefined): vscode.Disposable[] {
  const onEntry = (name: string, act: (row: TreeRow) => Promise<void>) =>
    vscode.commands.registerCommand(`atomic.tree.${name}`, async (node?: TreeNode) => {
      const row = node?.kind === "entry" ? node.entry.row : selected();
      if (!row) return;
      try {
        await act(row);
      } catch (error) {
        void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      }
    });
  return [
    onEntry("goTo", (row) => host.goTo(row.id, false)),
    onEntry("goToAndSummarize", (row) => host.goTo(row.id, true)),
    onEntry("fork", (row) => host.fork(row.id)),
    onEntry("clone", (row) => host.clone(row.id)),
    onEntry("label", (row) => label(host, row)),
    onEntry("unlabel", (row) => host.label(row.id, undefined)),
    onEntry("copy", async (row) => vscode.env.clipboard.writeText(await host.text(row.id))),
  ];
}

async function label(host: SessionTreeHost, row: TreeRow): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: l10n.t("Label"),
    prompt: l10n.t("A word or two by which to find this place again. Empty takes the label off."),
    value: row.label ?? "",
  });
  if (text === undefined || text.trim() === (row.label ?? "")) return;
  await host.label(row.id, text.trim() || undefined);
}

export async function pickFilter(current: TreeFilter): Promise<TreeFilter | undefined> {
  const filters: TreeFilter[] = ["messages", "tools", "labelled", "all"];
  const items = filters.map((filter) => ({
    label: `${filter === current ? "$(check) " : "$(blank) "}${filterText(filter)}`,
    filter,
  }));
  return (await vscode.window.showQuickPick(items, { title: l10n.t("Show in the session tree") }))?.filter;
}

/** Searches all entries the filter shows, drawn or not, as someone types. */
export function findInTree(
  { rows, leafId }: { rows: readonly TreeRow[]; leafId: string | null },
  filter: TreeFilter,
): Promise<TreeRow | undefined> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { row: TreeRow }>();
  pick.title = l10n.t("Find in the session tree");
  pick.placeholder = l10n.t("Search messages and labels");
  const fill = () => {
    pick.items = searchTree(rows, pick.value, filter, MAX_FOUND).map((row) => ({
      label: `$(${iconName(row, row.id === leafId)}) ${pickLabel(textOf(row))}`,
      description: besideText(row, row.id === leafId),
      alwaysShow: true,
      row,
    }));
  };
  pick.onDidChangeValue(fill);
  fill();
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.row);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
