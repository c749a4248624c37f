import { l10n } from "vscode";
import type { OpenChat } from "../open-chat.ts";
import { pickOne } from "./pick.ts";
import { onChat } from "./run.ts";

/** Empties the queue; the texts return to the composer. */
export const clearQueue = onChat((openChat) => openChat.chat.prompting.takeBack());

export const steeringMode = onChat((openChat) => pickMode(openChat, "steering"));
export const followUpMode = onChat((openChat) => pickMode(openChat, "followUp"));

async function pickMode({ chat }: OpenChat, kind: "steering" | "followUp"): Promise<void> {
  const steering = kind === "steering";
  const title = steering ? l10n.t("Steering mode") : l10n.t("Follow-up mode");
  const current = steering ? chat.state.steeringMode : chat.state.followUpMode;
  const mode = await pickOne(title, current, [
    {
      value: "one-at-a-time",
      label: l10n.t("One at a time"),
      detail: steering ? l10n.t("One message after each turn") : l10n.t("One message each time the agent is done"),
    },
    {
      value: "all",
      label: l10n.t("All at once"),
      detail: steering ? l10n.t("All messages after the turn") : l10n.t("All messages when the agent is done"),
    },
  ]);
  if (mode) await chat.relay(steering ? "set_steering_mode" : "set_follow_up_mode", { mode });
}
