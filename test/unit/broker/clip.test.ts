import fc from "fast-check";
import { expect, test } from "vitest";
import { clip, cutText, jsonBytes, MAX_RECORD_BYTES } from "../../../extension/broker/clip.ts";
import { EntryStore } from "../../../extension/broker/entries.ts";
import { snapshotOf, wholeTexts } from "../../../extension/broker/snapshot.ts";
import { MAX_MESSAGE_BYTES } from "../../../extension/panel/messages.ts";

test("what is small stays the very same object", () => {
  const value = { type: "message", message: { role: "user", content: "hello" } };
  expect(clip(value)).toBe(value);
});

test("any value fits afterwards and keeps what it is", () => {
  const big = fc.string({ minLength: 1, maxLength: 200 }).map((text) => text.repeat(2000));
  fc.assert(
    fc.property(fc.array(fc.oneof(big, fc.string()), { maxLength: 8 }), fc.object(), (texts, extra) => {
      const content = texts.map((text) => ({ type: "text", text }));
      const entry = { type: "message", id: "a", parentId: null, message: { role: "assistant", content, extra } };
      const small = clip(entry);
      expect(jsonBytes(small)).toBeLessThanOrEqual(MAX_RECORD_BYTES);
      expect(small).toMatchObject({ type: "message", id: "a", parentId: null });
      if (jsonBytes(entry) > MAX_RECORD_BYTES) expect(JSON.stringify(small)).toContain('"clipped"');
    }),
    { numRuns: 60 },
  );
});

test("a cut text says how many bytes it had, on its own block", () => {
  const text = "ä".repeat(40_000);
  const message = {
    role: "assistant",
    content: [
      { type: "text", text: "short" },
      { type: "text", text },
    ],
  };
  const small = clip({ type: "message", id: "a", message });
  expect(small.message.content[0]).toEqual({ type: "text", text: "short" });
  expect(small.message.content[1]).toMatchObject({ clipped: { bytes: 80_000 } });
  expect(small.message).not.toHaveProperty("clipped");
});

test("a tool call with a huge argument is marked on its block, not among its arguments", () => {
  const call = { type: "toolCall", id: "c", name: "write", arguments: { path: "a", content: "x".repeat(100_000) } };
  const small = clip({ type: "message", id: "a", message: { role: "assistant", content: [call] } });
  const block = small.message.content[0] as Record<string, unknown>;
  expect(block.clipped).toEqual({ bytes: 100_000 });
  expect(Object.keys(block.arguments as object)).toEqual(["path", "content"]);
});

test("very many small parts give way to what the entry is, and to a part that says that more is missing", () => {
  const content = Array.from({ length: 20_000 }, (_, at) => ({ type: "text", text: `part ${at}` }));
  const small = clip({ type: "message", id: "a", parentId: "b", message: { role: "user", content, timestamp: 5 } });
  expect(jsonBytes(small)).toBeLessThan(MAX_RECORD_BYTES);
  expect(small).toMatchObject({ id: "a", parentId: "b", message: { role: "user", timestamp: 5 } });
  expect(small.message.content).toEqual([
    { type: "text", text: expect.stringMatching(/^part 0\n\npart 1\n\n.*…$/s), clipped: { bytes: expect.any(Number) } },
  ]);
});

test("a surrogate pair is never cut in half", () => {
  expect(cutText("a😀", 2)).toBe("a");
  expect(cutText("a😀", 3)).toBe("a😀");
});

test("whole texts come in messages of their own size, images left out", () => {
  const picture = { type: "image", mimeType: "image/png", data: "A".repeat(300_000) };
  const entry = (id: string, parentId: string | null, content: unknown) =>
    ({ type: "message", id, parentId, timestamp: "", message: { role: "user", content, timestamp: 1 } }) as never;
  const store = new EntryStore();
  const long = (word: string) => [{ type: "text", text: word.repeat(100_000 / word.length) }];
  const entries = [entry("a", null, long("a")), entry("b", "a", [...long("b"), picture]), entry("c", "b", long("c"))];
  store.add(entries, "c");
  const first = wholeTexts(store, ["a", "gone", "b", "c"]);
  expect(first.entries.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(first.entries[0]).toBe(entries[0]);
  expect(first.entries[1]).toMatchObject({
    message: { content: [...long("b"), { data: "", clipped: { bytes: 300_000 } }] },
  });
  expect(jsonBytes(first)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
  expect(wholeTexts(store, ["c"]).entries).toEqual([entries[2]]);
  // One that is larger than a message comes alone.
  store.add(
    [
      entry(
        "d",
        "c",
        long("d".repeat(4)).map(({ text }) => ({ type: "text", text: text.repeat(4) })),
      ),
    ],
    "d",
  );
  expect(wholeTexts(store, ["d", "a"]).entries.map(({ id }) => id)).toEqual(["d"]);
});

test.each([
  ["objects", (inner: unknown) => ({ inner })],
  ["arrays", (inner: unknown) => [inner]],
  ["blocks", (inner: unknown) => ({ type: "text", text: "x", content: [inner] })],
])("%s nested too deeply to be written give way to words, and the rest of the entry stays", (_what, around) => {
  let deep: unknown = "bottom";
  for (let level = 0; level < 20_000; level++) deep = around(deep);
  expect(() => JSON.stringify(deep)).toThrow(RangeError);
  const content = [
    { type: "text", text: "before" },
    { type: "toolCall", id: "t", name: "write", arguments: { path: "a.txt", deep } },
  ];
  const entry = { type: "message", id: "a", parentId: null, timestamp: "", message: { role: "assistant", content } };
  const small = clip(entry);
  expect(JSON.stringify(small)).toContain('"Nested too deeply to be shown"');
  expect(small.message.content[0]).toEqual({ type: "text", text: "before" });
  expect(small.message.content[1]).toMatchObject({ name: "write", arguments: { path: "a.txt" } });
  const store = new EntryStore();
  store.add([entry as never], "a");
  expect(JSON.stringify(wholeTexts(store, ["a"]))).toContain("Nested too deeply to be shown");
  expect(snapshotOf({} as never, store, [], null).content.entries).toHaveLength(1);
});

test("what is nested, but not too deeply, stays the very same object", () => {
  let deep: unknown = "bottom";
  for (let level = 0; level < 150; level++) deep = { inner: [deep] }.inner;
  const value = { type: "message", message: { role: "user", content: deep } };
  expect(clip(value)).toBe(value);
});
