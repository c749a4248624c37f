/** The sessions as a quick pick: type to search, Enter resumes; buttons rename, pin and delete. */
import * as vscode from "vscode";
import { pickLabel } from "../plain.ts";
import { groupSessions } from "./groups.ts";
import { remove, rename } from "./session-commands.ts";
import type { SessionContext } from "./session-list.ts";
import type { SessionRow } from "./session-row.ts";
import { besideTitle, headingText, titleOf } from "./session-words.ts";

const { l10n } = vscode;

interface SessionItem extends vscode.QuickPickItem {
  row?: SessionRow;
}

const buttons = {
  rename: { iconPath: new vscode.ThemeIcon("edit"), tooltip: l10n.t("Rename") },
  pin: { iconPath: new vscode.ThemeIcon("pin"), tooltip: l10n.t("Pin") },
  unpin: { iconPath: new vscode.ThemeIcon("pinned"), tooltip: l10n.t("Unpin") },
  remove: { iconPath: new vscode.ThemeIcon("trash"), tooltip: l10n.t("Delete") },
  editor: { iconPath: new vscode.ThemeIcon("empty-window"), tooltip: l10n.t("Open in an editor tab") },
};

/** Shows the list and opens what is picked. Resolves when it is closed. */
export async function pickSession(context: SessionContext): Promise<void> {
  const { list, host } = context;
  const pick = vscode.window.createQuickPick<SessionItem>();
  pick.title = l10n.t("Sessions");
  pick.placeholder = l10n.t("Search sessions");
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const fill = () => {
    pick.items = itemsOf(context);
  };
  const subscription = list.onDidChange(fill);
  fill();
  pick.busy = true;
  void list
    .refresh()
    .catch((error) => vscode.window.showErrorMessage(l10n.t("The sessions cannot be listed: {0}", String(error))))
    .finally(() => {
      pick.busy = false;
    });
  const closed = new Promise<void>((resolve) => {
    pick.onDidHide(() => {
      subscription.dispose();
      pick.dispose();
      resolve();
    });
  });
  pick.onDidAccept(() => {
    const row = pick.selectedItems[0]?.row;
    pick.hide();
    if (row) void host.resume(row, "sideBar");
  });
  pick.onDidTriggerItemButton(async ({ item: { row }, button }) => {
    if (!row) return;
    if (button === buttons.pin || button === buttons.unpin) return list.pin(row, button === buttons.pin);
    if (button === buttons.editor) {
      pick.hide();
      return host.resume(row, "editor");
    }
    // A dialog closes the list: it comes back afterwards.
    pick.hide();
    await (button === buttons.rename ? rename(context, row) : remove(context, row));
    await pickSession(context);
  });
  pick.show();
  return closed;
}

function itemsOf({ list, host }: SessionContext): SessionItem[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const { pinned } = list;
  const groups = groupSessions(list.rows, folders, pinned, Date.now());
  if (groups.length === 0) return [{ label: l10n.t("No sessions in this folder yet") }];
  return groups.flatMap((group) => [
    { label: headingText(group), kind: vscode.QuickPickItemKind.Separator },
    ...group.rows.map((row) => {
      const activity = host.activity(row);
      const first = row.name && row.firstMessage ? pickLabel(row.firstMessage) : undefined;
      return {
        label: `${icons[activity ?? "none"]} ${pickLabel(titleOf(row))}`,
        description: besideTitle(row, activity, group),
        ...(first ? { detail: first } : {}),
        buttons: [buttons.editor, buttons.rename, pinned.has(row.id) ? buttons.unpin : buttons.pin, buttons.remove],
        row,
      };
    }),
  ]);
}

const icons = {
  running: "$(loading~spin)",
  waiting: "$(question)",
  done: "$(check)",
  open: "$(circle-filled)",
  none: "$(comment)",
};
