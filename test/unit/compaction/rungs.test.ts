import { expect, test } from "vitest";
import type { Planner, PlannerAnswer } from "../../../server/compaction/planner.ts";
import { type ChoiceOptions, chooseDeletions } from "../../../server/compaction/rungs.ts";
import { buildTranscript } from "../../../server/compaction/transcript.ts";
import { user } from "./messages.ts";

const parameters = { compression_ratio: 0.5, preserve_recent: 2, query: "the focus" };
const transcript = buildTranscript([user(Array.from({ length: 40 }, (_, i) => `line ${i + 1}`).join("\n"))]);
const cost = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, total: 2 };
const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15, cost };

/** A planner that gives these answers one after the other, and keeps what it was asked. */
function planner(...answers: (string | Partial<PlannerAnswer>)[]): Planner & { asked: string[] } {
  const asked: string[] = [];
  return {
    name: "p/m",
    asked,
    ask: async (prompt) => {
      asked.push(prompt);
      const answer = answers[Math.min(asked.length, answers.length) - 1] as string | Partial<PlannerAnswer>;
      return {
        text: "",
        stopReason: "stop",
        overflow: false,
        usage,
        ...(typeof answer === "string" ? { text: answer } : answer),
      };
    },
  };
}

const tooLong = { stopReason: "error", errorMessage: "prompt is too long", overflow: true };

function choose(options: Partial<ChoiceOptions>) {
  const signal = new AbortController().signal;
  return chooseDeletions({
    transcript,
    parameters,
    planners: [],
    loadBearing: false,
    freshCharacters: 0,
    signal,
    ...options,
  });
}

test("5.4 one request states the total, both counts, the focus and the protected lines, and numbers every line", async () => {
  const model = planner("2,30");
  const kept = buildTranscript([user("<keepContext>\nstay\n</keepContext>"), user("a\nb\nc\nd")]);
  await choose({ planners: [model], transcript: kept });
  expect(model.asked).toHaveLength(1);
  const prompt = model.asked[0] as string;
  expect(prompt).toContain("has 8 lines");
  expect(prompt).toMatch(/Keep about 4 lines and leave out about 4\./);
  expect(prompt).toContain("<focus>\nthe focus\n</focus>");
  expect(prompt).toContain("These lines stay in any case and count as kept: 1 to 3.");
  expect(prompt).toContain("\n1→[User]: <keepContext>\n2→stay\n3→</keepContext>\n4→\n5→[User]: a\n6→b\n7→c\n8→d\n");
});

test("5.18 the session's model plans", async () => {
  expect(await choose({ planners: [planner("2,30")] })).toEqual({
    rung: "planned",
    deletions: [{ start: 2, end: 30 }],
    usage,
  });
});

test("5.7 an answer that was cut off counts as far as it goes, silently", async () => {
  const partial: string[] = [];
  const choice = await choose({
    planners: [planner({ text: "2,30\n35,4", stopReason: "length" })],
    onPartial: async (_, answer) => void partial.push(answer.text),
  });
  expect([choice.rung, choice.deletions]).toEqual(["planned", [{ start: 2, end: 30 }]]);
  expect(partial).toEqual(["2,30\n35,4"]);
});

test.each([
  ["prose", "Here you go: 2,30", "Compaction range planning returned malformed output"],
  ["nothing", "", "Compaction range planning produced no usable deleted ranges"],
  ["ranges beyond the end only", "900,950", "Compaction range planning produced no usable deleted ranges"],
  ["line 0 only", "0,0", "Compaction range planning produced no usable deleted ranges"],
  [
    "a fragment only",
    { text: "2,3", stopReason: "length" },
    "Compaction range planning produced no usable deleted ranges",
  ],
  ["an error", { stopReason: "error", errorMessage: "401 no key" }, "401 no key"],
])("5.18 %s fails, with the reason, where the work can go on without", async (_, answer, message) => {
  await expect(choose({ planners: [planner(answer)] })).rejects.toThrow(message);
});

test("5.5 the error names the note about it", async () => {
  await expect(choose({ planners: [planner("x")], onFailure: async () => "/tmp/note.json" })).rejects.toThrow(
    "Compaction range planning returned malformed output (diagnostic: /tmp/note.json)",
  );
});

test("5.18 fallback models are asked one after the other, and the one that planned is named", async () => {
  const second = { ...planner("also prose"), name: "q/two" };
  const third = { ...planner("5,6"), name: "q/three" };
  const choice = await choose({ planners: [planner("prose"), second, third] });
  expect(choice).toMatchObject({ rung: "fallback", plannerModel: "q/three", deletions: [{ start: 5, end: 6 }] });
  expect(choice.usage?.totalTokens).toBe(45);
});

test("5.18 when all fail, the first reason is told", async () => {
  await expect(choose({ planners: [planner("prose"), planner("")] })).rejects.toThrow("malformed output");
});

test("5.18 load-bearing: without a plan the whole region goes, but for protected lines", async () => {
  const kept = buildTranscript([user("a\nb\n<keepContext>\nstay\n</keepContext>\nc")]);
  const choice = await choose({ planners: [planner("prose")], loadBearing: true, transcript: kept });
  expect(choice.rung).toBe("fresh");
  expect(choice.deletions).toEqual([
    { start: 1, end: 2 },
    { start: 6, end: 6 },
  ]);
});

test("5.18 load-bearing: the newest lines that fit stay when the tail is in the region", async () => {
  const choice = await choose({ planners: [planner("prose")], loadBearing: true, freshCharacters: 16 });
  expect(choice.deletions).toEqual([{ start: 1, end: 38 }]);
});

test("5.19 too long for the planner: the older half is left out unseen, the rest numbered anew with its own target", async () => {
  const model = planner(tooLong, tooLong, "1,2\n5,5");
  const choice = await choose({ planners: [model] });
  expect(model.asked.map((prompt) => prompt.match(/has (\d+) lines/)?.[1])).toEqual(["40", "20", "10"]);
  expect(model.asked[2]).toContain("Keep about 5 lines and leave out about 5.");
  expect(model.asked[2]).toContain("\n1→line 31\n");
  expect(choice.deletions).toEqual([
    { start: 1, end: 32 },
    { start: 35, end: 35 },
  ]);
  expect(choice.usage?.totalTokens).toBe(45);
});

test("5.19 protected lines survive even unseen", async () => {
  const kept = buildTranscript([user("<keepContext>\nstay\n</keepContext>\nb\nc\nd\ne\nf")]);
  const choice = await choose({ planners: [planner(tooLong, "1,1")], transcript: kept });
  expect(choice.deletions).toEqual([{ start: 4, end: 5 }]);
});

test("5.19 down to one line, then the planner has failed", async () => {
  const model = planner(tooLong);
  await expect(choose({ planners: [model] })).rejects.toThrow("prompt is too long");
  expect(model.asked.map((prompt) => prompt.match(/has (\d+) lines/)?.[1])).toEqual(["40", "20", "10", "5", "2", "1"]);
});

test("5.23 aborted: nobody else is asked and nothing comes out", async () => {
  const abort = new AbortController();
  const first: Planner = {
    name: "p/m",
    ask: async () => {
      abort.abort(new Error("stopped"));
      return { text: "2,30", stopReason: "aborted", overflow: false };
    },
  };
  const second = planner("2,30");
  await expect(choose({ planners: [first, second], loadBearing: true, signal: abort.signal })).rejects.toThrow(
    "stopped",
  );
  expect(second.asked).toEqual([]);
});
