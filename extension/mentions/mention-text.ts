/** How a mention stands in a message: `@src/a.ts`, `@src/a.ts:10-20`, `@"with spaces.md"`, `@problems`. */

export interface LineRange {
  /** 1 is the first line; both ends belong to it. */
  start: number;
  end: number;
}

export interface Mention {
  /** A path as written, or one of the words `selection`, `problems`, `terminal`. */
  name: string;
  range?: LineRange;
}

/** What is inserted after `@` for a path. */
export function insertOf(path: string, range?: LineRange): string {
  const lines = range ? `:${rangeText(range)}` : "";
  return `${/[\s"]/.test(path) ? `"${path.replaceAll('"', '\\"')}"` : path}${lines}`;
}

export function rangeText({ start, end }: LineRange): string {
  return start === end ? String(start) : `${start}-${end}`;
}

/** Splits what someone types after `@` into the text to search for and the lines wanted of it. */
export function splitRange(text: string): Mention {
  const found = /^(.+?):(\d+)(?:[-–](\d+)?)?$/s.exec(text);
  if (!found) return { name: text };
  const start = Math.max(1, Number(found[2]));
  return { name: found[1] ?? "", range: { start, end: Math.max(start, Number(found[3] ?? start)) } };
}

/** Every mention of a message, in order, each once. Which of them name something that exists is for the caller to find out. */
export function mentionsIn(text: string): Mention[] {
  const found = new Map<string, Mention>();
  for (const [, quoted, lines, plain] of text.matchAll(
    /(?<![^\s([{])@(?:"((?:[^"\\]|\\.)+)"(:\d+(?:-\d+)?)?|([^\s"]+))/g,
  )) {
    const name = quoted?.replace(/\\(.)/g, "$1") ?? (plain ?? "").replace(/[.,;:!?)\]}'"]+$/, "");
    const mention = splitRange(`${name}${lines ?? ""}`);
    if (mention.name !== "") found.set(insertOf(mention.name, mention.range), mention);
  }
  return [...found.values()];
}
