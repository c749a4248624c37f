import { l10n, window } from "vscode";
import type { ThinkingLevel } from "../../server/protocol/model.ts";
import type { OpenChat } from "../open-chat.ts";
import { thinkingName } from "../panel/words.ts";
import { t } from "../texts.ts";
import { onChat } from "./run.ts";

/** What each level means, lowest first. */
function levelDetail(level: ThinkingLevel): string {
  const details: Record<ThinkingLevel, string> = {
    off: l10n.t("Answers at once"),
    minimal: l10n.t("A short thought"),
    low: l10n.t("Some thought"),
    medium: l10n.t("Balanced"),
    high: l10n.t("Thinks longer"),
    xhigh: l10n.t("Thinks much longer"),
    max: l10n.t("As long as the model can"),
  };
  return details[level] ?? "";
}

/** Lets the person choose among the levels that the current model has. */
export async function pickThinkingLevel(openChat: OpenChat): Promise<void> {
  const { thinkingLevel, thinkingLevels } = openChat.state;
  const items = thinkingLevels.map((level) => ({
    label: `${level === thinkingLevel ? "$(check) " : ""}${thinkingName(level, t)}`,
    description: levelDetail(level),
    level,
  }));
  const chosen = await window.showQuickPick(items, { title: l10n.t("Thinking level") });
  if (chosen) await openChat.chat.relay("set_thinking_level", { level: chosen.level });
}

export const thinkingLevel = onChat((openChat) => pickThinkingLevel(openChat));
