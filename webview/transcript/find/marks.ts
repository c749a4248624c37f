/** Marks what was found in the lines that are drawn. The page's elements stay as they are. */

const blocks =
  "p, li, td, th, pre, h1, h2, h3, h4, h5, h6, .row, .diff-line, .bubble-text, .card-header, .data-leaf, .kept-text > *";
const skipped =
  ".visually-hidden, .foot, .row-meta, .card-meta, .find-count, .diff-number, .diff-sign, [aria-hidden=true]";

interface Piece {
  node: Text;
  start: number;
}

/** The matches in an element, in the order they read. A match may run through several elements of one block. */
export function rangesIn(element: Element, expression: RegExp): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(skipped) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const pieces: Piece[] = [];
  let text = "";
  let block: Element | null = null;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const own: Element | null = node.parentElement?.closest(blocks) ?? null;
    if (own !== block) text += "\n";
    block = own;
    pieces.push({ node, start: text.length });
    text += node.data;
  }
  const ranges: Range[] = [];
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    if (match[0] === "") expression.lastIndex += 1;
    else ranges.push(rangeOf(pieces, match.index, match.index + match[0].length));
  }
  return ranges;
}

function rangeOf(pieces: readonly Piece[], from: number, to: number): Range {
  const range = new Range();
  const [start, startAt] = placeOf(pieces, from);
  const [end, endAt] = placeOf(pieces, to - 1);
  range.setStart(start, startAt);
  range.setEnd(end, endAt + 1);
  return range;
}

function placeOf(pieces: readonly Piece[], at: number): [Text, number] {
  const piece = pieces.findLast(({ start }) => start <= at) as Piece;
  return [piece.node, Math.min(piece.node.length - 1, at - piece.start)];
}

/** Colours these ranges, and the current one. */
export function paint(others: readonly Range[], current: Range | null): void {
  CSS.highlights.set("find", new Highlight(...others));
  if (current) CSS.highlights.set("find-current", new Highlight(current));
  else CSS.highlights.delete("find-current");
}

export function unpaint(): void {
  CSS.highlights.delete("find");
  CSS.highlights.delete("find-current");
}
