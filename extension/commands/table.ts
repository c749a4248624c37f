import type { Extension } from "../extension.ts";
import { menu, restartAgent, showLog } from "./agent.ts";
import { approvalMode } from "./approval.ts";
import { focusChat, newChat, newChatInEditor, stop } from "./chat.ts";
import { abortRetry, autoCompaction, autoRetry, compact, runBash } from "./context.ts";
import { fork } from "./fork.ts";
import { cycleModel, switchModel } from "./models.ts";
import { clearQueue, followUpMode, steeringMode } from "./queue.ts";
import type { CommandFactory } from "./run.ts";
import { addSelection } from "./selection.ts";
import { clone, copyLastAnswer, exportHtml, renameSession } from "./session.ts";
import { refreshSessions, sessionCommands, sessions, takeOver } from "./sessions.ts";
import {
  connectEndpoint,
  logout,
  removeApiKey,
  setApiKey,
  setUpModel,
  useDemoModel,
  useEndpoint,
  vscodeModels,
} from "./setup.ts";
import { thinkingLevel } from "./thinking.ts";
import {
  sessionTree,
  showTreeView,
  treeClone,
  treeCopy,
  treeFilter,
  treeFork,
  treeGoTo,
  treeLabel,
  treePreview,
  treeSearch,
  treeShowOlder,
} from "./tree.ts";
import { manageTrust, openFolder, openSettings, pickImages, reviewChanges, undoChanges } from "./workbench.ts";

/** Every command, by its name after `atomic.`. */
const table: Readonly<Record<string, CommandFactory>> = {
  abortRetry,
  addSelection,
  approvalMode,
  autoCompaction,
  autoRetry,
  clearQueue,
  clone,
  compact,
  connectEndpoint,
  copyLastAnswer,
  cycleModel,
  exportHtml,
  focusChat,
  followUpMode,
  fork,
  logout,
  manageTrust,
  menu,
  newChat,
  newChatInEditor,
  openFolder,
  openSettings,
  pickImages,
  removeApiKey,
  renameSession,
  restartAgent,
  refreshSessions,
  reviewChanges,
  runBash,
  sessions,
  setApiKey,
  sessionTree,
  setUpModel,
  showLog,
  showTreeView,
  steeringMode,
  stop,
  switchModel,
  takeOver,
  thinkingLevel,
  treeClone,
  treeCopy,
  treeFilter,
  treeFork,
  treeGoTo,
  treeLabel,
  treePreview,
  treeSearch,
  treeShowOlder,
  undoChanges,
  useDemoModel,
  useEndpoint,
  vscodeModels,
  ...sessionCommands,
};

/** Those that ask something and are done: whoever gave them in a chat goes on typing there. */
const passing: ReadonlySet<string> = new Set([
  "approvalMode",
  "followUpMode",
  "fork",
  "pickImages",
  "renameSession",
  "runBash",
  "sessions",
  "steeringMode",
  "switchModel",
  "thinkingLevel",
]);

/** All of them by their whole names, ready to be called. */
export function makeCommands(extension: Extension): Record<string, ReturnType<CommandFactory>> {
  const named = Object.entries(table).map(([name, factory]) => {
    const command = factory(extension);
    return [`atomic.${name}`, passing.has(name) ? givingFocusBack(extension, command) : command];
  });
  return Object.fromEntries(named);
}

/** VS Code leaves the focus nowhere when its pick closes over a webview. */
function givingFocusBack(extension: Extension, command: ReturnType<CommandFactory>): ReturnType<CommandFactory> {
  return async (...args) => {
    const panel = extension.chats.focusedPanel;
    await command(...args);
    const { chats } = extension;
    if (panel?.visible && !chats.focusedPanel && panel.openChat === chats.current) await focusChat(extension)();
  };
}
