import { commands, type ExtensionContext, l10n, window, workspace } from "vscode";
import { initialState } from "./broker/state.ts";
import type { Parts } from "./compose.ts";
import { ContextKeys } from "./context-keys.ts";
import { Disposables } from "./disposables.ts";
import { defaultFolder } from "./folders.ts";
import { LaterTree } from "./later-tree.ts";
import type { ChatState } from "./panel/messages.ts";
import type { SessionNode } from "./sessions/view.ts";
import { spokenLanguage } from "./spoken-language.ts";
import { StatusBar } from "./status/status-bar.ts";
import { translateWith } from "./texts.ts";
import { CHAT_VIEW, EDITOR_TYPE, SESSIONS_VIEW, TREE_VIEW } from "./view-ids.ts";
import type { TreeNode } from "./views/tree-model.ts";

let leave: (() => Promise<void>) | undefined;

/**
 * Ends what runs, and is done when every server has gone. VS Code gives it five seconds; without it the host would go
 * at once, and with the host what kills a server that does not end by itself.
 */
export async function deactivate(): Promise<void> {
  await leave?.();
}

/**
 * Tells VS Code what there is. The parts behind it are a bundle of their own, loaded when the first of them is used;
 * no process is started before a chat is looked at.
 */
export function activate(context: ExtensionContext): void {
  translateWith(l10n.t, spokenLanguage());
  const own = new Disposables();
  const log = window.createOutputChannel("Atomic", { log: true });
  // The log stays open until the servers have gone: they may have a last word.
  context.subscriptions.push(own, log);
  const keys = new ContextKeys();
  const statusBar = own.add(new StatusBar());
  const show = (state: ChatState) => {
    keys.show(state);
    statusBar.show(state);
  };

  let made: Promise<Parts> | undefined;
  const parts = (): Promise<Parts> => {
    made ??= import("./compose.ts").then(({ compose }) => compose({ context, own, log, treeView, show }));
    return made;
  };
  leave = async () => {
    own.dispose();
    await (await made)?.ended();
  };

  own.add(
    window.registerWebviewViewProvider(CHAT_VIEW, {
      resolveWebviewView: async (view) => (await parts()).sideBar.resolveWebviewView(view),
    }),
  );
  own.add(
    window.registerWebviewPanelSerializer(EDITOR_TYPE, {
      deserializeWebviewPanel: async (panel, state: { chatKey?: string } | undefined) =>
        (await parts()).editors.deserializeWebviewPanel(panel, state),
    }),
  );
  const sessions = new LaterTree<SessionNode>(async () => (await parts()).sessions);
  own.add(window.createTreeView(SESSIONS_VIEW, { treeDataProvider: sessions }));
  const tree = new LaterTree<TreeNode>(async () => (await parts()).tree);
  const treeView = own.add(window.createTreeView(TREE_VIEW, { treeDataProvider: tree }));
  for (const id of commandsOf(context)) {
    own.add(commands.registerCommand(id, async (...args) => (await parts()).run(id, args)));
  }
  const folder = defaultFolder();
  const identity = { chatId: "", place: "sideBar", folder: folder ? { name: folder.name, path: "" } : null } as const;
  show({ ...initialState(identity, Date.now()), trusted: workspace.isTrusted });
}

/** Every command stands in package.json, those that only menus and the panel use included. */
function commandsOf({ extension }: ExtensionContext): string[] {
  const manifest = extension.packageJSON as { contributes: { commands: { command: string }[] } };
  return manifest.contributes.commands.map(({ command }) => command);
}
