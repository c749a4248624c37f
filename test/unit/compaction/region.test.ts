import { expect, test } from "vitest";
import { readFallbackModels, readParameters } from "../../../server/compaction/parameters.ts";
import { selectRegion } from "../../../server/compaction/region.ts";
import { assistant, calling, projectionOf, result, sessionOf, user } from "./messages.ts";

const conversation = [
  user("one"),
  assistant([{ type: "text", text: "two" }]),
  calling("three", { id: "a" }),
  result("a", "four"),
];

test("5.1 the region is all but the newest messages, wherever in a turn that cuts", () => {
  const projection = projectionOf(conversation);
  const region = selectRegion(projection, 1);
  expect(region.messages).toEqual(conversation.slice(0, 3));
  expect(region.tail).toEqual(conversation.slice(3));
  expect(region.firstKeptEntryId).toBe(projection.entries.at(-1)?.sourceEntry.id);
});

test("5.1 preserve_recent 0 takes everything and leaves nothing outside", () => {
  const region = selectRegion(projectionOf(conversation), 0);
  expect(region.messages).toEqual(conversation);
  expect([region.tail, region.firstKeptEntryId]).toEqual([[], null]);
});

test("5.1 a conversation that is shorter than the tail leaves an empty region", () => {
  const region = selectRegion(projectionOf(conversation), 9);
  expect([region.messages, region.tail.length]).toEqual([[], 4]);
});

test("5.1 messages the model is not sent count neither in the region nor in the tail", () => {
  const failed = assistant([{ type: "text", text: "half" }], "aborted");
  const region = selectRegion(projectionOf([...conversation, failed, user("five")]), 2);
  expect(region.tail).toEqual([conversation[3], user("five")]);
});

test("5.1 behind a boundary the region is its text, its kept tail and what came after", () => {
  const session = sessionOf(conversation);
  const kept = session.getEntries().at(-1)?.id as string;
  session.appendCompaction("[User]: one\n(filtered 5 lines)", kept, 10, { strategy: "verbatim-lines" });
  session.appendMessage({ role: "user", content: "five", timestamp: 5 });
  session.appendMessage({ role: "user", content: "six", timestamp: 6 });
  const region = selectRegion(session.buildSessionProjection(), 1);
  expect(region.earlier).toBe("[User]: one\n(filtered 5 lines)");
  expect(region.messages.map((message) => message.role)).toEqual(["toolResult", "user"]);
  expect(region.tail).toHaveLength(1);
});

test("5.1 a new tail may begin before the last boundary", () => {
  const session = sessionOf(conversation);
  const kept = session.getEntries().at(-2)?.id as string;
  session.appendCompaction("text", kept, 10, { strategy: "verbatim-lines" });
  session.appendMessage({ role: "user", content: "five", timestamp: 5 });
  const region = selectRegion(session.buildSessionProjection(), 2);
  expect(region.firstKeptEntryId).toBe(session.getEntries()[3]?.id);
  expect(region.messages).toHaveLength(1);
});

test("5 parameters: defaults, and the last thing the user said as the focus", () => {
  expect(readParameters({}, [user("first"), user([{ type: "text", text: "fix the test" }]), assistant([])])).toEqual({
    compression_ratio: 0.5,
    preserve_recent: 2,
    query: "fix the test",
  });
  expect(readParameters({}, []).query).toBe("");
});

test("5 parameters: settings where they are usable", () => {
  const settings = { compression_ratio: 0.25, preserve_recent: 3.9, query: "the parser" };
  expect(readParameters(settings, [user("x")])).toEqual({
    compression_ratio: 0.25,
    preserve_recent: 3,
    query: "the parser",
  });
  expect(readParameters({ preserve_recent: 0 }, []).preserve_recent).toBe(0);
});

test.each([0, 1, -0.5, 2, Number.NaN, "0.3", null])("5 parameters: a ratio of %j is not used", (ratio) => {
  expect(readParameters({ compression_ratio: ratio }, []).compression_ratio).toBe(0.5);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, "3", null])(
  "5 parameters: preserve_recent %j is not used",
  (recent) => {
    expect(readParameters({ preserve_recent: recent }, []).preserve_recent).toBe(2);
  },
);

test("5.18 fallback models are provider/id, in order; anything else is passed over", () => {
  expect(readFallbackModels({ fallbackModels: ["a/b", "open/router/x", 3, "none", "/x"] })).toEqual([
    { provider: "a", id: "b" },
    { provider: "open", id: "router/x" },
  ]);
  expect(readFallbackModels({ fallbackModels: "a/b" })).toEqual([]);
});
