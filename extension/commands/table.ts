import { commands, type Disposable } from "vscode";
import type { Extension } from "../extension.ts";
import { menu, restartAgent, showLog } from "./agent.ts";
import { focusChat, newChat, newChatInEditor, stop } from "./chat.ts";
import { switchModel } from "./models.ts";
import type { CommandFactory } from "./run.ts";
import { thinkingLevel } from "./thinking.ts";

/** Every command of the palette, by its name after `atomic.`. */
const table: Readonly<Record<string, CommandFactory>> = {
  focusChat,
  menu,
  newChat,
  newChatInEditor,
  restartAgent,
  showLog,
  stop,
  switchModel,
  thinkingLevel,
};

/** Registers them all. */
export function registerCommands(extension: Extension): Disposable[] {
  return Object.entries(table).map(([name, factory]) => commands.registerCommand(`atomic.${name}`, factory(extension)));
}
