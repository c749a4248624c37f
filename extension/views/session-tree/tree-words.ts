/** How entries of the session tree are drawn in VS Code's own tree and lists. */
import * as vscode from "vscode";
import type { TreeRow } from "../../panel/messages.ts";
import { oneLine } from "../plain.ts";
import { daysAgo, timeOfDay } from "../when.ts";
import type { TreeFilter } from "./tree-layout.ts";

const { l10n } = vscode;

const icons: Record<TreeRow["kind"], string> = {
  user: "circle-filled",
  assistant: "circle-small-filled",
  tool: "tools",
  compaction: "fold",
  branchSummary: "git-branch",
  change: "arrow-swap",
  label: "tag",
  custom: "json",
};

export function iconName(row: TreeRow, isCurrent: boolean): string {
  return isCurrent ? "target" : icons[row.kind];
}

/** Blue on the active path, as in the panel's tree; the place in the list says it too. */
export function iconOf(row: TreeRow, isCurrent: boolean): vscode.ThemeIcon {
  const color = row.onPath ? new vscode.ThemeColor("charts.blue") : undefined;
  return new vscode.ThemeIcon(iconName(row, isCurrent), color);
}

export function textOf(row: TreeRow): string {
  return oneLine(row.text) || kindText(row);
}

export function kindText(row: TreeRow): string {
  switch (row.kind) {
    case "user":
      return l10n.t("Your message");
    case "assistant":
      return l10n.t("Answer");
    case "tool":
      return l10n.t("Tool");
    case "compaction":
      return l10n.t("Compaction");
    case "branchSummary":
      return l10n.t("Branch summary");
    case "change":
      return l10n.t("Change");
    case "label":
      return l10n.t("Label");
    case "custom":
      return l10n.t("Entry");
  }
}

/** Beside the text: that it is the current place, its label, its time. */
export function besideText(row: TreeRow, isCurrent: boolean, now = Date.now()): string {
  const parts = [isCurrent ? l10n.t("current") : "", row.label ?? "", when(row.at, now)];
  return parts.filter(Boolean).join(" · ");
}

function when(at: number, now: number): string {
  if (at <= 0) return "";
  const time = timeOfDay(at, vscode.env.language);
  if (daysAgo(at, now) === 0) return time;
  const day = new Intl.DateTimeFormat(vscode.env.language, { day: "numeric", month: "short" }).format(at);
  return `${day}, ${time}`;
}

export function filterText(filter: TreeFilter): string {
  switch (filter) {
    case "messages":
      return l10n.t("Messages");
    case "tools":
      return l10n.t("With tools");
    case "labelled":
      return l10n.t("Labelled");
    case "all":
      return l10n.t("Everything");
  }
}
