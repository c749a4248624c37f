import fc from "fast-check";
import { expect, test } from "vitest";
import {
  countLines,
  type LineRange,
  normalizeRanges,
  shiftRanges,
  subtractRanges,
} from "../../../server/compaction/ranges.ts";
import { parseRecords } from "../../../server/compaction/records.ts";

const total = 30;
const range = fc.record({ start: fc.nat(total + 10), end: fc.nat(total + 10) });
const ranges = fc.array(range, { maxLength: 12 });

/** The lines that ranges cover, counted one by one. */
function covered(list: readonly LineRange[]): Set<number> {
  const lines = new Set<number>();
  for (const { start, end } of list) for (let n = Math.min(start, end); n <= Math.max(start, end); n++) lines.add(n);
  return lines;
}

test("5.6 ranges are swapped, clamped, emptied, sorted and merged", () => {
  const asked = [
    { start: 60, end: 50 },
    { start: 5, end: 8 },
    { start: 7, end: 12 },
    { start: 13, end: 14 },
    { start: 9000, end: 9100 },
    { start: 70, end: 9999 },
    { start: 0, end: 0 },
  ];
  expect(normalizeRanges(asked, 80)).toEqual([
    { start: 5, end: 14 },
    { start: 50, end: 60 },
    { start: 70, end: 80 },
  ]);
});

test("5.6 normalized ranges cover the same lines inside the text, disjoint and with gaps between them", () => {
  fc.assert(
    fc.property(ranges, (list) => {
      const normal = normalizeRanges(list, total);
      const inside = [...covered(list)].filter((n) => n >= 1 && n <= total);
      expect([...covered(normal)].sort((a, b) => a - b)).toEqual(inside.sort((a, b) => a - b));
      expect(countLines(normal)).toBe(inside.length);
      for (const [i, { start }] of normal.slice(1).entries()) expect(start).toBeGreaterThan((normal[i]?.end ?? 0) + 1);
    }),
  );
});

test("5.6 protected lines are split out of the ranges, the rest stays", () => {
  fc.assert(
    fc.property(ranges, ranges, (list, holes) => {
      const deleted = normalizeRanges(list, total);
      const kept = normalizeRanges(holes, total);
      const left = covered(subtractRanges(deleted, kept));
      const expected = [...covered(deleted)].filter((n) => !covered(kept).has(n));
      expect([...left].sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    }),
  );
});

test("shifting ranges leaves out what lies before the new first line", () => {
  fc.assert(
    fc.property(ranges, fc.nat(total), (list, offset) => {
      const normal = normalizeRanges(list, total);
      const expected = [...covered(normal)].filter((n) => n > offset).map((n) => n - offset);
      expect([...covered(shiftRanges(normal, offset))]).toEqual(expected);
    }),
  );
});

test("5.5 an answer is lines start,end and nothing else", () => {
  expect(parseRecords("2,30\n45,60\n")).toEqual([
    { start: 2, end: 30 },
    { start: 45, end: 60 },
  ]);
  expect(parseRecords("2,30")).toEqual([{ start: 2, end: 30 }]);
  expect(parseRecords("0,0\n")).toEqual([{ start: 0, end: 0 }]);
  expect(parseRecords("")).toEqual([]);
});

test.each([
  "this is prose, not ranges",
  "1,2\nfoo\n",
  "01,05\n",
  "1,05",
  "1-5\n",
  "1, 5",
  " 1,5",
  "1,5 ",
  "+1,5",
  "-1,5",
  "1,5,6",
  "1,",
  ",5",
  "1",
  "1,5\n\n7,8\n",
  "1,5\n\n",
  "\n1,5",
  "1,5\r\n",
  "```\n1,5\n```",
  "start,end\n1,5\n",
  "1,5\n1.5,6\n",
  "１,５",
])("5.5 %j is malformed as a whole", (answer) => {
  expect(parseRecords(answer)).toBeUndefined();
});

test("5.7 of an answer that was cut off only complete lines count, and a bad one still spoils all", () => {
  expect(parseRecords("2,30\n45,6", true)).toEqual([{ start: 2, end: 30 }]);
  expect(parseRecords("2,30\n45,60", true)).toEqual([{ start: 2, end: 30 }]);
  expect(parseRecords("2,30\n45,60\n", true)).toHaveLength(2);
  expect(parseRecords("2,3", true)).toEqual([]);
  expect(parseRecords("prose\n2,3", true)).toBeUndefined();
});

test("5.5 every list of ranges is read back from its records", () => {
  fc.assert(
    fc.property(ranges, fc.boolean(), (list, lineEnd) => {
      const text =
        list.map(({ start, end }) => `${start},${end}`).join("\n") + (lineEnd && list.length > 0 ? "\n" : "");
      expect(parseRecords(text)).toEqual(list);
    }),
  );
});

test("5.5 whatever a model answers, it is read or refused, never thrown at", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("0", "1", "9", ",", "\n", " ", "x", "-") }),
      fc.boolean(),
      (text, cut) => {
        const list = parseRecords(text, cut);
        const strict = /^(?:(?:0|[1-9]\d*),(?:0|[1-9]\d*)(?:\n|$))*$/;
        expect(list !== undefined).toBe(strict.test(cut ? text.slice(0, text.lastIndexOf("\n") + 1) : text));
      },
    ),
  );
});
