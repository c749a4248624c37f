import path from "node:path";
import { commands, env, l10n, UIKind, Uri, window } from "vscode";
import { onChat } from "./run.ts";

/** Copies the active branch into a session of its own and goes on there. */
export const clone = onChat(async ({ chat }) => {
  const { cancelled } = await chat.replaceSession("clone", {});
  if (cancelled) chat.notice("warning", saidNo(), true);
});

/** What is said when a handler of an agent extension cancelled a replacement. */
export function saidNo(): string {
  return l10n.t("An agent extension said no: nothing was changed.");
}

export const renameSession = onChat(async ({ chat }) => {
  const name = await window.showInputBox({
    title: l10n.t("Rename session"),
    value: chat.state.session?.name ?? "",
  });
  if (name?.trim()) await chat.relay("set_session_name", { name: name.trim() });
});

/** Puts the text of the last answer on the clipboard. */
export const copyLastAnswer = onChat(async ({ chat }) => {
  const { text } = await chat.link.request("get_last_assistant_text", {});
  if (text) await env.clipboard.writeText(text);
  const message = text ? l10n.t("Copied the last answer") : l10n.t("There is no answer yet");
  window.setStatusBarMessage(message, 3000);
});

/** Writes the session as one HTML file and offers to open it. */
export const exportHtml = onChat(async ({ chat, path: folder }) => {
  const name = (chat.state.session?.name ?? `session-${chat.state.session?.id.slice(0, 8) ?? ""}`).replace(
    /[^\w.-]+/g,
    "-",
  );
  const target = await window.showSaveDialog({
    title: l10n.t("Export session"),
    defaultUri: Uri.file(path.join(folder, `${name}.html`)),
    filters: { HTML: ["html"] },
  });
  if (!target) return;
  const { path: written } = await chat.link.request("export_html", { outputPath: target.fsPath });
  const file = Uri.file(path.resolve(folder, written));
  const open = l10n.t("Open");
  const chosen = await window.showInformationMessage(l10n.t("Exported to {0}", file.fsPath), open);
  if (chosen === open) await openPage(file);
});

/** In the browser where there is a desktop; as text where VS Code itself runs in one or far away. */
async function openPage(file: Uri): Promise<void> {
  const isDesktop = env.uiKind === UIKind.Desktop && env.remoteName === undefined;
  if (isDesktop) await env.openExternal(file);
  else await commands.executeCommand("vscode.open", file);
}
