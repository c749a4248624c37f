/** What streams is what is read: any chunking of any text, and real answers whole. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelRecord } from "../../extension/panel/messages.ts";
import { Session, startAnswer, textDelta } from "./conversation.ts";
import { Harness, type Panel } from "./harness/panel.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

/** Plain words of many scripts, with pairs and clusters: what is written is what is shown. */
const words = fc
  .array(fc.constantFrom("word", "日本語", "שלום", "👩‍👩‍👧", "😀", "é", "한국어", "𝔘𝔫", "🇩🇪", "x1"), {
    minLength: 3,
    maxLength: 60,
  })
  .map((list) => list.join(" "));

interface HostWindow {
  host: {
    snapshot: { seq: number };
    push(records: PanelRecord[]): number;
    deliver(message: unknown): void;
    painted(seq: number): Promise<void>;
  };
}

/** Streams a text cut at these UTF-16 places. The page cuts it: half a pair does not survive the way there. */
function stream(panel: Panel, text: string, places: readonly number[], replay: readonly boolean[]): Promise<void> {
  return panel.page.evaluate(
    async ([record, text, places, replay]) => {
      const { host } = window as unknown as HostWindow;
      const at = [...new Set([0, ...places.map((place) => place % (text.length + 1)), text.length])].sort(
        (a, b) => a - b,
      );
      let seq = host.snapshot.seq;
      for (const [index, end] of at.slice(1).entries()) {
        const copy = structuredClone(record) as { event: { assistantMessageEvent: { delta: string } } };
        copy.event.assistantMessageEvent.delta = text.slice(at[index], end);
        const from = host.snapshot.seq;
        seq = host.push([copy as never]);
        // The same batch once more, as after a lost acknowledgement.
        if (replay[index]) host.deliver({ type: "batch", from, to: seq, records: [copy] });
      }
      await host.painted(seq);
    },
    [textDelta(""), text, places, replay] as const,
  );
}

describe("case 46: what is drawn", () => {
  it("is the deltas put together, for any chunking, pairs cut in half and batches sent twice", async () => {
    const panel = await harness.open({ snapshot: {}, state: { isStreaming: true } });
    const any = fc.tuple(
      words,
      fc.array(fc.nat(), { maxLength: 25 }),
      fc.array(fc.boolean(), { minLength: 26, maxLength: 26 }),
    );
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(any, async ([text, places, replay]) => {
        turn += 1;
        await panel.push(...startAnswer(`Question ${turn}`));
        await stream(panel, text, places, replay);
        const shown = panel.page.locator(".markdown").last();
        await expect.poll(async () => (await shown.textContent())?.trim()).toBe(text);
      }),
      { numRuns: 25, endOnFailure: true },
    );
    await panel.close();
  });
});

const fence = "```";
/** Each thing that real answers are made of, and what must be read of it. */
const answers: [string, string, string[]][] = [
  ["headings", "# One\n\n## Two `x`\n\n### Three\n\nText.", ["One", "Two x", "Three"]],
  [
    "a table full of inline code",
    "| `key` | `type` |\n|---|---|\n| `a \\| b` | `string[]` |",
    ["key", "a | b", "string[]"],
  ],
  [
    "nested lists with fences that go on",
    `1. one\n   - inner\n\n     ${fence}sh\n     ls -la\n     ${fence}\n\n     after the fence\n   - next\n2. two`,
    ["inner", "ls -la", "after the fence", "next", "two"],
  ],
  ["box drawing", `${fence}\n┌────┬────┐\n│ a  │ b  │\n└────┴────┘\n${fence}`, ["┌────┬────┐", "│ a  │ b  │"]],
  ["amounts", "From $5 to $10, and $HOME stays.", ["From $5 to $10, and $HOME stays."]],
  ["unknown tags", "<final>\nThe answer\n</final>", ["<final>", "The answer", "</final>"]],
  ["strong text before Hangul", '**“인용”**은 그리고 **"quote"**다', ["“인용”은", '"quote"다']],
  ["a line of 10,000 characters", `${"long ".repeat(2000)}end`, ["long long", "end"]],
  ["a fence of four backticks that holds one", "````md\n```js\nlet a;\n```\n````", ["```js", "let a;"]],
  ["an alert", "> [!NOTE]\n> Mind `this`.\n\nAfter.", ["Mind this.", "After."]],
  ["a page from right to left", "# כותרת\n\nשלום `let x` עולם\n\n- פריט", ["כותרת", "שלום let x עולם", "פריט"]],
];

describe("case 76: real answers", () => {
  let live: Panel;
  beforeAll(async () => {
    live = await harness.open({ width: 240, snapshot: {}, state: { isStreaming: true } });
  });
  afterAll(() => live.close());

  it.each(answers)("%s", async (_, text, expected) => {
    const session = new Session();
    session.user("Show me");
    session.answer([{ type: "text", text }]);
    const panel = await harness.open({ width: 240, snapshot: session.snapshot });
    const markdown = panel.page.locator(".markdown");
    const shown = (await markdown.textContent()) ?? "";
    for (const part of expected) expect(shown).toContain(part);
    expect(shown).not.toMatch(/\*\*|\[!NOTE\]/);
    // Wide things scroll in themselves, never the panel.
    expect(await markdown.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    // It streams to the same picture.
    await live.push(...startAnswer("Show me"));
    for (const piece of text.match(/[\s\S]{1,400}/g) ?? []) await live.push(textDelta(piece));
    await expect.poll(() => live.page.locator(".markdown").last().textContent()).toBe(shown);
    await panel.close();
  });
});
