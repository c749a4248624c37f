/** What can be done with one session of a list, by its menu or by a button of the quick pick. */
import { rm } from "node:fs/promises";
import * as vscode from "vscode";
import { checkFree, renameSession, SessionInUseError } from "./session-file.ts";
import type { SessionContext } from "./session-list.ts";
import type { SessionRow } from "./session-row.ts";
import { titleOf } from "./session-words.ts";

const { l10n } = vscode;

/** Asks for a name and sets it. */
export async function rename({ list, host }: SessionContext, row: SessionRow): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: l10n.t("Rename Session"),
    value: row.name ?? "",
    placeHolder: titleOf(row),
    validateInput: (text) => (text.trim() ? undefined : l10n.t("A name is needed.")),
  });
  if (!name || name.trim() === row.name) return;
  await explained(async () => {
    if (!(await host.rename(row, name.trim()))) await renameSession(row.path, name);
  });
  await list.refresh();
}

/** Deletes a session when the person agrees: to the trash where there is one. True when it is gone. */
export async function remove({ list, host }: SessionContext, row: SessionRow): Promise<boolean> {
  const trash = l10n.t("Move to Trash");
  const question = l10n.t('Delete the session "{0}"?', titleOf(row));
  const detail = l10n.t("Its file goes to the trash. Files the agent changed stay as they are.");
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, trash)) !== trash) return false;
  if (!(await host.release(row))) {
    void vscode.window.showWarningMessage(l10n.t("The session is at work. Stop it first."));
    return false;
  }
  const gone = await explained(async () => {
    await checkFree(row.path);
    if (!(await deleteFile(row.path))) return false;
    await rm(`${row.path}.lock`, { force: true });
    host.deleted(row);
    await list.pin(row, false);
    return true;
  });
  await list.refresh();
  return gone === true;
}

/** Some systems have no trash: then it is asked once more, as this cannot be taken back. */
async function deleteFile(file: string): Promise<boolean> {
  const uri = vscode.Uri.file(file);
  try {
    await vscode.workspace.fs.delete(uri, { useTrash: true });
    return true;
  } catch {
    const forGood = l10n.t("Delete for Good");
    const question = l10n.t("There is no trash on this system. Delete the session for good?");
    if ((await vscode.window.showWarningMessage(question, { modal: true }, forGood)) !== forGood) return false;
    await vscode.workspace.fs.delete(uri, { useTrash: false });
    return true;
  }
}

export async function reveal(row: SessionRow): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.file(row.path), { preview: true });
}

/** Runs it; a failure is shown. Undefined then. */
async function explained<T>(task: () => Promise<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    const inUse = error instanceof SessionInUseError;
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(inUse ? l10n.t("The session is open in another window.") : reason);
    return undefined;
  }
}
