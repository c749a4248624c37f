/** What can be done with a session of the list. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { commands, l10n, Uri, window, workspace } from "vscode";
import { isBusy } from "../broker/state.ts";
import type { Extension } from "../extension.ts";
import { folderAt } from "../folders.ts";
import { focusSideBar } from "../panel/side-bar.ts";
import { titleOf } from "./groups.ts";
import type { SessionSummary } from "./read-session.ts";
import { renameInFile } from "./session-file.ts";

const PINNED_KEY = "sessions.pinned";

/** Shows a session: where it is open already, else in the side bar, or in an editor tab when asked for. */
export async function openSession(
  extension: Extension,
  session: SessionSummary,
  place: "sideBar" | "editor" = "sideBar",
): Promise<void> {
  const { chats, editors } = extension;
  const open = chats.withSession(session.path);
  const panel = open && chats.panelOf(open);
  if (panel) {
    panel.reveal();
    chats.setCurrent(panel.openChat);
    return;
  }
  const folder = folderAt(session.cwd) ?? (await folderInstead(session, extension));
  if (!folder) return;
  const make = (draftKey: string) => chats.create({ place, folder, draftKey, sessionFile: session.path });
  if (place === "editor") {
    editors.open(open ?? make(`editor-${Date.now()}`));
    return;
  }
  await focusSideBar(chats);
  const here = chats.sideBar;
  // At once: by the time the session is there the person may be elsewhere.
  here.chat.emit({ kind: "focus", target: "composer" });
  const { state } = here;
  const switchable =
    !open && state.agent.phase === "ready" && !isBusy(state) && !state.readOnly && here.folder === folder;
  if (switchable && !chats.locks.isElsewhere(session.path)) {
    const { cancelled } = await here.chat.replaceSession("switch_session", { sessionPath: session.path });
    if (cancelled) here.chat.notice("warning", l10n.t("An agent extension said no: nothing was changed."), true);
  } else {
    chats.showInSideBar(open ?? make("sideBar"));
  }
}

/** A session of a folder that is not open here: the person may open that folder, or go on in this one. */
async function folderInstead({ cwd }: SessionSummary, { chats }: Extension) {
  const here = chats.current.folder;
  if (!cwd || !here) return here;
  const openFolder = l10n.t("Open folder");
  const goOn = l10n.t("Use it in {0}", here.name);
  const detail = l10n.t("Its folder is {0}.", cwd);
  const choice = await window.showInformationMessage(
    l10n.t("This session belongs to another folder."),
    { modal: true, detail },
    openFolder,
    goOn,
  );
  if (choice === openFolder)
    await commands.executeCommand("vscode.openFolder", Uri.file(cwd), { forceNewWindow: true });
  return choice === goOn ? here : undefined;
}

export async function renameSession(extension: Extension, session: SessionSummary): Promise<void> {
  const name = await window.showInputBox({
    title: l10n.t("Rename session"),
    value: session.name ?? "",
    placeHolder: titleOf(session),
  });
  if (!name?.trim()) return;
  const open = extension.chats.withSession(session.path);
  if (open?.state.agent.phase === "ready") await open.chat.relay("set_session_name", { name: name.trim() });
  else if (extension.chats.locks.isElsewhere(session.path))
    throw new Error(l10n.t("This session is open in another window."));
  else await renameInFile(session.path, name.trim());
  extension.sessions.refresh();
}

/** Moves a session to the trash, after asking. One that is at work is not touched. */
export async function deleteSession(extension: Extension, session: SessionSummary): Promise<void> {
  const { chats } = extension;
  const open = chats.withSession(session.path);
  if ((open && isBusy(open.state)) || chats.locks.isElsewhere(session.path)) {
    await window.showInformationMessage(l10n.t("This session is at work. Stop it first."));
    return;
  }
  const remove = l10n.t("Move to trash");
  const question = l10n.t("Delete “{0}”?", titleOf(session).slice(0, 80) || path.basename(session.path));
  if ((await window.showWarningMessage(question, { modal: true }, remove)) !== remove) return;
  if (open) await chats.leaveSession(open);
  await toTrash(Uri.file(session.path));
  await setPinned(extension, session.path, false);
  extension.sessions.refresh();
}

/** Not every system has a trash; then the person is asked once more. */
async function toTrash(file: Uri): Promise<void> {
  try {
    await workspace.fs.delete(file, { useTrash: true });
  } catch {
    const remove = l10n.t("Delete for good");
    const question = l10n.t("There is no trash here.");
    if ((await window.showWarningMessage(question, { modal: true }, remove)) === remove)
      await rm(file.fsPath, { force: true });
  }
}

export function pinnedSessions({ context }: Extension): Set<string> {
  return new Set(context.globalState.get<string[]>(PINNED_KEY, []));
}

export async function setPinned(extension: Extension, file: string, pinned: boolean): Promise<void> {
  const all = pinnedSessions(extension);
  if (pinned) all.add(file);
  else all.delete(file);
  await extension.context.globalState.update(PINNED_KEY, [...all]);
  extension.sessions.refresh();
}

/** Shows the file of a session in the system's file manager, or as text where there is none. */
export async function revealSession(session: SessionSummary): Promise<void> {
  const file = Uri.file(session.path);
  await commands
    .executeCommand("revealFileInOS", file)
    .then(undefined, () => commands.executeCommand("vscode.open", file));
}
