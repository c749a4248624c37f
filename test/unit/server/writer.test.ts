import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { RecordWriter } from "../../../server/rpc/writer.ts";

/** A reader that takes nothing until `let go` is called. */
class SlowReader extends Writable {
  readonly chunks: string[] = [];
  #pending: (() => void) | undefined;
  #open = false;

  constructor() {
    super({ decodeStrings: false, highWaterMark: 16 });
  }

  override _write(chunk: string, _encoding: string, callback: () => void): void {
    this.chunks.push(chunk);
    if (this.#open) callback();
    else this.#pending = callback;
  }

  letGo(): void {
    this.#open = true;
    this.#pending?.();
  }
}

test("records of one turn leave in order and in one write", async () => {
  const reader = new SlowReader();
  reader.letGo();
  const writer = new RecordWriter(reader);
  writer.write({ type: "a" });
  writer.write({ type: "b" });
  await writer.flushed();
  expect(reader.chunks[0]).toBe('{"type":"a"}\n{"type":"b"}\n');
});

test("producers wait while the reader does not read, and nothing is lost", async () => {
  const reader = new SlowReader();
  const writer = new RecordWriter(reader);
  expect(writer.ready()).toBeUndefined();
  writer.write({ type: "a", text: "x".repeat(100) });
  await new Promise((resolve) => setImmediate(resolve));
  const ready = writer.ready();
  expect(ready).toBeInstanceOf(Promise);
  writer.write({ type: "b" });
  reader.letGo();
  await ready;
  expect(writer.ready()).toBeUndefined();
  await writer.flushed();
  const types = reader.chunks
    .join("")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { type: string }).type);
  expect(types).toEqual(["a", "b"]);
});

test("a reader that has gone ends the writing and lets producers go on", async () => {
  const reader = new SlowReader();
  const writer = new RecordWriter(reader);
  writer.write({ type: "a", text: "x".repeat(100) });
  await new Promise((resolve) => setImmediate(resolve));
  const ready = writer.ready();
  reader.destroy(new Error("EPIPE"));
  await Promise.all([ready, writer.broken]);
  expect(writer.closed).toBe(true);
  writer.write({ type: "b" });
  await writer.flushed();
});

test("the observer sees each record as it stands on the wire", () => {
  const seen: string[] = [];
  const writer = new RecordWriter(new SlowReader(), (line) => seen.push(line));
  writer.write({ type: "a", note: "\u2028" });
  expect(seen).toEqual(['{"type":"a","note":"\u2028"}']);
});

test("message_update records are written as JSON.stringify would, whether their usage is shared or not", () => {
  const seen: string[] = [];
  const writer = new RecordWriter(new SlowReader(), (line) => seen.push(line));
  const usage = { input: 1, cost: { total: 0.5 } };
  const records = [
    { type: "message_update", usage, assistantMessageEvent: { type: "text_delta", contentIndex: 0, delta: 'a"\n' } },
    { type: "message_update", usage, endTurn: false, assistantMessageEvent: { type: "text_start", contentIndex: 1 } },
    { type: "message_update", usage: { input: 2 }, assistantMessageEvent: { type: "text_end" } },
    { type: "message_update", usage, assistantMessageEvent: { type: "text_end" } },
  ];
  for (const record of records) writer.write(record);
  expect(seen).toEqual(records.map((record) => JSON.stringify(record)));
});
