import type { ExtensionContext, LogOutputChannel } from "vscode";
import type { ChangeActions } from "./changes/actions.ts";
import type { Chats } from "./chats.ts";
import type { SetUp } from "./commands/setup.ts";
import type { EditorPanels } from "./panel/editor.ts";
import type { SessionSource } from "./sessions/source.ts";
import type { TreeView } from "./views/tree-view.ts";

/** What every part of the extension shares. */
export interface Extension {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly chats: Chats;
  readonly editors: EditorPanels;
  readonly changes: ChangeActions;
  readonly setUp: SetUp;
  readonly sessions: SessionSource;
  readonly tree: TreeView;
}
