/**
 * A Markdown text as a list of top-level blocks, kept up to date while the text grows: what is closed
 * stays the same object, and only the last two blocks are parsed again. Pure, no DOM.
 */
import { holdBack } from "./hold-back.ts";
import { type Env, markdown, type Token } from "./parser.ts";

export interface Block {
  /** Where its source begins in the text; unique in the list, and stable. */
  start: number;
  end: number;
  /** Unsanitised; empty for fences. */
  html: string;
  fence?: { language: string; text: string; closed: boolean };
}

/** An open paragraph that is longer than this is not parsed on each delta. */
const MAX_OPEN_PARAGRAPH = 20_000;

export class BlockList {
  #text = "";
  #blocks: Block[] = [];
  readonly #references: Env["references"];

  constructor(references?: Env["references"]) {
    this.#references = references;
  }

  /** The blocks of `text`. Cheap when `text` continues the one before. `open`: more of it will come. */
  update(text: string, open: boolean): readonly Block[] {
    const grows = text.length >= this.#text.length && text.startsWith(this.#text);
    // Footnotes are numbered through the whole text.
    const whole = !grows || text.includes("[^");
    const from = whole ? 0 : (this.#blocks.at(-2)?.start ?? 0);
    const kept = whole ? [] : this.#blocks.filter((block) => block.start < from);
    const before = new Map(this.#blocks.map((block) => [block.start, block]));
    const fresh = parseBlocks(text, from, open, this.#references);
    this.#text = text;
    this.#blocks = [...kept, ...fresh.map((block) => reuse(before.get(block.start), block))];
    return this.#blocks;
  }
}

function reuse(before: Block | undefined, block: Block): Block {
  if (!before || before.html !== block.html || before.end !== block.end) return block;
  const a = before.fence;
  const b = block.fence;
  return a?.text === b?.text && a?.closed === b?.closed && a?.language === b?.language ? before : block;
}

function parseBlocks(text: string, from: number, open: boolean, references: Env["references"]): Block[] {
  const source = text.slice(from);
  const env: Env = references ? { references } : {};
  if (open && source.length > MAX_OPEN_PARAGRAPH && !source.includes("\n")) return [plainBlock(source, from)];
  const tokens = markdown.parse(source, env);
  const lines = lineStarts(source);
  const groups = topLevel(tokens);
  let nextLine = 0;
  return groups.map((group, index) => {
    const last = index === groups.length - 1;
    const [first] = group as [Token];
    // Not where its token begins: some leave their first line out.
    const start = startOfText(source, lines[nextLine] ?? source.length);
    nextLine = Math.max(nextLine, first.map?.[1] ?? lines.length);
    const end = last ? source.length : (lines[nextLine] ?? source.length);
    const place = { start: from + start, end: from + end };
    if (group.length === 1 && (first.type === "fence" || first.type === "code_block")) {
      return { ...place, html: "", fence: fenceOf(first, source.slice(start, end)) };
    }
    const held = open && last ? holdBack(source.slice(start)) : null;
    const shown = held === null ? group : markdown.parse(held, references ? { references } : {});
    return { ...place, html: markdown.renderer.render(shown, markdown.options, env) };
  });
}

function plainBlock(source: string, from: number): Block {
  return { start: from, end: from + source.length, html: `<p>${markdown.utils.escapeHtml(source)}</p>` };
}

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The start of the first line from `at` on that is not blank. */
function startOfText(source: string, at: number): number {
  const blank = /^(?:[^\S\n]*\n)*/.exec(source.slice(at))?.[0] ?? "";
  return at + blank.length;
}

/** Cuts the flat list of tokens where a top-level block begins. */
function topLevel(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0) groups.push([]);
    groups.at(-1)?.push(token);
    depth += token.nesting;
  }
  // Two blank lines after a table come out as a paragraph without text.
  return groups.filter(([open, inline]) => open?.type !== "paragraph_open" || inline?.content.trim() !== "");
}

function fenceOf(token: Token, source: string): NonNullable<Block["fence"]> {
  const language = token.info.trim().split(/\s+/, 1)[0] ?? "";
  return { language, text: token.content, closed: token.type === "code_block" || isClosed(token, source) };
}

/** The last line of a closed fence is its marker again, at least as long. */
function isClosed(token: Token, source: string): boolean {
  const lines = source.trimEnd().split("\n");
  const last = (lines.at(-1) ?? "").trim();
  const [char = "`"] = token.markup;
  return lines.length > 1 && last.length >= token.markup.length && last.replaceAll(char, "") === "";
}
