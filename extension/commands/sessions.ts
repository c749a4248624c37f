import { l10n, type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from "vscode";
import { errorText } from "../broker/link.ts";
import type { Extension } from "../extension.ts";
import { ago } from "../format.ts";
import { withoutMarks } from "../panel/words.ts";
import { pickLabel } from "../plain-text.ts";
import {
  deleteSession,
  openSession,
  pinnedSessions,
  renameSession,
  revealSession,
  setPinned,
} from "../sessions/actions.ts";
import { groupSessions, titleOf, worthRows } from "../sessions/groups.ts";
import { liveStates } from "../sessions/live.ts";
import type { SessionSummary } from "../sessions/read-session.ts";
import { groupTitle, liveText, type SessionNode } from "../sessions/view.ts";
import { type CommandFactory, showError } from "./run.ts";

interface SessionItem extends QuickPickItem {
  session?: SessionSummary;
}

type Button = QuickInputButton & { act(extension: Extension, session: SessionSummary): Promise<unknown> };

const button = (icon: string, tooltip: string, act: Button["act"]): Button => ({
  iconPath: new ThemeIcon(icon),
  tooltip,
  act,
});

/** As in the view; those that leave the list as it was bring it back. */
const pin = button("pin", l10n.t("Pin"), (extension, { path }) => setPinned(extension, path, true));
const unpin = button("pinned", l10n.t("Unpin"), (extension, { path }) => setPinned(extension, path, false));
const rename = button("edit", l10n.t("Rename"), renameSession);
const inEditor = button("empty-window", l10n.t("Open in editor"), (extension, session) =>
  openSession(extension, session, "editor"),
);
const reveal = button("folder-opened", l10n.t("Reveal File"), (_extension, session) => revealSession(session));
const remove = button("trash", l10n.t("Delete"), deleteSession);
const comeBack: readonly QuickInputButton[] = [pin, unpin, rename, remove];

/** All sessions, those of this folder first: search, open, pin, rename, reveal, delete. */
export const sessions: CommandFactory = (extension) => () => guarded(extension, () => pickSession(extension));

/** Resolves when the pick is closed and what was chosen in it is done. */
async function pickSession(extension: Extension, typed = "", activePath?: string): Promise<void> {
  const box = window.createQuickPick<SessionItem>();
  box.title = l10n.t("Sessions");
  box.placeholder = l10n.t("Search by name or first message");
  box.value = typed;
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  box.busy = true;
  box.show();
  let chosen: Promise<unknown> | undefined;
  box.onDidAccept(() => {
    const session = box.selectedItems[0]?.session;
    box.hide();
    if (session) chosen = guarded(extension, () => openSession(extension, session));
  });
  box.onDidTriggerItemButton(({ button, item: { session } }) => {
    const { value } = box;
    box.hide();
    if (session) chosen = guarded(extension, () => press(extension, button as Button, session, value));
  });
  const closed = new Promise<void>((resolve) => {
    box.onDidHide(() => {
      box.dispose();
      resolve();
    });
  });
  const fill = (elsewhere: SessionSummary[]) => {
    box.items = items(extension, here, elsewhere);
    const active = box.items.find(({ session }) => session && session.path === activePath);
    if (active) box.activeItems = [active];
  };
  const here = await extension.sessions.ofFolder();
  fill([]);
  fill(await extension.sessions.elsewhere());
  box.busy = false;
  await closed;
  await chosen;
}

async function press(extension: Extension, pressed: Button, session: SessionSummary, typed: string): Promise<void> {
  await pressed.act(extension, session);
  if (comeBack.includes(pressed)) await pickSession(extension, typed, session.path);
}

function items(extension: Extension, here: SessionSummary[], elsewhere: SessionSummary[]): SessionItem[] {
  const live = liveStates(extension.chats);
  const pinned = pinnedSessions(extension);
  const row = (session: SessionSummary): SessionItem => {
    const state = live.get(session.path);
    const when = ago(Date.parse(session.modified), Date.now());
    return {
      label: pickLabel(titleOf(session)) || l10n.t("(no text)"),
      description: [state && state !== "open" ? liveText(state) : undefined, when].filter(Boolean).join(" · "),
      ...(session.name && session.firstMessage ? { detail: pickLabel(withoutMarks(session.firstMessage)) } : {}),
      buttons: [pinned.has(session.path) ? unpin : pin, rename, inEditor, reveal, remove],
      session,
    };
  };
  const own = groupSessions(worthRows(here), pinned, new Date()).flatMap((group) => [
    { label: groupTitle(group.id), kind: QuickPickItemKind.Separator },
    ...group.sessions.map(row),
  ]);
  const others = groupSessions(worthRows(elsewhere), new Set(), new Date()).flatMap((group) => group.sessions);
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
