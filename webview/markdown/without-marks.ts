/** Markdown as words: for a search, and where there is one line for it. Pure. */

const inline = /\*\*|~~|`+|(?<![\p{L}\p{N}])\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}])/gu;
const links = /!?\[([^\]\n]*)\]\([^)\n]*\)/g;
const starts = /^(?:#{1,6}| {0,3}(?:[-*+]|>)) /gm;

/** Markdown nearly as it reads on screen: without the marks that are not drawn. */
export function withoutMarks(text: string): string {
  const unlinked = text.includes("](") ? text.replace(links, "$1") : text;
  const plain = /[*`~]/.test(unlinked) ? unlinked.replace(inline, "") : unlinked;
  return plain.replace(starts, "");
}
