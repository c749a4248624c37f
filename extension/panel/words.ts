/** Words that the host's lists and the panel have in common. Pure; knows neither VS Code nor the DOM. */
import type { ThinkingLevel } from "../../server/protocol/model.ts";

const links = /!?\[([^\]\n]*)\]\([^)\n]*\)/g;
const fences = /^ {0,3}(?:`{3,}|~{3,})[^`\n]*$\n?/gm;
const code = /(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g;
const strong = /(\*\*|~~)(?=[^\s~])((?:[^\n]|\n(?!\s*\n))*?\S)\1/g;
const emphasis = /(?<![\p{L}\p{N}*])\*(?=[^\s*])((?:[^*\n]|\n(?!\s*\n))*?[^\s*])\*(?![\p{L}\p{N}*])/gu;
const starts = /^(?:#{1,6}| {0,3}(?:[-*+]|>)) /gm;

/** Markdown nearly as it reads on screen, for a search or for one line of a list: without the marks that are not drawn. */
export function withoutMarks(text: string): string {
  const unlinked = text.includes("](") ? text.replace(links, "$1") : text;
  const plain = /[*`~]/.test(unlinked)
    ? unlinked.replace(fences, "").replace(code, "$2").replace(strong, "$2").replace(emphasis, "$1")
    : unlinked;
  return plain.replace(starts, "");
}

/**
 * The word for a thinking level; one that is not known here stands for itself.
 * @param t translates: the host's or the panel's
 */
export function thinkingName(level: ThinkingLevel, t: (text: string) => string): string {
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
