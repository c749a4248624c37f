import { commands, type LogOutputChannel, l10n, ProgressLocation, window, workspace } from "vscode";
import { errorText } from "../broker/link.ts";
import type { Extension } from "../extension.ts";
import type { OpenChat } from "../open-chat.ts";

/** A palette command: made from what the extension shares, called with what VS Code passes. */
export type CommandFactory = (extension: Extension) => (...args: unknown[]) => unknown;

/** A command that acts on the current chat with its server running. A failure is shown, never thrown on. */
export function onChat(act: (openChat: OpenChat, extension: Extension, ...args: unknown[]) => unknown): CommandFactory {
  return (extension) =>
    async (...args) => {
      const openChat = extension.chats.current;
      try {
        await started(openChat);
        await act(openChat, extension, ...args);
      } catch (error) {
        await showError(extension, errorText(error));
      }
    };
}

/** Starts the server of a chat; says so when that takes longer than a moment. */
async function started(openChat: OpenChat): Promise<void> {
  if (openChat.state.agent.phase === "ready") return;
  await window.withProgress({ location: ProgressLocation.Window, title: l10n.t("Starting the agent…") }, () =>
    openChat.chat.link.start(),
  );
}

/** An error with the next step: to a folder or to trust where these are missing, else to the log. */
export async function showError({ log }: Extension, text: string): Promise<void> {
  const [step, take] = nextStep(log);
  if ((await window.showErrorMessage(text, step)) === step) take();
}

function nextStep(log: LogOutputChannel): [string, () => unknown] {
  if (!workspace.workspaceFolders?.length) {
    return [l10n.t("Open folder"), () => commands.executeCommand("atomic.openFolder")];
  }
  if (!workspace.isTrusted) return [l10n.t("Manage trust"), () => commands.executeCommand("atomic.manageTrust")];
  return [l10n.t("Show log"), () => log.show()];
}
