import { window, workspace } from "vscode";
import { insertOf } from "../mentions/mention-text.ts";
import { focusChat } from "./chat.ts";
import type { CommandFactory } from "./run.ts";

/** Puts the selected lines, or the file without a selection, into the composer as a mention. */
export const addSelection: CommandFactory = (extension) => async () => {
  const editor = window.activeTextEditor;
  if (!editor) return;
  const { document, selection } = editor;
  const name = workspace.asRelativePath(document.uri, false);
  const lastLine =
    selection.end.character === 0 && selection.end.line > selection.start.line
      ? selection.end.line
      : selection.end.line + 1;
  const range = selection.isEmpty ? undefined : { start: selection.start.line + 1, end: lastLine };
  await focusChat(extension)();
  const text = document.uri.scheme === "file" ? `@${insertOf(name, range)} ` : document.getText(selection);
  extension.chats.current.chat.emit({ kind: "composer", text, mode: "append", reason: "command" });
};
