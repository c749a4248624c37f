/** Every setting, read in this one place. Names and defaults are those of package.json. */
import { workspace } from "vscode";
import type { UnsavedRule } from "./changes/unsaved.ts";
import type { ApprovalMode, ChatFont, PanelSettings } from "./panel/messages.ts";
import { cssFamily } from "./panel/page.ts";

export interface ServerSettings {
  path: string;
  args: string[];
  node: string;
  env: Record<string, string>;
  sessionDir: string;
  approval: ApprovalMode;
}

function read<T>(name: string, fallback: T): T {
  return workspace.getConfiguration("atomic").get<T>(name) ?? fallback;
}

/** What decides which program is run: machine-scoped, so that a workspace has no say. */
export function serverSettings(): ServerSettings {
  return {
    path: read("server.path", "").trim(),
    args: read<string[]>("server.args", []),
    node: read("server.node", "").trim(),
    env: read<Record<string, string>>("server.env", {}),
    sessionDir: read("sessionDir", "").trim(),
    approval: read<ApprovalMode>("approval", "commands"),
  };
}

/** Servers that may run at once before idle ones are stopped. */
export function maxProcesses(): number {
  return Math.max(1, read("server.maxProcesses", 4));
}

export function panelSettings(): PanelSettings {
  return {
    thinkingDisplay: read<PanelSettings["thinkingDisplay"]>("chat.thinking", "auto"),
    enterWhileRunning: read<PanelSettings["enterWhileRunning"]>("chat.enterWhileRunning", "steer"),
    escape: read<PanelSettings["escape"]>("chat.escape", "stop"),
    font: chatFont(),
  };
}

/** What becomes of unsaved files before a prompt is sent. */
export function unsavedFiles(): UnsavedRule {
  return read<UnsavedRule>("unsavedFiles", "save");
}

export type NotifyWhen = "hidden" | "never";

/** When a finished run is announced outside the panel. */
export function doneNotice(): NotifyWhen {
  return read<NotifyWhen>("notifications.done", "hidden");
}

/** VS Code's own chat font; family "default" is that of the workbench. */
export function chatFont(): ChatFont {
  const chat = workspace.getConfiguration("chat");
  const family = String(chat.get("fontFamily") ?? "default");
  return {
    size: Number(chat.get("fontSize")) || 13,
    family: cssFamily(family === "default" ? "" : family),
  };
}
