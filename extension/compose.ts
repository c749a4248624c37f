import path from "node:path";
import {
  type ExtensionContext,
  type LogOutputChannel,
  l10n,
  lm,
  type TreeView as NativeView,
  window,
  workspace,
} from "vscode";
import { allEnded } from "./agent/ending.ts";
import { ChangeActions } from "./changes/actions.ts";
import { Chats } from "./chats.ts";
import { showChat } from "./commands/chat.ts";
import { makeSetUp, type SetUp } from "./commands/setup.ts";
import { makeCommands } from "./commands/table.ts";
import type { Disposables } from "./disposables.ts";
import type { Extension } from "./extension.ts";
import { Mentions } from "./mentions/mentions.ts";
import type { ChatPanel } from "./panel/chat-panel.ts";
import { EditorPanels } from "./panel/editor.ts";
import { panelFunctions } from "./panel/functions.ts";
import type { ChatState } from "./panel/messages.ts";
import { NativeRequests } from "./panel/native-requests.ts";
import { PanelFocus } from "./panel/panel-focus.ts";
import { SideBarProvider } from "./panel/side-bar.ts";
import { chatServices } from "./services.ts";
import { SessionLocks } from "./sessions/session-locks.ts";
import { SessionSource } from "./sessions/source.ts";
import { SessionsView } from "./sessions/view.ts";
import { panelSettings } from "./settings.ts";
import { provideShownTexts } from "./shown-text.ts";
import { spokenLanguage } from "./spoken-language.ts";
import { Attention } from "./status/attention.ts";
import { translateWith } from "./texts.ts";
import { SyntaxColorSource } from "./theme/syntax-colors.ts";
import type { TreeNode } from "./views/tree-model.ts";
import { TreeView } from "./views/tree-view.ts";

/** What the agent changed can be compared and undone for this long after the last change of a session, in ms. */
const KEPT_CHANGES_MS = 30 * 24 * 60 * 60 * 1000;

/** What activation has made already. */
export interface Surroundings {
  context: ExtensionContext;
  /** Ends with the extension. */
  own: Disposables;
  log: LogOutputChannel;
  treeView: NativeView<TreeNode>;
  /** Shows the facts of the current chat in the status bar and the context keys. */
  show(state: ChatState): void;
}

/** What VS Code calls. */
export interface Parts {
  sideBar: SideBarProvider;
  editors: EditorPanels;
  sessions: SessionsView;
  tree: TreeView;
  /** Runs a command by its whole name. */
  run(command: string, args: unknown[]): unknown;
  /** Resolves when no server is left of those that were told to end. */
  ended(): Promise<void>;
}

/** Puts the extension together. */
export function compose({ context, own, log, treeView, show }: Surroundings): Parts {
  translateWith(l10n.t, spokenLanguage());
  own.add(provideShownTexts());
  const mentions = own.add(new Mentions());
  const locks = own.add(
    new SessionLocks(
      path.join(context.globalStorageUri.fsPath, "locks"),
      (file) => void chats.withSession(file)?.handOver(),
    ),
  );
  const syntax = own.add(new SyntaxColorSource(() => applySyntax(chats, syntax)));
  const services = chatServices(context, log, mentions, locks, syntax);
  own.add({ dispose: () => services.drafts.flush() });
  const chats: Chats = own.add(new Chats(context, services));
  const changes = own.add(new ChangeActions(services.changeStore));
  const focus = new PanelFocus();
  const hostOf = (panel: ChatPanel) => panelFunctions(panel, { chats, changes, mentions, focus, log: services.log });
  const editors = new EditorPanels(context, chats, hostOf);
  const sessions = own.add(new SessionSource(chats));
  const tree = new TreeView(chats);
  const setUp = makeSetUp(context, chats, services.vscodeModels);
  const extension: Extension = { context, log, chats, editors, changes, sessions, tree, setUp };

  const sideBar = new SideBarProvider(context, chats, hostOf);
  own.add(tree.follow(treeView));
  own.add(new NativeRequests(chats));
  own.add(
    new Attention(
      chats,
      (openChat) => void showChat(extension, openChat),
      (badge) => sideBar.setBadge(badge),
    ),
  );
  own.add(chats.onDidChange(() => show(chats.current.state)));
  own.add(chats.onDidChange((openChat) => openChat && void setUp.offers.consider(openChat.chat)));
  own.add(lm.onDidChangeChatModels(async () => (await services.vscodeModels.haveCome()) && chats.restartRunning()));
  own.add(window.onDidChangeWindowState(({ focused }) => focused && offerAgain(chats, setUp)));
  own.add(workspace.onDidChangeConfiguration(() => applySettings(chats)));
  own.add(workspace.onDidGrantWorkspaceTrust(() => trustGranted(chats)));
  void services.changeStore.prune(KEPT_CHANGES_MS);
  show(chats.current.state);
  const commands = makeCommands(extension);
  return {
    sideBar,
    editors,
    sessions: new SessionsView(extension),
    tree,
    run: (command, args) => commands[command]?.(...args),
    ended: allEnded,
  };
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

function applySyntax(chats: Chats, { colors }: SyntaxColorSource): void {
  for (const { chat } of chats.all) chat.patch({ syntax: colors });
}

/** What waited for the person's trust may begin now. */
function trustGranted(chats: Chats): void {
  for (const openChat of chats.all) {
    openChat.chat.patch({ trusted: true });
    if (openChat.chat.panelListens) openChat.chat.link.start().catch(() => undefined);
  }
}
