import { l10n, ProgressLocation, window } from "vscode";
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

/** An error with a way to the log. */
export async function showError(extension: Extension, text: string): Promise<void> {
  const showLog = l10n.t("Show log");
  if ((await window.showErrorMessage(text, showLog)) === showLog) extension.log.show();
}
