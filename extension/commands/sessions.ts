import { l10n, type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from "vscode";
import { errorText } from "../broker/link.ts";
import type { Extension } from "../extension.ts";
import { ago } from "../format.ts";
import { pickLabel } from "../plain-text.ts";
import {
  deleteSession,
  openSession,
  pinnedSessions,
  renameSession,
  revealSession,
  setPinned,
} from "../sessions/actions.ts";
import { groupSessions, titleOf } from "../sessions/groups.ts";
import { liveStates } from "../sessions/live.ts";
import type { SessionSummary } from "../sessions/read-session.ts";
import { groupTitle, liveText, type SessionNode } from "../sessions/view.ts";
import { type CommandFactory, showError } from "./run.ts";

interface SessionItem extends QuickPickItem {
  session?: SessionSummary;
}

const rename: QuickInputButton = { iconPath: new ThemeIcon("edit"), tooltip: l10n.t("Rename") };
const remove: QuickInputButton = { iconPath: new ThemeIcon("trash"), tooltip: l10n.t("Delete") };
const inEditor: QuickInputButton = { iconPath: new ThemeIcon("empty-window"), tooltip: l10n.t("Open in editor") };

/** All sessions, those of this folder first: search, open, rename, delete. */
export const sessions: CommandFactory = (extension) => async () => {
  const box = window.createQuickPick<SessionItem>();
  box.title = l10n.t("Sessions");
  box.placeholder = l10n.t("Search by name or first message");
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  box.busy = true;
  box.show();
  box.onDidAccept(() => {
    const session = box.selectedItems[0]?.session;
    box.hide();
    if (session) void guarded(extension, () => openSession(extension, session));
  });
  box.onDidTriggerItemButton(({ button, item: { session } }) => {
    box.hide();
    if (session) void guarded(extension, () => press(extension, button, session));
  });
  box.onDidHide(() => box.dispose());
  const here = await extension.sessions.ofFolder();
  box.items = items(extension, here, []);
  box.items = items(extension, here, await extension.sessions.elsewhere());
  box.busy = false;
};

function press(extension: Extension, button: QuickInputButton, session: SessionSummary): Promise<void> {
  if (button === rename) return renameSession(extension, session);
  if (button === remove) return deleteSession(extension, session);
  return openSession(extension, session, "editor");
}

function items(extension: Extension, here: SessionSummary[], elsewhere: SessionSummary[]): SessionItem[] {
  const live = liveStates(extension.chats);
  const row = (session: SessionSummary): SessionItem => {
    const state = live.get(session.path);
    const when = ago(Date.parse(session.modified), Date.now());
    return {
      label: pickLabel(titleOf(session)) || l10n.t("(no text)"),
      description: [state && state !== "open" ? liveText(state) : undefined, when].filter(Boolean).join(" · "),
      ...(session.name && session.firstMessage ? { detail: pickLabel(session.firstMessage) } : {}),
      buttons: [rename, inEditor, remove],
      session,
    };
  };
  const worth = (list: SessionSummary[]) => list.filter((session) => session.messageCount !== 0 || session.name);
  const pinned = pinnedSessions(extension);
  const own = groupSessions(worth(here), pinned, new Date()).flatMap((group) => [
    { label: groupTitle(group.id), kind: QuickPickItemKind.Separator },
    ...group.sessions.map(row),
  ]);
  const others = groupSessions(worth(elsewhere), new Set(), new Date()).flatMap((group) => group.sessions);
  const separator = { label: l10n.t("Other folders"), kind: QuickPickItemKind.Separator };
  return others.length > 0 ? [...own, separator, ...others.map((one) => ({ ...row(one), detail: one.cwd }))] : own;
}

async function guarded(extension: Extension, task: () => Promise<unknown>): Promise<void> {
  await task().catch((error) => showError(extension, errorText(error)));
}

/** A command of the sessions view: called with the row it stands on. */
function onRow(act: (extension: Extension, session: SessionSummary) => Promise<unknown>): CommandFactory {
  return (extension) => (node) => {
    const session = (node as Extract<SessionNode, { kind: "session" }> | undefined)?.session;
    return session && guarded(extension, () => act(extension, session));
  };
}

export const sessionCommands = {
  openSession: onRow((extension, session) => openSession(extension, session)),
  openSessionInEditor: onRow((extension, session) => openSession(extension, session, "editor")),
  renameSessionRow: onRow(renameSession),
  deleteSession: onRow(deleteSession),
  pinSession: onRow((extension, session) => setPinned(extension, session.path, true)),
  unpinSession: onRow((extension, session) => setPinned(extension, session.path, false)),
  revealSession: onRow((_extension, session) => revealSession(session)),
} satisfies Record<string, CommandFactory>;

export const refreshSessions: CommandFactory = (extension) => () => extension.sessions.refresh();

/** Takes a session over that another window has open. */
export const takeOver: CommandFactory = (extension) => () =>
  guarded(extension, () => extension.chats.current.takeOver());
