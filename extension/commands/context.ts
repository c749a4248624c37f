import { l10n, window } from "vscode";
import { errorText } from "../broker/link.ts";
import { isNothingToCompact } from "../panel/words.ts";
import { onChat } from "./run.ts";

/** Compacts the conversation now; the panel shows how far it is. That it was stopped or not needed is no error. */
export const compact = onChat(({ chat }) =>
  chat.relay("compact", {}).catch((error) => {
    const text = errorText(error);
    if (isNothingToCompact(text)) void window.showInformationMessage(text);
    else if (!/cancel|abort/i.test(text)) throw error;
  }),
);

/** Switches automatic compaction on or off and says which. */
export const autoCompaction = onChat(async ({ chat }) => {
  const enabled = !chat.state.autoCompaction;
  await chat.relay("set_auto_compaction", { enabled });
  say(enabled ? l10n.t("Compacts automatically") : l10n.t("Compacts by hand only"));
});

/** Switches automatic retries on or off and says which. */
export const autoRetry = onChat(async (openChat) => {
  const enabled = !openChat.autoRetry;
  await openChat.chat.relay("set_auto_retry", { enabled });
  openChat.autoRetry = enabled;
  say(enabled ? l10n.t("Tries again when a provider is overloaded") : l10n.t("Does not try again by itself"));
});

function say(text: string): void {
  window.setStatusBarMessage(`Atomic: ${text}`, 4000);
}

export const abortRetry = onChat(({ chat }) => chat.relay("abort_retry", {}));

/** Runs a command in the folder; its output joins the conversation with the next prompt. */
export const runBash = onChat(async ({ chat }) => {
  const command = await window.showInputBox({
    title: l10n.t("Run bash"),
    prompt: l10n.t("The output is given to the model with the next message."),
    placeHolder: "git status",
  });
  if (command?.trim()) await chat.relay("bash", { command });
});
