/**
 * The fork picker: the user's messages of the active branch, newest first, with time and position.
 *
 * Wiring: the command and action `fork` asks the server for `get_fork_messages`, calls
 * `pickForkPoint(forkPoints(messages, chat.sync.entries.path))` and then `replaceSession("fork", { entryId })`, which
 * puts the text into the composer; `cancelled` is said with `forkRefused()`.
 */
import * as vscode from "vscode";
import type { ForkPoint } from "./fork-points.ts";
import { pickLabel } from "./plain.ts";
import { ago } from "./when.ts";

const { l10n } = vscode;

/** Undefined: the person changed their mind, or there is nothing to fork from, which is said. */
export async function pickForkPoint(points: readonly ForkPoint[], now = Date.now()): Promise<ForkPoint | undefined> {
  if (points.length === 0) {
    void vscode.window.showInformationMessage(l10n.t("There is no message to fork from yet."));
    return undefined;
  }
  const items = points.map((point) => {
    const place = l10n.t("{0} of {1}", point.position, points.length);
    const time = point.at === undefined ? "" : ago(point.at, now, vscode.env.language);
    return {
      label: pickLabel(point.text) || l10n.t("Message without text"),
      description: [time, place].filter(Boolean).join(" · "),
      iconPath: new vscode.ThemeIcon("repo-forked"),
      point,
    };
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t("Fork from a message"),
    placeHolder: l10n.t("Its text comes back to the composer, this session stays as it is."),
    matchOnDescription: true,
  });
  return picked?.point;
}

/** An agent extension said no. */
export function forkRefused(): void {
  void vscode.window.showWarningMessage(l10n.t("An agent extension said no: nothing was forked."));
}
