/** Words that the host's lists and the panel have in common. Pure; knows neither VS Code nor the DOM. */
import type { ThinkingLevel } from "../../server/protocol/model.ts";

const fences = /^ {0,3}(?:`{3,}|~~~)[^`\n]*$\n?/gm;
const emphasis = /(?<![\p{L}\p{N}*])\*(?=[^\s*])((?:[^*\n]|\n(?!\s*\n))*?[^\s*])\*(?![\p{L}\p{N}*])/gu;
const starts = /^(?:#{1,6}| {0,3}(?:[-*+]|>)) /gm;

/**
 * Markdown nearly as it reads on screen, for a search or for one line of a list: without the marks that are not drawn.
 * Takes time in proportion to the text, whatever it holds: no mark is looked for twice in the same stretch.
 */
export function withoutMarks(text: string): string {
  let plain = text.includes("](") ? eachLine(text, withoutLinks) : text;
  if (/[*`~]/.test(plain)) {
    plain = plain.replace(fences, "");
    if (plain.includes("`")) plain = eachLine(plain, withoutCode);
    plain = plain
      .split(/(\n\s*\n)/)
      .map(withoutPairs)
      .join("")
      .replace(emphasis, "$1");
  }
  return plain.replace(starts, "");
}

function eachLine(text: string, change: (line: string) => string): string {
  return text.split("\n").map(change).join("\n");
}

/** `[text](target)` becomes its text, as does `![text](target)`. */
function withoutLinks(line: string): string {
  let words = "";
  let done = 0;
  let end = 0;
  for (let middle = line.indexOf("]("); middle >= 0; middle = line.indexOf("](", done)) {
    if (end < middle + 2) end = line.indexOf(")", middle);
    if (end < 0) break;
    const before = line.slice(done, middle);
    const start = before.indexOf("[", before.lastIndexOf("]") + 1);
    words += start < 0 ? `${before}]` : before.slice(0, start).replace(/!$/, "") + before.slice(start + 1);
    done = start < 0 ? middle + 1 : end + 1;
  }
  return words + line.slice(done);
}

/** Code in a line stands between two runs of the same number of backticks. */
function withoutCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length, twin: -1 }));
  const later = new Map<number, number>();
  for (const [index, run] of [...runs.entries()].reverse()) {
    run.twin = later.get(run.length) ?? -1;
    later.set(run.length, index);
  }
  let words = "";
  let done = 0;
  for (let index = 0; index < runs.length; index++) {
    const { at, length, twin } = runs[index] as (typeof runs)[number];
    const end = runs[twin];
    if (!end) continue;
    words += line.slice(done, at) + line.slice(at + length, end.at);
    done = end.at + length;
    index = twin;
  }
  return words + line.slice(done);
}

/** Takes `**` and `~~` off a paragraph where they are pairs around words. */
function withoutPairs(text: string): string {
  const openers = /(?:\*\*|~~)(?=[^\s~])/g;
  const closers = { "*": /(?<=\S)\*\*/g, "~": /(?<=\S)~~/g };
  const next = { "*": 0, "~": 0 };
  let words = "";
  let done = 0;
  for (let opener = openers.exec(text); opener; opener = openers.exec(text)) {
    const start = opener.index;
    const mark = text[start] as "*" | "~";
    if (next[mark] < start + 3) {
      closers[mark].lastIndex = start + 3;
      next[mark] = closers[mark].exec(text)?.index ?? Number.POSITIVE_INFINITY;
    }
    const end = next[mark];
    openers.lastIndex = start + 1;
    if (end === Number.POSITIVE_INFINITY) continue;
    words += text.slice(done, start) + text.slice(start + 2, end);
    done = end + 2;
    openers.lastIndex = done;
  }
  return words + text.slice(done);
}

/** Whether a refusal to compact says that there is too little for it: nothing has gone wrong then. */
export function isNothingToCompact(text: string): boolean {
  return /nothing to compact/i.test(text);
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
