import type { ExtensionContext, LogOutputChannel } from "vscode";
import type { Chats } from "./chats.ts";
import type { EditorPanels } from "./panel/editor.ts";

/** What every part of the extension shares. */
export interface Extension {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly chats: Chats;
  readonly editors: EditorPanels;
}
