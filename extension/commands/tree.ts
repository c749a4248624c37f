import { commands, env, l10n, type QuickPickItem, window } from "vscode";
import type { Chat } from "../broker/chat.ts";
import { textOf, treeRows } from "../broker/tree.ts";
import type { Extension } from "../extension.ts";
import type { OpenChat } from "../open-chat.ts";
import type { TreeRow } from "../panel/messages.ts";
import { pickLabel } from "../plain-text.ts";
import { showText } from "../shown-text.ts";
import { TREE_VIEW } from "../view-ids.ts";
import type { TreeFilter, TreeNode } from "../views/tree-model.ts";
import { focusChat } from "./chat.ts";
import { pickOne } from "./pick.ts";
import { type CommandFactory, onChat } from "./run.ts";
import { saidNo } from "./session.ts";

const WHOLE = 1_000_000;
/** Rows that a quick pick still searches without a pause. */
const MAX_PICKS = 10_000;

/** The tree in the panel, where one is looked at; the native view is one of the side bar's. */
export const sessionTree: CommandFactory = (extension) => async () => {
  await focusChat(extension)();
  extension.chats.current.chat.emit({ kind: "focus", target: "tree" });
};

export const showTreeView: CommandFactory = () => () => commands.executeCommand(`${TREE_VIEW}.focus`);

/** A command on the row of an entry; without one the person picks it. */
function onEntry(act: (row: TreeRow, openChat: OpenChat, extension: Extension) => unknown): CommandFactory {
  return onChat(async (openChat, extension, node) => {
    const row = rowOf(node) ?? (await pickEntry(openChat.chat));
    if (row) await act(row, openChat, extension);
  });
}

function rowOf(node: unknown): TreeRow | undefined {
  const entry = node as TreeNode | undefined;
  return entry?.kind === "entry" ? entry.row : undefined;
}

/** Searches all entries of the session, newest first. */
async function pickEntry(chat: Chat): Promise<TreeRow | undefined> {
  const { entries } = chat.sync;
  const rows = treeRows(entries.all, entries.path).filter((row) => row.text && row.kind !== "change");
  const newest = rows.toReversed().slice(0, MAX_PICKS);
  const items: (QuickPickItem & { row: TreeRow })[] = newest.map((row) => ({
    label: pickLabel(row.text),
    description: [row.label && pickLabel(row.label), row.onPath ? undefined : l10n.t("other branch")]
      .filter(Boolean)
      .join(" · "),
    row,
  }));
  const title = l10n.t("Search the session tree");
  return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.row;
}

/** Goes to a point of the session: in place where the server can, else by a fork from a message of the person. */
export const treeGoTo = onEntry(async (row, { chat }, extension) => {
  if (!chat.state.extras.includes("navigate_tree")) return forkFrom(chat, row);
  const summarize = await pickOne(l10n.t("Go to this point"), undefined, [
    { value: "plain", label: l10n.t("Go here") },
    { value: "summarize", label: l10n.t("Go here, summarise the branch I leave") },
  ]);
  if (!summarize) return;
  const options = summarize === "summarize" ? { options: { summarize: true } } : {};
  const { cancelled } = await chat.relay("navigate_tree", { targetId: row.id, ...options });
  if (cancelled) chat.notice("warning", saidNo(), true);
  // Its text is in the composer, to be sent anew.
  else if (row.kind === "user") await focusChat(extension)();
});

export const treeFork = onEntry((row, { chat }) => forkFrom(chat, row));

async function forkFrom(chat: Chat, row: TreeRow): Promise<void> {
  if (row.kind !== "user") throw new Error(l10n.t("This agent goes back to your own messages only."));
  const { cancelled } = await chat.replaceSession("fork", { entryId: row.id });
  if (cancelled) chat.notice("warning", saidNo(), true);
}

/** A session of its own with everything up to this point. */
export const treeClone = onEntry(async (row, { chat }) => {
  if (row.id !== chat.sync.entries.leafId) {
    const { cancelled } = await chat.relay("navigate_tree", { targetId: row.id });
    if (cancelled) return chat.notice("warning", saidNo(), true);
  }
  const { cancelled } = await chat.replaceSession("clone", {});
  if (cancelled) chat.notice("warning", saidNo(), true);
});

/** Sets, changes or (by an empty text) removes a label. */
export const treeLabel = onEntry(async (row, { chat }) => {
  const label = await window.showInputBox({ title: l10n.t("Label"), value: row.label ?? "", placeHolder: row.text });
  if (label !== undefined)
    await chat.relay("set_label", { targetId: row.id, ...(label.trim() ? { label: label.trim() } : {}) });
});

export const treeCopy = onEntry((row, { chat }) => env.clipboard.writeText(wholeText(chat, row)));

/** The whole text of an entry in an editor. */
export const treePreview = onEntry((row, { chat }) => showText(row.text, wholeText(chat, row), "markdown", true));

function wholeText(chat: Chat, row: TreeRow): string {
  const entry = chat.sync.entries.get(row.id);
  return entry ? textOf(entry, WHOLE) : row.text;
}

export const treeSearch = onChat(async (openChat) => {
  const row = await pickEntry(openChat.chat);
  if (row) await commands.executeCommand("atomic.treePreview", { kind: "entry", row, current: false });
});

export const treeFilter: CommandFactory = (extension) => async () => {
  const filter = await pickOne<TreeFilter>(l10n.t("Show in the session tree"), extension.tree.filter, [
    { value: "messages", label: l10n.t("Messages") },
    { value: "tools", label: l10n.t("Messages and tools") },
    { value: "labelled", label: l10n.t("Labelled") },
    { value: "all", label: l10n.t("Everything") },
  ]);
  if (filter) extension.tree.filter = filter;
};

export const treeShowOlder: CommandFactory = (extension) => (node) => {
  const older = node as TreeNode | undefined;
  if (older?.kind === "older") extension.tree.showOlder(older.line);
};
