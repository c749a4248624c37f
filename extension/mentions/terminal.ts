import * as vscode from "vscode";

/**
 * The text selected in the active terminal; "" when none is. VS Code gives it through the clipboard only, which
 * is emptied first, so that what lay there is never taken for the selection, and gets its text back.
 */
export async function terminalSelection(): Promise<string> {
  if (!vscode.window.activeTerminal) return "";
  const { clipboard } = vscode.env;
  const own = await clipboard.readText();
  await clipboard.writeText("");
  try {
    await vscode.commands.executeCommand("workbench.action.terminal.copySelection");
    return await clipboard.readText();
  } finally {
    await clipboard.writeText(own);
  }
}
