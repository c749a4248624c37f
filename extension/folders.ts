import { type WorkspaceFolder, window, workspace } from "vscode";

/** The folder of the active editor, else the first one. */
export function defaultFolder(): WorkspaceFolder | undefined {
  const active = window.activeTextEditor?.document.uri;
  return (active && workspace.getWorkspaceFolder(active)) ?? workspace.workspaceFolders?.[0];
}

/** Several folders are open: which one a chat works in is the person's to say, and is shown. */
export function severalFolders(): boolean {
  return (workspace.workspaceFolders?.length ?? 0) > 1;
}

/** The open folder at this path. */
export function folderAt(path: string): WorkspaceFolder | undefined {
  return workspace.workspaceFolders?.find(({ uri }) => uri.fsPath === path);
}
