import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { treeRows } from "../../../extension/broker/tree.ts";
import { thinkingName, withoutMarks } from "../../../extension/panel/words.ts";
import { titleOf } from "../../../extension/sessions/groups.ts";
import type { SessionEntry } from "../../../server/protocol/entry.ts";

describe("Markdown as words", () => {
  test.each([
    ["**bold** `x` and *more*", "bold x and more"],
    ["# Fix the `upload` test\n\n- one\n- **two**", "Fix the upload test\n\none\ntwo"],
    ["***both*** ~~gone~~ [the docs](https://example.org/a_b)", "both gone the docs"],
    ["```ts\nconst a = 1;\n```\nafter", "const a = 1;\nafter"],
    ["``a`b`` and `**`", "a`b and **"],
    ["**over\ntwo lines**", "over\ntwo lines"],
    // What is no pair of marks is meant as it stands.
    ["delete *.ts and 5 * 3", "delete *.ts and 5 * 3"],
    ["snake_case and a * in", "snake_case and a * in"],
    ["two ** stars\n\nand ** more", "two ** stars\n\nand ** more"],
  ])("%j", (markdown, words) => expect(withoutMarks(markdown)).toBe(words));

  test("texts without marks stay as they are, and none gets longer", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const words = withoutMarks(text);
        expect(words.length).toBeLessThanOrEqual(text.length);
        if (!/[*`~[#>+-]/.test(text)) expect(words).toBe(text);
      }),
    );
  });
});

/** The rules in short, one after the other: right, but slow on texts that are made for it. */
function slowly(text: string): string {
  return text
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/^ {0,3}(?:`{3,}|~{3,})[^`\n]*$\n?/gm, "")
    .replace(/(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g, "$2")
    .replace(/(\*\*|~~)(?=[^\s~])((?:[^\n]|\n(?!\s*\n))*?\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])((?:[^*\n]|\n(?!\s*\n))*?[^\s*])\*(?![\p{L}\p{N}*])/gu, "$1")
    .replace(/^(?:#{1,6}| {0,3}(?:[-*+]|>)) /gm, "");
}

test("every text of marks reads as the rules say", () => {
  const parts = fc.constantFrom(
    "a",
    " ",
    "\n",
    "\n\n",
    "*",
    "**",
    "~",
    "~~",
    "`",
    "```",
    "[",
    "]",
    "](",
    ")",
    "!",
    "- ",
  );
  const texts = fc.array(parts, { maxLength: 24 }).map((some) => some.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      expect(withoutMarks(text)).toBe(slowly(text));
    }),
    { numRuns: 5000 },
  );
});

describe("a text that is made to be slow costs about what prose with marks costs", () => {
  const length = 300_000;
  const prose = "Some **bold** words, `code` and a [link](https://example.org/), then *more* of it.\n\n";
  const fill = (unit: string) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  const cost = (text: string) => {
    const start = performance.now();
    withoutMarks(text);
    return performance.now() - start;
  };

  test.each([
    ["openings of links", `**${fill("[a](")}`],
    ["brackets before one link", `${fill("[")}](b)`],
    ["middles of links, closed at the end", `${fill("](")})`],
    ["strong openings", fill("**a ")],
    ["both kinds of strong openings", fill("**a ~~b ")],
    ["strong openings on lines of their own", fill("**a\n")],
    ["stars", fill("*")],
    ["stars before words", fill("*a ")],
    ["tildes before a backtick", `${fill("~")}\``],
    ["runs of backticks, no two alike", Array.from({ length: 770 }, (_, at) => "`".repeat(at + 1)).join("a")],
    ["spaces between lines", `**a${fill("\n ")}`],
    ["spaces after an opening", `**a\n${fill(" ")}x`],
  ])("%s", (_what, text) => {
    // The best of three each: what else the machine does is no matter of either.
    const best = (some: string) => Math.min(cost(some), cost(some), cost(some));
    expect(best(text)).toBeLessThan(20 * best(fill(prose)));
  });

  test("a title is made of the beginning of a message alone", () => {
    const title = titleOf({ firstMessage: `${"word ".repeat(99)}**end** ${fill("**a ")}` });
    expect(title.length).toBeLessThanOrEqual(500);
    expect(title).toMatch(/^word word .* word \*\*end$/);
    expect(titleOf({ name: fill("n"), firstMessage: "" })).toHaveLength(500);
  });
});

test("a session is called by its name as it was given, else by its first message in plain words", () => {
  expect(titleOf({ firstMessage: "**Fix** the\n`upload` test" })).toBe("Fix the upload test");
  expect(titleOf({ name: "**mine**", firstMessage: "Hello" })).toBe("**mine**");
});

test("rows of the session tree say messages in plain words, and leave commands and names alone", () => {
  const entry = (id: string, body: Record<string, unknown>) =>
    ({ id, parentId: null, timestamp: "2026-01-01T00:00:00Z", ...body }) as unknown as SessionEntry;
  const said = (message: Record<string, unknown>) => ({ type: "message", message });
  const rows = treeRows(
    [
      entry("a", said({ role: "user", content: "**Fix**\n\n- `this`" })),
      entry("b", said({ role: "assistant", content: [{ type: "text", text: "## Done\n\nSee *notes*." }] })),
      entry("c", said({ role: "bashExecution", command: "ls *a* *b*", output: "" })),
      entry("d", { type: "session_info", name: "*mine*" }),
      entry("e", { type: "branch_summary", summary: "Lock ruled **out**", fromId: "a" }),
    ],
    [],
  );
  expect(rows.map(({ text }) => text)).toEqual([
    "Fix this",
    "Done See notes.",
    "! ls *a* *b*",
    "*mine*",
    "Lock ruled out",
  ]);
});

test("a thinking level has its word in the language given, and an unknown one stands for itself", () => {
  const german = (text: string) => (text === "High" ? "Hoch" : text);
  expect(thinkingName("high", german)).toBe("Hoch");
  expect(thinkingName("xhigh", german)).toBe("Extra high");
  expect(thinkingName("deep" as never, german)).toBe("deep");
});
