/** Thinking levels in words, the same as in the panel. */
import type { ThinkingLevel } from "../server/protocol/model.ts";
import { t } from "./texts.ts";

/** The word for a level; one that is not known here stands for itself. */
export function thinkingName(level: ThinkingLevel): string {
  const names: Record<ThinkingLevel, string> = {
    off: t("Off"),
    minimal: t("Minimal"),
    low: t("Low"),
    medium: t("Medium"),
    high: t("High"),
    xhigh: t("Extra high"),
    max: t("Maximum"),
  };
  return names[level] ?? level;
}
