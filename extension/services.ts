import path from "node:path";
import { type ExtensionContext, type LogOutputChannel, workspace } from "vscode";
import { loginShellPath } from "./agent/environment.ts";
import { launchPlan } from "./agent/plan.ts";
import { storedKeys } from "./auth/keys.ts";
import { DraftFiles } from "./broker/draft-files.ts";
import { ChangeStore } from "./changes/store.ts";
import { saveBeforePrompt } from "./changes/unsaved.ts";
import type { Mentions } from "./mentions/mentions.ts";
import type { ChatServices } from "./open-chat.ts";
import type { SessionLocks } from "./sessions/session-locks.ts";
import { serverSettings, unsavedFiles } from "./settings.ts";
import type { SyntaxColorSource } from "./theme/syntax-colors.ts";
import { vscodeAccess } from "./vscode-models/access.ts";
import { VSCodeModels } from "./vscode-models/vscode-models.ts";

const SHELL_PATH_KEY = "shellPath";

export interface Services extends ChatServices {
  drafts: DraftFiles;
  vscodeModels: VSCodeModels;
}

/** What every chat is given: how to find its server, where drafts are kept, where lines are logged. */
export function chatServices(
  context: ExtensionContext,
  log: LogOutputChannel,
  mentions: Mentions,
  locks: SessionLocks,
  syntax: SyntaxColorSource,
): Services {
  // Two windows on one folder have a storage each. What belongs to a session goes with it from window to window.
  const shared = context.globalStorageUri.fsPath;
  const own = context.storageUri?.fsPath ?? shared;
  const drafts = path.join(own, "drafts");
  const knownVersions = new Map<string, string>();
  const vscodeModels = new VSCodeModels(vscodeAccess, context.globalState);
  context.subscriptions.push(vscodeModels);
  let shellPath: Promise<string | undefined> | undefined;
  /** Once a window: that of the last time at once, while the shell is asked anew for the next one. */
  const findShellPath = () => {
    const last = context.globalState.get<string>(SHELL_PATH_KEY);
    const asked = loginShellPath().then((found) => {
      if (found && found !== last) void context.globalState.update(SHELL_PATH_KEY, found);
      return found;
    });
    return last ? Promise.resolve(last) : asked;
  };
  return {
    async plan(folder, sessionFile) {
      shellPath ??= findShellPath();
      const [foundPath, stored, handedOver] = await Promise.all([
        shellPath,
        storedKeys(context.secrets),
        vscodeModels.environment(),
      ]);
      return launchPlan({
        settings: serverSettings(),
        bundledEntry: bundledEntry(context),
        folder,
        trusted: workspace.isTrusted,
        sessionFile,
        shellPath: foundPath,
        keys: { ...stored, ...handedOver },
        own: { execPath: process.execPath, version: process.versions.node, env: process.env },
        knownVersions,
      });
    },
    async prepare(text, folder) {
      if (!(await saveBeforePrompt(folder, unsavedFiles()))) return undefined;
      return mentions.expand(text, folder);
    },
    locks,
    vscodeModels,
    changeStore: new ChangeStore(path.join(shared, "changes")),
    approval: () => serverSettings().approval,
    syntax: () => syntax.colors,
    drafts: new DraftFiles(drafts, (text) => log.warn(text), path.join(shared, "drafts")),
    log: (text) => log.info(text),
    stderr: (text) => log.append(text),
  };
}

/** The server that comes with the extension: package.json names it as its program. */
function bundledEntry(context: ExtensionContext): string {
  const { bin } = context.extension.packageJSON as { bin?: { atomic?: string } };
  return path.join(context.extensionPath, bin?.atomic ?? "out/server/main.js");
}
