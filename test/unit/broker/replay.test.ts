import fc from "fast-check";
import { expect, test } from "vitest";
import { ReplayLog } from "../../../extension/broker/replay.ts";
import type { PanelRecord } from "../../../extension/panel/messages.ts";
import type { SessionEntry } from "../../../server/protocol/entry.ts";
import type { RpcEvent } from "../../../server/protocol/event.ts";

const event = (fields: Record<string, unknown>): PanelRecord => ({ kind: "event", at: 1, event: fields as RpcEvent });
const message = (timestamp: number) => ({ role: "assistant", timestamp, content: [] });
const entry = (fields: Record<string, unknown>) =>
  ({
    type: "message",
    id: JSON.stringify(fields),
    parentId: null,
    timestamp: "",
    message: fields,
  }) as unknown as SessionEntry;
const update = (delta: string) =>
  event({ type: "message_update", usage: {}, assistantMessageEvent: { type: "text_delta", contentIndex: 0, delta } });
const types = (log: ReplayLog) => log.records.map((one) => (one.kind === "event" ? one.event.type : one.kind));

/** A run of messages, each with tools that may still run while the next streams. */
test("frames of settled messages leave, those of others stay, wherever the settling falls", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 8 }),
      fc.nat(),
      fc.nat(),
      (tools, ended, settled) => {
        const log = new ReplayLog();
        const messages = tools.length;
        const endedCount = messages === 0 ? 0 : ended % (messages + 1);
        tools.forEach((count, at) => {
          log.push(event({ type: "message_start", message: message(at) }));
          log.push(update(`m${at}`));
          if (at < endedCount) log.push(event({ type: "message_end", message: message(at) }));
          for (let tool = 0; tool < count && at < endedCount; tool++) {
            log.push(event({ type: "tool_execution_start", toolCallId: `${at}-${tool}` }));
          }
          if (at >= endedCount) return;
        });
        const settledCount = endedCount === 0 ? 0 : settled % (endedCount + 1);
        log.settle(Array.from({ length: settledCount }, (_, at) => entry(message(at))));
        const starts = log.records.filter((one) => one.kind === "event" && one.event.type === "message_start");
        expect(starts).toHaveLength(messages - settledCount);
        const running = log.records.filter((one) => one.kind === "event" && one.event.type === "tool_execution_start");
        expect(running).toHaveLength(tools.slice(0, endedCount).reduce((sum, count) => sum + count, 0));
      },
    ),
  );
});

test("a tool's events leave when its result has settled", () => {
  const log = new ReplayLog();
  for (const id of ["a", "b"]) log.push(event({ type: "tool_execution_start", toolCallId: id }));
  log.push(event({ type: "tool_execution_end", toolCallId: "a" }));
  log.settle([entry({ role: "toolResult", toolCallId: "a", timestamp: 3 })]);
  expect(types(log)).toEqual(["tool_execution_start"]);
});

test("what the host remarked outlives the entries around it, up to a limit", () => {
  const log = new ReplayLog();
  for (let at = 0; at < 500; at++) log.push({ kind: "notice", at, level: "info", text: "x", toast: false });
  log.push({ kind: "requestDone", at: 500, id: "r", title: "?", outcome: { kind: "cancelled" } });
  log.settle([]);
  log.endRun();
  expect(log.records).toHaveLength(200);
  expect(log.records[0]).toMatchObject({ at: 301 });
});

test("state is not kept, and the end of a run leaves running commands of the person", () => {
  const log = new ReplayLog();
  log.push({ kind: "state", patch: { isStreaming: true } });
  log.push(event({ type: "agent_start" }));
  log.push(event({ type: "bash_execution_update", id: "c1", channel: "stdout", delta: "x" }));
  log.endRun();
  expect(types(log)).toEqual(["bash_execution_update"]);
  log.endBash("c1");
  expect(log.records).toEqual([]);
});
