/**
 * What a person does with the recorded changes: compare one file, review all, undo.
 *
 * Wiring, once: `new ChangeActions(store)` with the ChangeStore the recorders share, and dispose it with the
 * extension. The panel's `openDiff {path}` goes to `openDiff(recorder, path)`, its actions `reviewChanges` and
 * `undoChanges` to `review(recorder)` and `undo(recorder)`; `undo(recorder, path)` takes back one file. The
 * recorder is that of the chat in question.
 */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { BEFORE_SCHEME, BeforeDocuments, beforeUri } from "./before-documents.ts";
import { readContent } from "./content.ts";
import type { ChangeRecorder } from "./recorder.ts";
import type { ChangeRecord, ChangeStore } from "./store.ts";
import { planUndo, type UndoPlan } from "./undo.ts";
import { absolutePath, shownPath } from "./written-path.ts";

const { l10n } = vscode;

export class ChangeActions implements vscode.Disposable {
  readonly #store: ChangeStore;
  readonly #documents: vscode.Disposable;

  constructor(store: ChangeStore) {
    this.#store = store;
    this.#documents = vscode.workspace.registerTextDocumentContentProvider(BEFORE_SCHEME, new BeforeDocuments(store));
  }

  dispose(): void {
    this.#documents.dispose();
  }

  /** Opens the comparison of one changed file: before the agent, and now. `name` as in the list of changes. */
  async openDiff(changes: ChangeRecorder, name: string): Promise<void> {
    const record = recordOf(changes, name);
    const shown = shownPath(absolutePath(name, changes.cwd), changes.cwd);
    if (!record) {
      void vscode.window.showInformationMessage(l10n.t("Atomic has not changed {0} in this chat.", shown));
      return;
    }
    const sides = this.#sides(changes, record);
    if (!sides) {
      void vscode.window.showInformationMessage(l10n.t("The content of {0} from before is not there.", shown));
      return;
    }
    await vscode.commands.executeCommand("vscode.diff", ...sides, l10n.t("{0} (before Atomic ↔ now)", shown));
  }

  /** Opens all changed files of a chat in one comparison. */
  async review(changes: ChangeRecorder): Promise<void> {
    const resources = changes.records.flatMap((record) => {
      const sides = this.#sides(changes, record);
      if (!sides) return [];
      const [before, now] = sides;
      const file = vscode.Uri.file(record.path);
      // A side that is left out is drawn as an added or a deleted file.
      return [[file, record.before === null ? undefined : before, now.scheme === BEFORE_SCHEME ? undefined : now]];
    });
    if (resources.length === 0) {
      void vscode.window.showInformationMessage(l10n.t("Atomic has not changed any file in this chat."));
      return;
    }
    await vscode.commands.executeCommand("vscode.changes", l10n.t("Changes by Atomic"), resources);
  }

  /** Takes back the changes to one file, or to those the person picks; says first what it will do. Resolves with the files undone (absolute). */
  async undo(changes: ChangeRecorder, name?: string): Promise<string[]> {
    const records = name === undefined ? [...changes.records] : [recordOf(changes, name)].filter((one) => !!one);
    if (records.length === 0) {
      void vscode.window.showInformationMessage(l10n.t("There is nothing to undo in this chat."));
      return [];
    }
    const chosen = await this.#choose(changes, records);
    if (chosen.length === 0 || !(await savedEditors(chosen, changes.cwd))) return [];
    const undone: string[] = [];
    for (const record of chosen) if (await this.#undoOne(changes, record)) undone.push(record.path);
    changes.forget(undone);
    return undone;
  }

  #sides(changes: ChangeRecorder, record: ChangeRecord): [vscode.Uri, vscode.Uri] | undefined {
    if (record.before === undefined) return undefined;
    const id = changes.sessionId ?? "";
    const now = existsSync(record.path) ? vscode.Uri.file(record.path) : beforeUri(record.path, id, null);
    return [beforeUri(record.path, id, record.before), now];
  }

  #plan(changes: ChangeRecorder, record: ChangeRecord): UndoPlan {
    const content = (ref: ChangeRecord["before"]) => this.#store.get(changes.sessionId ?? "", ref);
    return planUndo(content(record.before), content(record.after), readContent(record.path), record.mixed);
  }

  /** Says of each file what will become of it; the person confirms one, or picks among several. */
  async #choose(changes: ChangeRecorder, records: ChangeRecord[]): Promise<ChangeRecord[]> {
    const [first] = records;
    if (records.length > 1 || !first) return this.#pick(changes, records);
    const undo = l10n.t("Undo");
    const question = l10n.t("Undo what Atomic changed in {0}?", shownPath(first.path, changes.cwd));
    const detail = [promise(this.#plan(changes, first)), l10n.t("Other files and Git are not touched.")].join("\n");
    const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, undo);
    return answer === undo ? records : [];
  }

  async #pick(changes: ChangeRecorder, records: ChangeRecord[]): Promise<ChangeRecord[]> {
    const items = records.map((record) => ({
      label: shownPath(record.path, changes.cwd),
      description: `+${record.added} −${record.removed}`,
      detail: promise(this.#plan(changes, record)),
      picked: true,
      record,
    }));
    const picked = await vscode.window.showQuickPick(items, {
      title: l10n.t("Undo what Atomic changed"),
      placeHolder: l10n.t("Files to undo. Other files and Git are not touched."),
      canPickMany: true,
    });
    return (picked ?? []).map(({ record }) => record);
  }

  /** Planned anew, as the file may have changed while the question was open. True when the file needs no more undoing. */
  async #undoOne(changes: ChangeRecorder, record: ChangeRecord): Promise<boolean> {
    const name = shownPath(record.path, changes.cwd);
    const plan = this.#plan(changes, record);
    try {
      switch (plan.kind) {
        case "nothing":
          return true;
        case "restore":
          await write(record.path, plan.content);
          return true;
        case "remove":
          await remove(record.path);
          return true;
        case "unknown":
          void vscode.window.showWarningMessage(l10n.t("The content of {0} from before is not there.", name));
          return false;
        case "conflict":
          return await this.#settle(changes, record, plan);
      }
    } catch (error) {
      void vscode.window.showErrorMessage(l10n.t("{0} could not be undone: {1}", name, String(error)));
      return false;
    }
  }

  async #settle(
    changes: ChangeRecorder,
    record: ChangeRecord,
    plan: Extract<UndoPlan, { kind: "conflict" }>,
  ): Promise<boolean> {
    const only = l10n.t("Undo Only Atomic's Change");
    const whole = plan.content ? l10n.t("Restore From Before") : l10n.t("Delete the File");
    const show = l10n.t("Compare");
    const name = shownPath(record.path, changes.cwd);
    const answer = await vscode.window.showWarningMessage(
      l10n.t("{0} was also changed by others.", name),
      { modal: true, detail: l10n.t("Going back to the content from before loses those changes.") },
      ...(plan.merged ? [only] : []),
      whole,
      show,
    );
    if (answer === show) await this.openDiff(changes, record.path);
    if (answer === only && plan.merged) await write(record.path, plan.merged);
    if (answer === whole) await (plan.content ? write(record.path, plan.content) : remove(record.path));
    return answer === only || answer === whole;
  }
}

function recordOf(changes: ChangeRecorder, name: string): ChangeRecord | undefined {
  const file = absolutePath(name, changes.cwd);
  return changes.records.find((record) => record.path === file);
}

/** What will become of a file, in words. */
function promise(plan: UndoPlan): string {
  switch (plan.kind) {
    case "restore":
      return l10n.t("It gets its content from before.");
    case "remove":
      return l10n.t("Atomic created it. It goes to the trash.");
    case "nothing":
      return l10n.t("It is already as it was before.");
    case "conflict":
      return l10n.t("It was also changed by others. You will be asked.");
    case "unknown":
      return l10n.t("It cannot be undone, as its content from before is not there.");
  }
}

/** Unsaved text of these files goes to disk first, when the person agrees: undoing never passes it over. */
async function savedEditors(records: readonly ChangeRecord[], cwd: string): Promise<boolean> {
  const paths = new Set(records.map((record) => record.path));
  const dirty = vscode.workspace.textDocuments.filter((one) => one.isDirty && paths.has(one.uri.fsPath));
  if (dirty.length === 0) return true;
  const names = dirty.map((one) => shownPath(one.uri.fsPath, cwd)).join(", ");
  const save = l10n.t("Save and Go On");
  const question = l10n.t("Unsaved changes in {0}", names);
  const detail = l10n.t("Undoing works on what is saved.");
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, save)) !== save) return false;
  const saved = await Promise.all(dirty.map((one) => one.save()));
  return saved.every(Boolean);
}

async function write(file: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Not every system has a trash; the content of a removed file stays in the store while its session is kept. */
async function remove(file: string): Promise<void> {
  const uri = vscode.Uri.file(file);
  try {
    await vscode.workspace.fs.delete(uri, { useTrash: true });
  } catch {
    await vscode.workspace.fs.delete(uri, { useTrash: false });
  }
}
