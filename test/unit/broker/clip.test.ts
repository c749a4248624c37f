import fc from "fast-check";
import { expect, test } from "vitest";
import { clip, cutText, jsonBytes, MAX_RECORD_BYTES } from "../../../extension/broker/clip.ts";

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

test("very many small parts give way to what the entry is", () => {
  const content = Array.from({ length: 20_000 }, (_, at) => ({ type: "text", text: `part ${at}` }));
  const small = clip({ type: "message", id: "a", parentId: "b", message: { role: "user", content, timestamp: 5 } });
  expect(jsonBytes(small)).toBeLessThan(MAX_RECORD_BYTES);
  expect(small).toMatchObject({ id: "a", parentId: "b", message: { role: "user", content: [], timestamp: 5 } });
});

test("a surrogate pair is never cut in half", () => {
  expect(cutText("a😀", 2)).toBe("a");
  expect(cutText("a😀", 3)).toBe("a😀");
});
