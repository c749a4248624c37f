import path from "node:path";
import { type ExtensionContext, lm, window, workspace } from "vscode";
import { ChangeActions } from "./changes/actions.ts";
import { Chats } from "./chats.ts";
import { showChat } from "./commands/chat.ts";
import { makeSetUp, type SetUp } from "./commands/setup.ts";
import { registerCommands } from "./commands/table.ts";
import { ContextKeys } from "./context-keys.ts";
import { Disposables } from "./disposables.ts";
import type { Extension } from "./extension.ts";
import { Mentions } from "./mentions/mentions.ts";
import type { ChatPanel } from "./panel/chat-panel.ts";
import { EDITOR_TYPE, EditorPanels } from "./panel/editor.ts";
import { panelFunctions } from "./panel/functions.ts";
import { NativeRequests } from "./panel/native-requests.ts";
import { CHAT_VIEW, SideBarProvider } from "./panel/side-bar.ts";
import { chatServices } from "./services.ts";
import { SessionLocks } from "./sessions/session-locks.ts";
import { SessionSource } from "./sessions/source.ts";
import { SESSIONS_VIEW, SessionsView } from "./sessions/view.ts";
import { panelSettings } from "./settings.ts";
import { Attention } from "./status/attention.ts";
import { StatusBar } from "./status/status-bar.ts";
import { TREE_VIEW, TreeView } from "./views/tree-view.ts";

/** What the agent changed can be compared and undone for this long after the last change of a session, in ms. */
const KEPT_CHANGES_MS = 30 * 24 * 60 * 60 * 1000;

/** Puts the extension together. No process is started before a chat is looked at. */
export function activate(context: ExtensionContext): void {
  const own = new Disposables();
  context.subscriptions.push(own);
  const log = own.add(window.createOutputChannel("Atomic", { log: true }));
  const mentions = own.add(new Mentions());
  const locks = own.add(
    new SessionLocks(
      path.join(context.globalStorageUri.fsPath, "locks"),
      (file) => void chats.withSession(file)?.handOver(),
    ),
  );
  const services = chatServices(context, log, mentions, locks);
  own.add({ dispose: () => services.drafts.flush() });
  const chats: Chats = own.add(new Chats(context, services));
  const changes = own.add(new ChangeActions(services.changeStore));
  const hostOf = (panel: ChatPanel) => panelFunctions(panel, { chats, changes, mentions, log: services.log });
  const editors = new EditorPanels(context, chats, hostOf);
  const sessions = own.add(new SessionSource(chats));
  const tree = new TreeView(chats);
  const setUp = makeSetUp(context, chats, services.vscodeModels);
  const extension: Extension = { context, log, chats, editors, changes, sessions, tree, setUp };

  const sideBar = new SideBarProvider(context, chats, hostOf);
  own.add(window.registerWebviewViewProvider(CHAT_VIEW, sideBar));
  own.add(window.registerWebviewPanelSerializer(EDITOR_TYPE, editors));
  own.add(window.createTreeView(SESSIONS_VIEW, { treeDataProvider: new SessionsView(extension) }));
  own.add(tree.follow(own.add(window.createTreeView(TREE_VIEW, { treeDataProvider: tree }))));
  own.add(new ContextKeys(chats));
  own.add(new StatusBar(chats));
  own.add(new NativeRequests(chats));
  own.add(
    new Attention(
      chats,
      (openChat) => void showChat(extension, openChat),
      (badge) => sideBar.setBadge(badge),
    ),
  );
  for (const command of registerCommands(extension)) own.add(command);
  own.add(chats.onDidChange((openChat) => openChat && void setUp.offers.consider(openChat.chat)));
  own.add(lm.onDidChangeChatModels(async () => (await services.vscodeModels.haveCome()) && chats.restartRunning()));
  own.add(window.onDidChangeWindowState(({ focused }) => focused && offerAgain(chats, setUp)));
  own.add(workspace.onDidChangeConfiguration(() => applySettings(chats)));
  own.add(workspace.onDidGrantWorkspaceTrust(() => trustGranted(chats)));
  void services.changeStore.prune(KEPT_CHANGES_MS);
}

/** The person was elsewhere, perhaps to start a model server. */
function offerAgain(chats: Chats, { offers }: SetUp): void {
  for (const { chat } of chats.all) void offers.consider(chat, true);
}

function applySettings(chats: Chats): void {
  const settings = panelSettings();
  for (const { chat } of chats.all) {
    if (JSON.stringify(chat.state.settings) !== JSON.stringify(settings)) chat.patch({ settings });
  }
}

/** What waited for the person's trust may begin now. */
function trustGranted(chats: Chats): void {
  for (const openChat of chats.all) {
    openChat.chat.patch({ trusted: true });
    if (openChat.chat.panelListens) openChat.chat.link.start().catch(() => undefined);
  }
}
