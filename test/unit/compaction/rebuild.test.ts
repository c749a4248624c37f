import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizeRanges } from "../../../server/compaction/ranges.ts";
import { marker, readMarker, rebuild } from "../../../server/compaction/rebuild.ts";
import { buildTranscript } from "../../../server/compaction/transcript.ts";

const none = () => false;
const lines = fc.array(fc.stringMatching(/^[a-z ]{0,6}$/), { minLength: 1, maxLength: 40 });
const ranges = fc.array(fc.record({ start: fc.integer({ min: 1, max: 45 }), end: fc.integer({ min: 1, max: 45 }) }), {
  maxLength: 8,
});

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const line of whole) if (at < part.length && part[at] === line) at++;
  return at === part.length;
}

test("5.8 kept lines stay byte for byte, each deleted span is one marker", () => {
  const input = ["[User]: a\r", "\tb  ", "", "d\u2028d", "e"];
  expect(rebuild(input, [{ start: 2, end: 3 }], none)).toEqual({
    text: "[User]: a\r\n(filtered 2 lines)\nd\u2028d\ne",
    deleted: 2,
    kept: 3,
    markers: 1,
  });
  expect(
    rebuild(input, [{ start: 5, end: 5 }], none)
      .text.split("\n")
      .at(-1),
  ).toBe("(filtered 1 lines)");
  expect(rebuild(input, [{ start: 1, end: 5 }], none).text).toBe("(filtered 5 lines)");
});

test("5.8 kept lines are a subsequence of the input, and the counts add up", () => {
  fc.assert(
    fc.property(lines, ranges, (input, asked) => {
      const built = rebuild(input, normalizeRanges(asked, input.length), none);
      const output = built.text.split("\n");
      const kept = output.filter((line) => readMarker(line) === undefined);
      const missing = output.reduce((sum, line) => sum + (readMarker(line) ?? 0), 0);
      expect(isSubsequence(kept, input)).toBe(true);
      expect([kept.length, missing]).toEqual([built.kept, built.deleted]);
      expect(built.kept + built.deleted).toBe(input.length);
      expect(output.length - kept.length).toBe(built.markers);
    }),
  );
});

test("5.8 a marker inside a deletion, or touching one, is folded into it", () => {
  const earlier = "[User]: one\n(filtered 28 lines)\nb\nc\nd\ne\n(filtered 7 lines)\n(filtered 2 lines)\nf";
  const { lines: input, isOldMarker } = buildTranscript([], earlier);
  expect(rebuild(input, [{ start: 2, end: 6 }], isOldMarker).text).toBe("[User]: one\n(filtered 41 lines)\nf");
  expect(rebuild(input, [{ start: 3, end: 3 }], isOldMarker).text.split("\n")[1]).toBe("(filtered 29 lines)");
  expect(rebuild(input, [{ start: 4, end: 4 }], isOldMarker).text).toContain("b\n(filtered 1 lines)\nd");
});

test("5.8 what only looks like a marker in a message counts as one line", () => {
  const { lines: input, isOldMarker } = buildTranscript([
    { role: "user", content: "a\n(filtered 900 lines)\nb", timestamp: 0 },
  ]);
  expect(rebuild(input, [{ start: 2, end: 2 }], isOldMarker).text).toBe("[User]: a\n(filtered 1 lines)\nb");
  expect(rebuild(input, [{ start: 3, end: 3 }], isOldMarker).text).toBe(
    "[User]: a\n(filtered 900 lines)\n(filtered 1 lines)",
  );
});

test("5.8 repeated compactions add up: kept lines and missing ones are always the original number", () => {
  fc.assert(
    fc.property(lines, fc.array(ranges, { minLength: 1, maxLength: 5 }), (input, rounds) => {
      let text = input.join("\n");
      for (const asked of rounds) {
        const { lines: now, isOldMarker } = buildTranscript([], text);
        text = rebuild(now, normalizeRanges(asked, now.length), isOldMarker).text;
      }
      const output = text.split("\n");
      const kept = output.filter((line) => readMarker(line) === undefined);
      const missing = output.reduce((sum, line) => sum + (readMarker(line) ?? 0), 0);
      expect(kept.length + missing).toBe(input.length);
      expect(isSubsequence(kept, input)).toBe(true);
    }),
  );
});

test("5.8 no deletion ever stands beside an older marker", () => {
  fc.assert(
    fc.property(lines, ranges, ranges, (input, first, second) => {
      const once = rebuild(input, normalizeRanges(first, input.length), none).text;
      const { lines: now, isOldMarker } = buildTranscript([], once);
      const twice = rebuild(now, normalizeRanges(second, now.length), isOldMarker).text.split("\n");
      for (const [i, line] of twice.slice(1).entries()) {
        expect(readMarker(line) !== undefined && readMarker(twice[i] as string) !== undefined).toBe(false);
      }
    }),
  );
});

test("a marker says its number and nothing else does", () => {
  expect(readMarker(marker(12))).toBe(12);
  for (const line of ["(filtered lines)", " (filtered 1 lines)", "(filtered 1 lines) ", "(filtered -1 lines)", ""]) {
    expect(readMarker(line)).toBeUndefined();
  }
});
