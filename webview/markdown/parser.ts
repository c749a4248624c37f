/** The one Markdown parser of the panel: no HTML, links checked, math and footnotes as tokens. Pure, no DOM. */
import { footnote } from "@mdit/plugin-footnote";
import { tasklist } from "@mdit/plugin-tasklist";
import { tex } from "@mdit/plugin-tex";
import MarkdownIt from "markdown-it";
import { alerts } from "./alerts.ts";
import { linkPaths } from "./paths.ts";

export type Token = ReturnType<MarkdownIt["parse"]>[number];
/** Link definitions of the whole text, so that each block can be parsed alone. */
export interface Env {
  references?: Record<string, unknown>;
  footnotes?: unknown;
}

const hidden = /^(javascript|data|vbscript|command|vscode|blob|about):/i;
const inlineImage = /^data:image\/(gif|png|jpeg|webp);base64,/i;

/** Links that run something are no links. All others are shown, and the host decides what opens. */
export function isLink(href: string): boolean {
  const plain = href.trim();
  return inlineImage.test(plain) || !hidden.test(plain.replace(/[\s\p{Cc}]/gu, ""));
}

export const markdown = create();

function create(): MarkdownIt {
  const md = new MarkdownIt({ html: false, linkify: true, breaks: false });
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  md.validateLink = isLink;
  md.use(tasklist, { label: false })
    .use(footnote)
    .use(tex, { delimiters: "all", render: () => "" });
  closeStrongAnywhere(md);
  md.core.ruler.push("alerts", alerts);
  md.core.ruler.push("paths", linkPaths);
  const { rules, renderToken } = md.renderer;
  rules.math_inline = (tokens, index) => inlineMath(md, tokens, index);
  rules.math_block = (tokens, index) => `<pre class="math">${escapeText(md, tokens[index]?.content ?? "")}</pre>\n`;
  rules.fence = (tokens, index) => fence(md, tokens[index]);
  rules.code_block = (tokens, index) => fence(md, tokens[index]);
  rules.image = (tokens, index, options, env, self) =>
    image(md, tokens[index], self.renderInlineAsText(tokens[index]?.children ?? [], options, env));
  rules.alert_title = (tokens, index) => `<p class="alert-title">${escapeText(md, tokens[index]?.content ?? "")}</p>\n`;
  rules.footnote_anchor = () => "";
  rules.footnote_ref = (tokens, index) => `<sup class="footnote-ref">${number(tokens[index])}</sup>`;
  rules.footnote_block_open = () => `<section class="footnotes"><ol>\n`;
  rules.footnote_block_close = () => `</ol></section>\n`;
  rules.footnote_open = () => `<li class="footnote">`;
  rules.table_open = (tokens, index, options, _env, self) =>
    `<div class="table-frame">${renderToken.call(self, tokens, index, options)}`;
  rules.th_open = rules.td_open = (tokens, index) => cell(tokens[index]);
  rules.table_close = (tokens, index, options, _env, self) => `${renderToken.call(self, tokens, index, options)}</div>`;
  return md;
}

/** The page's policy refuses style attributes: the alignment of a cell is data. */
function cell(token: Token | undefined): string {
  const align = /text-align:(\w+)/.exec(String(token?.attrGet("style") ?? ""))?.[1];
  return align === undefined ? `<${token?.tag}>` : `<${token?.tag} data-align="${align}">`;
}

function escapeText(md: MarkdownIt, text: string): string {
  return md.utils.escapeHtml(text);
}

function number(token: Token | undefined): number {
  return ((token?.meta as { id?: number } | null)?.id ?? 0) + 1;
}

function fence(md: MarkdownIt, token: Token | undefined): string {
  const language = token?.info.trim().split(/\s+/, 1)[0] ?? "";
  return `<pre data-language="${escapeText(md, language)}"><code>${escapeText(md, token?.content ?? "")}</code></pre>\n`;
}

/** Nothing is fetched: an image of the network is a link to it, one that the text holds is shown. */
function image(md: MarkdownIt, token: Token | undefined, alt: string): string {
  const source = String(token?.attrGet("src") ?? "");
  if (inlineImage.test(source)) return `<img src="${escapeText(md, source)}" alt="${escapeText(md, alt)}">`;
  return `<a href="${escapeText(md, source)}" class="image-link">${escapeText(md, alt || source)}</a>`;
}

/** `$5 to $6` and `$HOME/bin:$PATH` are no formulas: text between dollars must look like one. */
function inlineMath(md: MarkdownIt, tokens: readonly Token[], index: number): string {
  const token = tokens[index];
  const content = token?.content ?? "";
  const next = tokens[index + 1]?.content ?? "";
  const isMath = token?.markup !== "$" || (looksLikeMath(content) && !/^[\p{L}\p{N}]/u.test(next));
  return isMath ? `<code class="math">${escapeText(md, content)}</code>` : escapeText(md, `$${content}$`);
}

function looksLikeMath(content: string): boolean {
  if (/^[\d.,\s%–-]*$/.test(content) || /\s(and|or|to|the|is|per)\s/.test(content)) return false;
  return (
    /[\\^_{}=<>+*/|]/.test(content) || /^\p{L}'*(\s*[,-]\s*\p{L}'*)*$/u.test(content) || /^\d*\p{L}\(?/u.test(content)
  );
}

/**
 * A closing `**` after punctuation closes even when a letter follows (`**“인용”**은`): the rule of
 * CommonMark there is made for words with spaces between them.
 */
function closeStrongAnywhere(md: MarkdownIt): void {
  const Base = md.inline.State;
  class State extends Base {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      if (this.src[start] !== "*" || scanned.length !== 2) return scanned;
      const before = start > 0 ? (this.src[start - 1] as string) : " ";
      const after = this.src[start + 2] ?? " ";
      return {
        ...scanned,
        can_open: scanned.can_open || /\S/.test(after),
        can_close: scanned.can_close || /\S/.test(before),
      };
    }
  }
  md.inline.State = State;
}
