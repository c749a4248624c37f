import { l10n, type QuickPickItem, window } from "vscode";
import type { SessionEntry } from "../../server/protocol/entry.ts";
import { contentText } from "../broker/tree.ts";
import { ago } from "../format.ts";
import { withoutMarks } from "../panel/words.ts";
import { pickLabel } from "../plain-text.ts";
import { onChat } from "./run.ts";
import { saidNo } from "./session.ts";

interface ForkItem extends QuickPickItem {
  entryId: string;
}

/** Lets the person choose one of their messages and goes on from before it in a session of its own. */
export const fork = onChat(async ({ chat }) => {
  const items = forkItems(chat.sync.entries.path, Date.now());
  if (items.length === 0) {
    await window.showInformationMessage(l10n.t("There is no message to fork from yet."));
    return;
  }
  const chosen = await window.showQuickPick(items, {
    title: l10n.t("Fork from a message"),
    placeHolder: l10n.t("The session as it is stays. The text lands in the composer."),
    matchOnDetail: true,
  });
  if (!chosen) return;
  const { cancelled } = await chat.replaceSession("fork", { entryId: chosen.entryId });
  if (cancelled) chat.notice("warning", saidNo(), true);
});

/** The user messages of the active branch, newest first, each with its place and time. */
export function forkItems(path: readonly SessionEntry[], now: number): ForkItem[] {
  const items: ForkItem[] = [];
  for (const entry of path) {
    if (entry.type !== "message" || entry.message?.role !== "user") continue;
    const text = withoutMarks(contentText(entry.message.content)).trim();
    const [first = "", ...rest] = text.split("\n");
    items.push({
      label: pickLabel(first) || l10n.t("(images only)"),
      description: `#${items.length + 1} · ${ago(entry.message.timestamp ?? Date.parse(entry.timestamp), now)}`,
      ...(rest.length > 0 ? { detail: pickLabel(rest.join(" ")) } : {}),
      entryId: entry.id,
    });
  }
  return items.reverse();
}
