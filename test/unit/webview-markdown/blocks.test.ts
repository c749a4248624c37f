/** Markdown in blocks: the same whatever the chunking, and closed blocks are never made anew. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Block, BlockList } from "../../../webview/markdown/blocks.ts";
import { holdBack } from "../../../webview/markdown/hold-back.ts";
import { canSegment, Segmenter, segmentsOf } from "../../../webview/markdown/segments.ts";

const pieces = [
  "# Heading\n",
  "Plain words with `code`, **strong** and *soft* text.\n",
  "\n",
  "\n\n",
  "- item\n",
  "- item\n  - nested\n\n    continued\n",
  "1. one\n\n   ```js\n   let a = 1;\n   ```\n\n   after the fence\n2. two\n",
  "```ts\nconst a = `x`;\n\nb();\n```\n",
  "````md\n```\ninner\n```\n````\n",
  "~~~\ntilde\n~~~\n",
  "> quote\n> more\n",
  "> [!NOTE]\n> careful\n",
  "| a | b |\n|---|--:|\n| 1 | `2` |\n",
  "---\n",
  "Setext\n===\n",
  "[link](https://example.com) and src/app.ts:12\n",
  "$$\nx^2\n$$\n",
  "- [ ] open\n- [x] done\n",
  "<final>answer</final>\n",
  "    indented code\n",
];
const document = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 25 }).map((parts) => parts.join(""));

function htmlOf(blocks: readonly Block[]): string {
  return blocks
    .map(({ html, fence }) => (fence ? `<fence ${fence.language} ${fence.closed}>${fence.text}` : html))
    .join("")
    .replace(/ id="task-item-\d+"/g, "");
}

function whole(text: string): string {
  return htmlOf(new BlockList().update(text, false));
}

describe("blocks", () => {
  it("of a text that grew are those of the whole text", () => {
    fc.assert(
      fc.property(document, fc.array(fc.nat(), { maxLength: 30 }), (text, places) => {
        const list = new BlockList();
        const ends = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b);
        for (const end of ends) list.update(text.slice(0, end), true);
        expect(htmlOf(list.update(text, false))).toBe(whole(text));
      }),
      { numRuns: 400 },
    );
  });

  it("that are closed stay the same objects", () => {
    fc.assert(
      fc.property(document, (text) => {
        const list = new BlockList();
        let before: readonly Block[] = [];
        for (let end = 1; end <= text.length; end += 7) {
          const now = list.update(text.slice(0, end), true);
          for (const block of before.slice(0, -2)) expect(now).toContain(block);
          before = now;
        }
      }),
      { numRuns: 60 },
    );
  });

  it("have starts of their own, in order", () => {
    fc.assert(
      fc.property(document, (text) => {
        const starts = new BlockList().update(text, false).map(({ start }) => start);
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
      }),
    );
  });

  it("take another text in place of the first", () => {
    const list = new BlockList();
    list.update("# One\n\ntwo", true);
    expect(htmlOf(list.update("three", false))).toBe(whole("three"));
  });

  it("know a fence that is open from one that is closed", () => {
    const fence = (text: string) => new BlockList().update(text, true)[0]?.fence;
    expect(fence("```ts\na")).toEqual({ language: "ts", text: "a", closed: false });
    expect(fence("```ts\na\n```")).toEqual({ language: "ts", text: "a\n", closed: true });
    expect(fence("````md\n```\na\n```\n")).toMatchObject({ closed: false });
    expect(fence("```")).toMatchObject({ closed: false, text: "" });
  });
});

describe("segments", () => {
  const long = fc.array(document, { minLength: 25, maxLength: 30 }).map((parts) => parts.join("\n\n"));

  it("drawn apart are the text drawn whole", () => {
    fc.assert(
      fc.property(long, (text) => {
        const starts = segmentsOf(text);
        const parts = starts.map((start, index) => whole(text.slice(start, starts[index + 1])));
        expect(parts.join("")).toBe(whole(text));
      }),
      { numRuns: 30 },
    );
  });

  it("of a growing text never change once they have ended", () => {
    fc.assert(
      fc.property(long, fc.nat({ max: 400 }), (text, step) => {
        const segmenter = new Segmenter();
        let before: readonly number[] = [];
        for (let end = 0; end <= text.length; end += step + 50) {
          const now = segmenter.update(text.slice(0, end));
          expect(now.slice(0, before.length)).toEqual(before);
          before = now;
        }
        expect(segmenter.update(text)).toEqual(new Segmenter().update(text));
      }),
      { numRuns: 40 },
    );
  });

  it("are not cut where a footnote can change what stands before it", () => {
    const text = `${"words[^1] ".repeat(2000)}\n\n[^1]: note`;
    expect(canSegment(text)).toBe(false);
  });
});

describe("half-arrived markup", () => {
  const held: [string, string][] = [
    ["Some **bo", "Some **bo**"],
    ["Some **bold** and *so", "Some **bold** and *so*"],
    ["Some **bold ", "Some **bold**"],
    ["Some **", "Some "],
    ["Some `co", "Some `co`"],
    ["Some `", "Some "],
    ["Some ``a`b", "Some ``a`b``"],
    ["See [the doc", "See "],
    ["See [the doc](https://exa", "See the doc"],
    ["See ![alt](https://exa", "See "],
    ["2 * 3*4", "2 * 3*4"],
    ["~~go", "~~go~~"],
    ["# ", ""],
    ["##", ""],
    ["text\n-", "text"],
    ["text\n---", "text"],
    ["text\n1.", "text"],
    ["| a | b |", ""],
    ["| a | b |\n|--", ""],
    ["| a | b |\n|---|---|\n| 1 | 2", "| a | b |\n|---|---|"],
    ["emoji \ud83d", "emoji "],
    ["- one\n- **tw", "- one\n- **tw**"],
    ["- a\n  ```js\n  let **b", "- a\n  ```js\n  let **b"],
    ["A sentence.", "A sentence."],
  ];
  for (const [text, expected] of held) {
    it(`${JSON.stringify(text)} is drawn as ${JSON.stringify(expected)}`, () => expect(holdBack(text)).toBe(expected));
  }
});
