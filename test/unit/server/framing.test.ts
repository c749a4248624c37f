import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BYTES_A_TURN, LineSplitter, readLines } from "../../../server/rpc/framing.ts";

function split(chunks: readonly Buffer[]): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

/** Cuts bytes at the given places, wherever these lie. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  const ends = [...sorted, bytes.length];
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}

test("behaviour 1.1, 1.2: any cutting of the bytes gives the same records", () => {
  const record = fc.string({ unit: "binary" }).map((text) => text.replace(/[\n\r]/g, ""));
  fc.assert(
    fc.property(fc.array(record, { minLength: 1 }), fc.array(fc.nat()), (records, places) => {
      const whole = records.map((text) => Buffer.from(text).toString());
      const bytes = Buffer.from(`${whole.join("\n")}\n`);
      expect(split(cut(bytes, places))).toEqual(whole);
    }),
  );
});

test("a carriage return before the line feed is dropped, and only one", () => {
  expect(split([Buffer.from("a\r\nb\r\r\nc\n")])).toEqual(["a", "b\r", "c"]);
});

test("the separators U+2028, U+2029 and U+0085 are data", () => {
  expect(split([Buffer.from("x\u2028y\u2029z\u0085\n")])).toEqual(["x\u2028y\u2029z\u0085"]);
});

test("behaviour 1.5: a last record without a line feed is reported at the end", () => {
  expect(split([Buffer.from("one\ntw"), Buffer.from("o")])).toEqual(["one", "two"]);
  expect(split([Buffer.from("one\n")])).toEqual(["one"]);
});

test("behaviour 1.7: an empty line is a record", () => {
  expect(split([Buffer.from("\n\r\n")])).toEqual(["", ""]);
});

test("a long record in small chunks is looked at once", () => {
  const chunk = Buffer.alloc(64 * 1024, "x");
  const chunks = Array.from({ length: 320 }, () => chunk);
  const lines = split([...chunks, Buffer.from("\n")]);
  expect(lines.map((line) => line.length)).toEqual([320 * 64 * 1024]);
});

test("behaviour 1.4: other work gets its turn while a huge record comes in", async () => {
  const input = new PassThrough({ highWaterMark: 8 * BYTES_A_TURN });
  const seen: string[] = [];
  const done = readLines(input, (line) => seen.push(line.length > 1 ? "record" : line));
  for (let sent = 0; sent < 4 * BYTES_A_TURN; sent += 64 * 1024) input.write(Buffer.alloc(64 * 1024, "x"));
  setImmediate(() => seen.push("other work"));
  input.end("\n");
  await done;
  expect(seen).toEqual(["other work", "record"]);
});

test("a broken input counts as its end", async () => {
  const input = new PassThrough();
  const lines: string[] = [];
  const done = readLines(input, (line) => lines.push(line));
  input.write("one\nhalf");
  await new Promise((resolve) => setImmediate(resolve));
  input.destroy(new Error("gone"));
  await done;
  expect(lines).toEqual(["one", "half"]);
});
