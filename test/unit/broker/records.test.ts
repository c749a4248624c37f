import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_DELTA, RecordList, splitLargeDelta } from "../../../extension/broker/records.ts";
import type { PanelRecord } from "../../../extension/panel/messages.ts";
import type { RpcEvent } from "../../../server/protocol/event.ts";

const usage = {} as never;
const record = (event: RpcEvent): PanelRecord => ({ kind: "event", at: 1, event });
const text = (contentIndex: number, delta: string, type: "text_delta" | "thinking_delta" = "text_delta"): RpcEvent => ({
  type: "message_update",
  usage,
  assistantMessageEvent: { type, contentIndex, delta },
});
const bash = (id: string, channel: "stdout" | "stderr", delta: string): RpcEvent => ({
  type: "bash_execution_update",
  id,
  channel,
  delta,
});
const tool = (toolCallId: string, output: string): RpcEvent => ({
  type: "tool_execution_update",
  toolCallId,
  toolName: "bash",
  args: {},
  partialResult: { content: [{ type: "text", text: output }] },
});

/** What each stream amounts to: deltas joined by stream in order, the last output of each tool. */
function sums(records: readonly PanelRecord[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const one of records) {
    if (one.kind !== "event") continue;
    const { event } = one;
    if (event.type === "message_update" && "delta" in event.assistantMessageEvent) {
      const { type, contentIndex, delta } = event.assistantMessageEvent;
      found[`${type} ${contentIndex}`] = (found[`${type} ${contentIndex}`] ?? "") + delta;
    } else if (event.type === "bash_execution_update") {
      found[`bash ${event.id} ${event.channel}`] = (found[`bash ${event.id} ${event.channel}`] ?? "") + event.delta;
    } else if (event.type === "tool_execution_update") {
      found[`tool ${event.toolCallId}`] = JSON.stringify(event.partialResult);
    }
  }
  return found;
}

const events = fc.array(
  fc.oneof(
    fc
      .tuple(fc.nat(1), fc.string(), fc.constantFrom("text_delta" as const, "thinking_delta" as const))
      .map((a) => text(...a)),
    fc
      .tuple(fc.constantFrom("a", "b"), fc.constantFrom("stdout" as const, "stderr" as const), fc.string())
      .map((a) => bash(...a)),
    fc.tuple(fc.constantFrom("t1", "t2"), fc.string()).map((a) => tool(...a)),
    fc.constant<RpcEvent>({ type: "turn_start" }),
  ),
);

test("merging changes nothing of what the streams amount to, taken whole or in parts", () => {
  fc.assert(
    fc.property(events, fc.array(fc.integer({ min: 1, max: 2000 })), (all, sizes) => {
      const list = new RecordList();
      const taken: PanelRecord[] = [];
      all.forEach((event, at) => {
        list.push(record(event));
        const size = sizes[at];
        if (size !== undefined) taken.push(...list.take(size));
      });
      taken.push(...list.take(Number.POSITIVE_INFINITY));
      expect(list.length).toBe(0);
      expect(sums(taken)).toEqual(sums(all.map(record)));
    }),
  );
});

test("a long answer of small deltas is few records", () => {
  const list = new RecordList();
  for (let i = 0; i < 10_000; i++) list.push(record(text(0, "word ")));
  expect(list.length).toBe(Math.ceil(50_000 / MAX_DELTA));
});

test("a huge delta is cut into several that joined are the same, never through a character", () => {
  const delta = `${"x".repeat(MAX_DELTA - 1)}😀${"y".repeat(MAX_DELTA * 2)}`;
  const parts = splitLargeDelta(text(0, delta));
  const deltas = parts.map(
    (part) => (part as { assistantMessageEvent: { delta: string } }).assistantMessageEvent.delta,
  );
  expect(deltas.join("")).toBe(delta);
  for (const part of deltas) expect(part.isWellFormed()).toBe(true);
});

test("patches that follow one another are one, the later field winning", () => {
  const list = new RecordList();
  list.push({ kind: "state", patch: { isStreaming: true, title: "a" } });
  list.push({ kind: "state", patch: { title: "b" } });
  expect(list.records).toEqual([{ kind: "state", patch: { isStreaming: true, title: "b" } }]);
});
