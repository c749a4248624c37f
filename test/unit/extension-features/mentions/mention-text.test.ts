import fc from "fast-check";
import { expect, test } from "vitest";
import { expandMentions } from "../../../../extension/mentions/expand.ts";
import { insertOf, type Mention, mentionsIn, splitRange } from "../../../../extension/mentions/mention-text.ts";

test("a path with spaces is quoted, lines follow a colon", () => {
  expect(insertOf("src/a.ts")).toBe("src/a.ts");
  expect(insertOf("src/a.ts", { start: 3, end: 9 })).toBe("src/a.ts:3-9");
  expect(insertOf("my file.ts", { start: 4, end: 4 })).toBe('"my file.ts":4');
});

test("typed lines are taken apart from the name, also before they are complete", () => {
  expect(splitRange("upload.ts")).toEqual({ name: "upload.ts" });
  expect(splitRange("upload.ts:30-88")).toEqual({ name: "upload.ts", range: { start: 30, end: 88 } });
  expect(splitRange("upload.ts:30-")).toEqual({ name: "upload.ts", range: { start: 30, end: 30 } });
  expect(splitRange("upload.ts:9-3")).toEqual({ name: "upload.ts", range: { start: 9, end: 9 } });
  expect(splitRange("upload.ts:")).toEqual({ name: "upload.ts:" });
});

test("mentions of a message: at the start, after a bracket, with punctuation behind, once each; no e-mail addresses", () => {
  const text = 'See @src/a.ts, (@b.ts:3-4) and @"my file.ts":7. Mail me@example.com @src/a.ts! Fix @problems?';
  expect(mentionsIn(text)).toEqual([
    { name: "src/a.ts" },
    { name: "b.ts", range: { start: 3, end: 4 } },
    { name: "my file.ts", range: { start: 7, end: 7 } },
    { name: "problems" },
  ]);
  expect(mentionsIn("nothing @ here")).toEqual([]);
});

test("what is inserted is found again, whatever the path", () => {
  const part = fc.stringMatching(/^[A-Za-z0-9 _ü"()-]*[A-Za-z0-9_]$/);
  const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const range = fc.option(
    fc.nat(500).map((start) => ({ start: start + 1, end: start + 20 })),
    { nil: undefined },
  );
  fc.assert(
    fc.property(path, range, (name, lines) => {
      const wanted: Mention = lines ? { name, range: lines } : { name };
      expect(mentionsIn(`Look at @${insertOf(name, lines)} now`)).toEqual([wanted]);
    }),
  );
});

const contentOf = (texts: Record<string, string>) => async (mention: Mention) => {
  const text = texts[mention.name];
  return text === undefined ? undefined : { title: mention.name, language: "ts", text };
};

test("content stands below the message in a fence that nothing inside closes", async () => {
  expect(await expandMentions("Fix @a.ts:1-2 and @b.ts", contentOf({ "a.ts": "one\ntwo\n" }))).toBe(
    "Fix @a.ts:1-2 and @b.ts\n\na.ts\n```ts\none\ntwo\n```",
  );
  expect(await expandMentions("@a.md:1", contentOf({ "a.md": "````\nx\n````" }))).toContain(
    "\n`````ts\n````\nx\n````\n`````",
  );
});

test("a message without mentions, a command and a direct bash line stay as they are", async () => {
  const all = contentOf({ "a.ts": "x" });
  for (const text of ["hello", "/review @a.ts:1", "!cat @a.ts:1", "  /x @a.ts:1", "@gone.ts:1"]) {
    expect(await expandMentions(text, all)).toBe(text);
  }
});

test("long content ends at a line and says what is missing; all of it together is bounded", async () => {
  const long = Array.from({ length: 5000 }, (_, at) => `line ${at}`).join("\n");
  const message = await expandMentions("@a:1", contentOf({ a: long }));
  expect(message.length).toBeLessThan(25_000);
  const shown = /line (\d+)\n… (\d+) more lines\n```$/.exec(message);
  expect(Number(shown?.[1]) + 1 + Number(shown?.[2])).toBe(5000);
  const names = Array.from({ length: 9 }, (_, at) => `f${at}`);
  const texts = Object.fromEntries(names.map((name) => [name, long]));
  const full = await expandMentions(names.map((name) => `@${name}:1`).join(" "), contentOf(texts));
  expect(full.length).toBeLessThan(100_000);
});
