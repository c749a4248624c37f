/**
 * Keeps unsaved editors and the agent's edits from overwriting each other unnoticed. The agent reads and
 * writes what is on disk, so before a prompt unsaved files of the chat's folder are saved, asked about or left,
 * as the setting says; and when the agent has changed a file that someone is typing in, both are brought
 * together or the person decides. VS Code itself refuses to save over a file that is newer on disk.
 *
 * Wiring: `if (!(await saveBeforePrompt(folder, setting))) return` before a prompt goes out, with the setting
 * `atomic.unsavedFiles`; and `wrote: reconcile` in the options of each ChangeRecorder.
 */
import path from "node:path";
import * as vscode from "vscode";
import type { Content } from "./content.ts";
import { merge } from "./undo.ts";

const { l10n } = vscode;

const REVERT_ATTEMPTS = 3;

export type UnsavedRule = "save" | "ask" | "leave";

/** Deals with the unsaved files inside `folder`. False: the person does not want the prompt sent now. */
export async function saveBeforePrompt(folder: string, rule: UnsavedRule): Promise<boolean> {
  if (rule === "leave") return true;
  const dirty = vscode.workspace.textDocuments.filter((one) => isUnsavedFile(one) && isInside(one.uri.fsPath, folder));
  if (dirty.length === 0) return true;
  if (rule === "ask") {
    const save = l10n.t("Save and Send");
    const send = l10n.t("Send");
    const names = dirty.map((one) => path.basename(one.uri.fsPath)).join(", ");
    const question = l10n.t("Unsaved changes in {0}", names);
    const detail = l10n.t("Atomic reads and edits what is saved.");
    const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, save, send);
    if (answer !== save) return answer === send;
  }
  const saved = await Promise.all(dirty.map((one) => one.save()));
  const left = dirty.filter((_, at) => !saved[at]);
  return left.length === 0 || sendAnyway(left);
}

/** Some files could not be saved: whether the prompt goes out all the same is the person's to say. */
async function sendAnyway(left: readonly vscode.TextDocument[]): Promise<boolean> {
  const send = l10n.t("Send");
  const names = left.map((one) => path.basename(one.uri.fsPath)).join(", ");
  const detail = l10n.t("Atomic reads and edits what is saved.");
  const question = l10n.t("{0} could not be saved", names);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, send)) === send;
}

/** The agent has changed `file` on disk: an editor with unsaved text of it is told, and both changes are offered as one. */
export async function reconcile(file: string, before: Content, after: Content): Promise<void> {
  const document = vscode.workspace.textDocuments.find((one) => isUnsavedFile(one) && one.uri.fsPath === file);
  if (!document || !after) return;
  const both = l10n.t("Keep Both Changes");
  const theirs = l10n.t("Take Atomic's Version");
  const compare = l10n.t("Compare");
  const mergeable = before ? mergedText(document, before, after) !== undefined : false;
  const answer = await vscode.window.showWarningMessage(
    l10n.t("Atomic changed {0} on disk while the editor has unsaved changes.", path.basename(file)),
    ...(mergeable ? [both] : []),
    theirs,
    compare,
  );
  if (answer === undefined) return;
  await vscode.window.showTextDocument(document);
  if (answer === compare) await vscode.commands.executeCommand("workbench.files.action.compareWithSaved");
  if (answer === theirs) await revert();
  if (answer === both && before) await keepBoth(document, before, after);
}

/** The editor's text is taken again, as typing went on while the question was open. */
async function keepBoth(document: vscode.TextDocument, before: Buffer, after: Buffer): Promise<void> {
  const own = document.getText();
  const text = mergedText(document, before, after);
  if (text === undefined) {
    void vscode.window.showWarningMessage(l10n.t("Both changes touch the same lines. Compare them to choose."));
    return;
  }
  // Going to the disk's version first makes VS Code see the file as current, so that it can be saved.
  if (!(await toDiskVersion(document, after))) {
    void vscode.window.showWarningMessage(l10n.t("The editor could not be brought up to date. Compare the versions."));
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  if (await vscode.workspace.applyEdit(edit)) return;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: own }));
}

/** Reverts the editor of `document`, until it shows what is on disk. False: it does not come to that. */
async function toDiskVersion(document: vscode.TextDocument, disk: Buffer): Promise<boolean> {
  for (let attempt = 0; attempt < REVERT_ATTEMPTS; attempt++) {
    // The command acts on whatever editor is active then.
    await vscode.window.showTextDocument(document, { preview: false });
    await revert();
    if (!document.isDirty && withoutMark(document.getText()) === withoutMark(disk.toString("utf8"))) return true;
  }
  return false;
}

/** VS Code shows a file without its byte order mark. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

function mergedText(document: vscode.TextDocument, before: Buffer, after: Buffer): string | undefined {
  return merge(before.toString("utf8"), after.toString("utf8"), document.getText())?.toString("utf8");
}

async function revert(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.files.revert");
}

function isUnsavedFile(document: vscode.TextDocument): boolean {
  return document.isDirty && document.uri.scheme === "file";
}

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return !relative.startsWith("..") && !path.isAbsolute(relative);
}
