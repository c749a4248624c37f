/** How a session is called and drawn. */
import path from "node:path";
import * as vscode from "vscode";
import { oneLine } from "../plain.ts";
import { dateAndTime, timeOfDay } from "../when.ts";
import type { SessionGroup } from "./groups.ts";
import type { SessionActivity, SessionRow } from "./session-row.ts";

const { l10n } = vscode;

/** The name, else the first message, else that there is neither. */
export function titleOf(row: SessionRow): string {
  return oneLine(row.name ?? row.firstMessage ?? "") || l10n.t("Untitled session");
}

export function headingText({ heading }: SessionGroup): string {
  const format = (options: Intl.DateTimeFormatOptions, at: number) =>
    new Intl.DateTimeFormat(vscode.env.language, options).format(at);
  switch (heading.kind) {
    case "pinned":
      return l10n.t("Pinned");
    case "elsewhere":
      return l10n.t("Other folders");
    case "month":
      return format({ month: "long", year: "numeric" }, heading.at);
    case "day":
      if (heading.daysAgo === 0) return l10n.t("Today");
      if (heading.daysAgo === 1) return l10n.t("Yesterday");
      return format({ weekday: "long", day: "numeric", month: "long" }, heading.at);
  }
}

/** What stands beside the title: what goes on there, the time, and the folder when it is another one. */
export function besideTitle(row: SessionRow, activity: SessionActivity, group: SessionGroup): string {
  const isDay = group.heading.kind === "day";
  const time = isDay ? timeOfDay(row.modified, vscode.env.language) : dateAndTime(row.modified, vscode.env.language);
  const folder = group.heading.kind === "elsewhere" ? path.basename(row.cwd) : "";
  return [activityText(activity), folder, time].filter(Boolean).join(" · ");
}

export function activityText(activity: SessionActivity): string {
  switch (activity) {
    case "running":
      return l10n.t("running");
    case "waiting":
      return l10n.t("waiting for you");
    case "done":
      return l10n.t("done");
    case "open":
      return l10n.t("open");
    case undefined:
      return "";
  }
}

/** Colour is never the only sign: each state has an icon of its own and its word beside the title. */
export function iconOf(row: SessionRow, activity: SessionActivity): vscode.ThemeIcon {
  switch (activity) {
    case "running":
      return new vscode.ThemeIcon("loading~spin");
    case "waiting":
      return new vscode.ThemeIcon("question", new vscode.ThemeColor("notificationsWarningIcon.foreground"));
    case "done":
      return new vscode.ThemeIcon("check");
    case "open":
      return new vscode.ThemeIcon("circle-filled");
    case undefined:
      return new vscode.ThemeIcon(row.parentSession ? "repo-forked" : "comment");
  }
}

export function tooltipOf(row: SessionRow): string {
  const locale = vscode.env.language;
  return [
    titleOf(row),
    ...(row.name && row.firstMessage ? [oneLine(row.firstMessage)] : []),
    "",
    l10n.t("Folder: {0}", row.cwd || "—"),
    l10n.t("Begun: {0}", dateAndTime(row.created, locale)),
    l10n.t("Last message: {0}", dateAndTime(row.modified, locale)),
    row.path,
  ].join("\n");
}
