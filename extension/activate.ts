import { type ExtensionContext, window, workspace } from "vscode";
import { Chats } from "./chats.ts";
import { registerCommands } from "./commands/table.ts";
import { ContextKeys } from "./context-keys.ts";
import { Disposables } from "./disposables.ts";
import type { Extension } from "./extension.ts";
import type { ChatPanel } from "./panel/chat-panel.ts";
import { EDITOR_TYPE, EditorPanels } from "./panel/editor.ts";
import { panelFunctions } from "./panel/functions.ts";
import { NativeRequests } from "./panel/native-requests.ts";
import { CHAT_VIEW, SideBarProvider } from "./panel/side-bar.ts";
import { chatServices } from "./services.ts";
import { panelSettings } from "./settings.ts";
import { StatusBar } from "./status/status-bar.ts";

/** Puts the extension together. No process is started before a chat is looked at. */
export function activate(context: ExtensionContext): void {
  const own = new Disposables();
  context.subscriptions.push(own);
  const log = own.add(window.createOutputChannel("Atomic", { log: true }));
  const services = chatServices(context, log);
  own.add({ dispose: () => services.drafts.flush() });
  const chats = own.add(new Chats(context, services));
  const hostOf = (panel: ChatPanel) => panelFunctions(panel, { chats, log: services.log });
  const editors = new EditorPanels(context, chats, hostOf);
  const extension: Extension = { context, log, chats, editors };

  own.add(window.registerWebviewViewProvider(CHAT_VIEW, new SideBarProvider(context, chats, hostOf)));
  own.add(window.registerWebviewPanelSerializer(EDITOR_TYPE, editors));
  own.add(new ContextKeys(chats));
  own.add(new StatusBar(chats));
  own.add(new NativeRequests(chats));
  for (const command of registerCommands(extension)) own.add(command);
  own.add(workspace.onDidChangeConfiguration(() => applySettings(chats)));
  own.add(workspace.onDidGrantWorkspaceTrust(() => trustGranted(chats)));
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
