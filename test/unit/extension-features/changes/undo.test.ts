import { expect, test } from "vitest";
import { lineCounts } from "../../../../extension/changes/counts.ts";
import { merge, planUndo } from "../../../../extension/changes/undo.ts";

const bytes = (text: string) => Buffer.from(text);
const lines = (...numbers: (number | string)[]) => bytes(`${numbers.join("\n")}\n`);
const before = lines(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
const after = lines(1, "two", 3, 4, 5, 6, 7, 8, 9, 10);

test("a file as the agent left it gets its content back, one it made goes", () => {
  expect(planUndo(before, after, after, false)).toEqual({ kind: "restore", content: before });
  expect(planUndo(null, after, after, false)).toEqual({ kind: "remove" });
});

test("nothing to do when it is as before, or gone as before", () => {
  expect(planUndo(before, after, before, false)).toEqual({ kind: "nothing" });
  expect(planUndo(null, after, null, false)).toEqual({ kind: "nothing" });
});

test("later changes elsewhere in the file are asked about and can be kept", () => {
  const now = lines(1, "two", 3, 4, 5, 6, 7, 8, 9, "mine");
  const merged = lines(1, 2, 3, 4, 5, 6, 7, 8, 9, "mine");
  expect(planUndo(before, after, now, false)).toEqual({ kind: "conflict", content: before, merged });
});

test("later changes in the same place, of a deleted, a mixed or a binary file are asked about and cannot be merged", () => {
  const same = lines(1, "two and more", 3, 4, 5, 6, 7, 8, 9, 10);
  const conflict = { kind: "conflict", content: before };
  expect(planUndo(before, after, same, false)).toEqual(conflict);
  expect(planUndo(before, after, null, false)).toEqual(conflict);
  expect(planUndo(before, after, after, true)).toEqual(conflict);
  expect(planUndo(before, after, undefined, false)).toEqual(conflict);
  expect(planUndo(before, after, Buffer.from([0, 1, 2]), false)).toEqual(conflict);
  expect(planUndo(null, after, same, false)).toEqual({ kind: "conflict", content: null });
});

test("without the content from before there is no undo", () => {
  expect(planUndo(undefined, after, after, false)).toEqual({ kind: "unknown" });
});

test("two changes of one file become one, unless they touch the same lines", () => {
  const mine = "1\n2\n3\n4\n5\n6\n7\n8\n9\nmine\n";
  expect(merge(before.toString(), after.toString(), mine)?.toString()).toBe("1\ntwo\n3\n4\n5\n6\n7\n8\n9\nmine\n");
  expect(merge(before.toString(), after.toString(), "1\n2 of mine\n3\n4\n5\n6\n7\n8\n9\n10\n")).toBeUndefined();
});

test("counts of lines: without a last line end, empty, and of a large rewrite in bounded time", () => {
  expect(lineCounts(bytes("a\nb"), bytes("a\nc"))).toEqual({ added: 1, removed: 1 });
  expect(lineCounts(null, bytes(""))).toEqual({ added: 0, removed: 0 });
  expect(lineCounts(null, undefined)).toEqual({ added: 0, removed: 0 });
  const big = (tag: string) => bytes(Array.from({ length: 60_000 }, (_, at) => `${tag}${at * 7}`).join("\n"));
  expect(lineCounts(big("a"), big("b"))).toEqual({ added: 60_000, removed: 60_000 });
});
