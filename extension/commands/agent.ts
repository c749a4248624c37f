import { commands, type QuickPickItem, window, workspace } from "vscode";
import { contextFacts, offeredCommands, type Palette } from "../enablement.ts";
import type { Extension } from "../extension.ts";
import type { CommandFactory } from "./run.ts";

/** Starts the current chat's server anew; the session comes back from its file. */
export const restartAgent: CommandFactory = (extension) => async () => {
  await extension.chats.current.agent.restart().catch(() => undefined); // the panel shows why it failed
};

export const showLog: CommandFactory = (extension) => () => extension.log.show();

/** What a click on the status bar item opens: the commands that can be run now. */
export const menu: CommandFactory = (extension) => async () => {
  const chosen = await window.showQuickPick(menuItems(extension), { title: "Atomic" });
  if (chosen) await commands.executeCommand(chosen.command);
};

/** The palette's commands as package.json names them, those that are greyed now left out. */
function menuItems(extension: Extension): (QuickPickItem & { command: string })[] {
  const manifest = extension.context.extension.packageJSON as { contributes: Palette };
  const facts = {
    ...contextFacts(extension.chats.current.state),
    "workspaceFolderCount > 0": (workspace.workspaceFolders?.length ?? 0) > 0,
    isWorkspaceTrusted: workspace.isTrusted,
    editorIsOpen: window.activeTextEditor !== undefined,
  };
  return offeredCommands(manifest.contributes, facts)
    .filter(({ command }) => command !== "atomic.menu")
    .map(({ command, title, icon }) => ({ label: icon ? `${icon} ${title}` : title, command }));
}
