/** A Markdown text, block by block: a block that has not changed keeps its elements while text streams. */
import { memo, useLayoutEffect, useMemo, useRef } from "react";
import { type Block, BlockList } from "./blocks.ts";
import { codeCard, updateCodeCard } from "./code-card.ts";
import { decorate } from "./decorate.ts";
import { type Env, markdown } from "./parser.ts";
import { sanitize } from "./sanitize.ts";

interface MarkdownProps {
  text: string;
  /** More of the text will come: what has half arrived is held back. */
  open?: boolean;
  /** The text this one is a segment of, for the link definitions in it. */
  whole?: string;
}

/** Blocks in one memoised group, so that a long text is compared by groups. */
const GROUP = 24;

export const Markdown = memo(function Markdown({ text, open = false, whole = text }: MarkdownProps) {
  const references = useReferences(whole);
  const list = useMemo(() => new BlockList(references), [references]);
  const blocks = list.update(text, open);
  const groups: Block[][] = [];
  for (let at = 0; at < blocks.length; at += GROUP) groups.push(blocks.slice(at, at + GROUP));
  return (
    <div className="markdown">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups are cut by place
        <BlockGroup key={index} blocks={group} />
      ))}
    </div>
  );
});

const definition = /^ {0,3}\[[^\]^][^\]]*\]:\s*\S.*$/gm;

/** The link definitions of a text; the same object as long as they are the same. */
function useReferences(text: string): Env["references"] {
  const definitions = text.includes("]:") ? (text.match(definition)?.join("\n") ?? "") : "";
  return useMemo(() => {
    if (definitions === "") return undefined;
    const env: Env = {};
    markdown.parse(definitions, env);
    return env.references;
  }, [definitions]);
}

const BlockGroup = memo(
  function BlockGroup({ blocks }: { blocks: readonly Block[] }) {
    return blocks.map((block) => <BlockView key={block.start} block={block} />);
  },
  (before, after) =>
    before.blocks.length === after.blocks.length &&
    before.blocks.every((block, index) => block === after.blocks[index]),
);

const BlockView = memo(function BlockView({ block }: { block: Block }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current as HTMLDivElement;
    if (block.fence) showFence(element, block.fence);
    else showHtml(element, block.html);
  }, [block]);
  return <div className="block" ref={box} />;
});

function showFence(box: HTMLElement, { language, text, closed }: NonNullable<Block["fence"]>): void {
  const plain = text.replace(/\n$/, "");
  const card = box.firstElementChild;
  if (card instanceof HTMLElement && card.classList.contains("code-card") && !(card.dataset.closed === "" && !closed))
    updateCodeCard(card, language, plain, closed);
  else box.replaceChildren(codeCard(language, plain, closed));
}

function showHtml(box: HTMLElement, html: string): void {
  const fragment = sanitize(html);
  decorate(fragment);
  if (!growText(box, fragment)) box.replaceChildren(fragment);
  if (box.querySelector(".math")) void import("./math.ts").then(({ renderMath }) => renderMath(box));
}

/** The common case while text streams: one paragraph whose last text got longer keeps its elements. */
function growText(box: HTMLElement, fragment: DocumentFragment): boolean {
  const [before, after] = [box.firstElementChild, fragment.firstElementChild];
  if (!before || !after || box.children.length !== 1 || fragment.children.length !== 1) return false;
  if (before.tagName !== after.tagName || before.childNodes.length !== after.childNodes.length) return false;
  const last = before.childNodes.length - 1;
  for (let index = 0; index < last; index += 1) {
    if (!before.childNodes[index]?.isEqualNode(after.childNodes[index] as Node)) return false;
  }
  const [old, fresh] = [before.lastChild, after.lastChild];
  if (!(old instanceof Text) || !(fresh instanceof Text) || !fresh.data.startsWith(old.data)) return false;
  if (fresh.length > old.length) old.appendData(fresh.data.slice(old.length));
  return true;
}
