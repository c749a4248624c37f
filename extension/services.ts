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

export interface Services extends ChatServices {
  drafts: DraftFiles;
}

/** What every chat is given: how to find its server, where drafts are kept, where lines are logged. */
export function chatServices(
  context: ExtensionContext,
  log: LogOutputChannel,
  mentions: Mentions,
  locks: SessionLocks,
): Services {
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const knownVersions = new Map<string, string>();
  let shellPath: Promise<string | undefined> | undefined;
  return {
    async plan(folder, sessionFile) {
      shellPath ??= loginShellPath();
      const [foundPath, keys] = await Promise.all([shellPath, storedKeys(context.secrets)]);
      return launchPlan({
        settings: serverSettings(),
        bundledEntry: bundledEntry(context),
        folder,
        trusted: workspace.isTrusted,
        sessionFile,
        shellPath: foundPath,
        keys,
        own: { execPath: process.execPath, version: process.versions.node, env: process.env },
        knownVersions,
      });
    },
    async prepare(text, folder) {
      if (!(await saveBeforePrompt(folder, unsavedFiles()))) return undefined;
      return mentions.expand(text, folder);
    },
    locks,
    changeStore: new ChangeStore(path.join(storage, "changes")),
    approval: () => serverSettings().approval,
    drafts: new DraftFiles(path.join(storage, "drafts"), (text) => log.warn(text)),
    log: (text) => log.info(text),
    stderr: (text) => log.append(text),
  };
}

/** The server that comes with the extension: package.json names it as its program. */
function bundledEntry(context: ExtensionContext): string {
  const { bin } = context.extension.packageJSON as { bin?: { atomic?: string } };
  return path.join(context.extensionPath, bin?.atomic ?? "out/server/main.js");
}
