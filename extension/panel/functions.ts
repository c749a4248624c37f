import path from "node:path";
import { commands, env, FileType, l10n, languages, Position, Range, Uri, ViewColumn, window, workspace } from "vscode";
import { errorText } from "../broker/link.ts";
import type { ChangeActions } from "../changes/actions.ts";
import type { Chats } from "../chats.ts";
import type { Mentions } from "../mentions/mentions.ts";
import { showText } from "../shown-text.ts";
import type { ChatPanel } from "./chat-panel.ts";
import type { HostAction, PanelMessage } from "./messages.ts";
import type { PanelFocus } from "./panel-focus.ts";
import type { PanelHost } from "./router.ts";

type MessageOf<T extends PanelMessage["type"]> = Extract<PanelMessage, { type: T }>;

/** What the rest of the extension adds to a panel's functions. */
export interface PanelServices {
  chats: Chats;
  changes: ChangeActions;
  mentions: Mentions;
  focus: PanelFocus;
  log(text: string): void;
}

/** What a panel may ask of VS Code. */
export function panelFunctions(panel: ChatPanel, services: PanelServices): PanelHost {
  const quietly = (task: Thenable<unknown>) =>
    task.then(undefined, (error) => void window.showErrorMessage(errorText(error)));
  return {
    action(action: HostAction, target?: string) {
      if (action === "reloadView") return panel.load();
      services.chats.setCurrent(panel.openChat);
      quietly(commands.executeCommand(`atomic.${action}`, ...(target === undefined ? [] : [target])));
    },
    openFile: (message) => quietly(openFile(panel, message)),
    openLink: (href) => quietly(openLink(panel, href)),
    openDiff: (file) => quietly(services.changes.openDiff(panel.openChat.changes, file)),
    copy: (text) => quietly(env.clipboard.writeText(text)),
    code: (message) => quietly(useCode(message)),
    openText: (title, text) => quietly(showText(title, text)),
    mentions: (text) => services.mentions.query(text, panel.openChat.path),
    focus(focused) {
      panel.focused = focused;
      services.focus.set(panel, focused);
      if (focused) services.chats.setCurrent(panel.openChat);
    },
    log: services.log,
  };
}

/** Absolute path of what a panel names, relative to its chat's folder. */
export function resolvePath(panel: ChatPanel, file: string): string {
  const home = file.startsWith("~/") ? path.join(process.env.HOME ?? "", file.slice(2)) : file;
  return path.resolve(panel.openChat.folder?.uri.fsPath ?? "/", home);
}

async function openFile(panel: ChatPanel, message: Omit<MessageOf<"openFile">, "type">): Promise<void> {
  const uri = Uri.file(resolvePath(panel, message.path));
  if (!workspace.getWorkspaceFolder(uri) && !(await confirmOutside(uri.fsPath))) return;
  const stat = await workspace.fs.stat(uri).then(
    (found) => found,
    () => undefined,
  );
  if (!stat) return void window.showWarningMessage(l10n.t("There is no file {0}.", uri.fsPath));
  if (stat.type & FileType.Directory) return void commands.executeCommand("revealInExplorer", uri);
  const { line, column = 1, endLine = line } = message;
  const selection = line
    ? new Range(
        new Position(line - 1, column - 1),
        new Position((endLine ?? line) - 1, endLine === line ? column - 1 : 0),
      )
    : undefined;
  await commands.executeCommand("vscode.open", uri, { ...(selection ? { selection } : {}), preview: true });
}

async function confirmOutside(file: string): Promise<boolean> {
  const open = l10n.t("Open");
  const detail = l10n.t("It is outside the folders of this window.");
  return (await window.showWarningMessage(l10n.t("Open {0}?", file), { modal: true, detail }, open)) === open;
}

/** Schemes that open without a question. Files are opened inside the workspace, and everything else is shown and asked. */
const plainSchemes = new Set(["http", "https", "mailto"]);

async function openLink(panel: ChatPanel, href: string): Promise<void> {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase();
  // A file URL with a host names a file of another computer: it is asked about as any other scheme is.
  if (scheme === undefined || /^file:\/\/\//i.test(href)) return openFile(panel, fileOfLink(href));
  if (plainSchemes.has(scheme)) return void env.openExternal(Uri.parse(href, true));
  const open = l10n.t("Open");
  const choice = await window.showWarningMessage(l10n.t("Open this link?"), { modal: true, detail: href }, open);
  if (choice === open && scheme !== "command" && scheme !== "javascript") await env.openExternal(Uri.parse(href, true));
}

function fileOfLink(href: string): { path: string; line?: number } {
  const [target = "", fragment] = href.replace(/^file:\/\//i, "").split("#");
  const line = Number(/^L(\d+)/.exec(fragment ?? "")?.[1]);
  const file = safeDecode(target);
  return line > 0 ? { path: file, line } : { path: file };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function useCode({ action, text, language }: MessageOf<"code">): Promise<void> {
  if (action === "newFile") return openDocument(text, language);
  if (action === "runInTerminal") {
    const run = l10n.t("Run");
    const question = l10n.t("Run this in the terminal?");
    if ((await window.showWarningMessage(question, { modal: true, detail: text }, run)) !== run) return;
    const terminal = window.activeTerminal ?? window.createTerminal("Atomic");
    terminal.show(true);
    return terminal.sendText(text, true);
  }
  const editor = window.activeTextEditor ?? window.visibleTextEditors[0];
  if (!editor) return openDocument(text, language);
  await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
}

async function openDocument(content: string, language: string): Promise<void> {
  const known = (await languages.getLanguages()).includes(language);
  const document = await workspace.openTextDocument(known ? { content, language } : { content });
  await window.showTextDocument(document, { viewColumn: ViewColumn.Active, preview: true });
}
