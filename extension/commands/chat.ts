import { l10n, type WorkspaceFolder, window, workspace } from "vscode";
import { errorText } from "../broker/link.ts";
import type { Extension } from "../extension.ts";
import { defaultFolder } from "../folders.ts";
import type { OpenChat } from "../open-chat.ts";
import { focusSideBar } from "../panel/side-bar.ts";
import { type CommandFactory, showError } from "./run.ts";

/** A fresh chat in the side bar. One that is at work goes on unseen and is found under Sessions. */
export const newChat: CommandFactory = (extension) => async () => {
  const { chats } = extension;
  const folder = await chooseFolder();
  if (folder === null) return;
  const openChat = chats.sideBar;
  const isHere = folder?.uri.fsPath === openChat.folder?.uri.fsPath;
  if (isHere && openChat.isFresh) {
    // It is a new chat already.
  } else if (isHere && openChat.state.agent.phase === "ready" && !openChat.isNeeded && !openChat.state.readOnly) {
    await startSession(openChat).catch((error) => showError(extension, errorText(error)));
  } else {
    chats.showInSideBar(chats.create({ place: "sideBar", folder, draftKey: "sideBar" }));
  }
  // The focus comes last: what is typed while it moves belongs to the chat that was decided on.
  await focusSideBar(chats);
  chats.setCurrent(chats.sideBar);
  chats.sideBar.chat.emit({ kind: "focus", target: "composer" });
};

async function startSession(openChat: OpenChat): Promise<void> {
  const { cancelled } = await openChat.chat.replaceSession("new_session", {});
  if (cancelled) openChat.chat.notice("warning", l10n.t("An agent extension said no: the session stays."), true);
}

/** A fresh chat in an editor tab. */
export const newChatInEditor: CommandFactory = (extension) => async () => {
  const folder = await chooseFolder();
  if (folder === null) return;
  extension.editors.open(extension.chats.create({ place: "editor", folder, draftKey: `editor-${Date.now()}` }));
};

/** The folder a new chat is tied to; undefined when none is open, null when the person changed their mind. */
async function chooseFolder(): Promise<WorkspaceFolder | undefined | null> {
  const folders = workspace.workspaceFolders ?? [];
  if (folders.length < 2) return folders[0];
  const placeHolder = l10n.t("The folder this chat works in, such as {0}", defaultFolder()?.name ?? "");
  return (await window.showWorkspaceFolderPick({ placeHolder })) ?? null;
}

/** Brings the current chat to front, the focus in its composer. */
export const focusChat: CommandFactory = (extension) => async () => {
  const { chats } = extension;
  const panel = chats.panelOf(chats.current);
  if (panel && panel.openChat.state.place === "editor") panel.reveal();
  else await focusSideBar(chats);
  chats.current.chat.emit({ kind: "focus", target: "composer" });
};

/** Brings a chat to front: in the panel it has, else in the side bar. */
export async function showChat({ chats }: Extension, openChat: OpenChat): Promise<void> {
  const panel = chats.panelOf(openChat);
  if (panel && openChat.state.place === "editor") panel.reveal();
  else {
    chats.showInSideBar(openChat);
    await focusSideBar(chats);
  }
  chats.setCurrent(openChat);
}

/** Stops the run: queued messages return to the composer. */
export const stop: CommandFactory = (extension) => async () => {
  await extension.chats.current.chat.prompting.stop().catch((error) => showError(extension, errorText(error)));
};
