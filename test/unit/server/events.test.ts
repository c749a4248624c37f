import type { AgentSessionEvent } from "@earendil-works/pi-coding-agent";
import { expect, test } from "vitest";
import { EventMapper } from "../../../server/session/events.ts";
import { wireMessages } from "../../../server/session/wire.ts";

const map = (...events: object[]) => {
  const mapper = new EventMapper();
  return events.map((event) => mapper.map(event as AgentSessionEvent));
};

const usage = {
  input: 1,
  output: 2,
  cacheRead: 3,
  cacheWrite: 4,
  totalTokens: 10,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.5 },
};
const assistant = {
  role: "assistant",
  content: [],
  api: "a",
  provider: "p",
  model: "m",
  usage,
  stopReason: "stop",
  timestamp: 1,
};

test("behaviour 2.9: message_update carries usage and no snapshot, endTurn only when reported", () => {
  const update = (message: object) => ({
    type: "message_update",
    message,
    assistantMessageEvent: { type: "text_delta", contentIndex: 0, delta: "x", partial: message },
  });
  const [plain, reported, without] = map(
    update(assistant),
    update({ ...assistant, endTurn: false }),
    update({ ...assistant, usage: undefined }),
  );
  expect(plain).toEqual({
    type: "message_update",
    usage,
    assistantMessageEvent: { type: "text_delta", contentIndex: 0, delta: "x" },
  });
  expect(reported).toMatchObject({ endTurn: false });
  expect(without).toMatchObject({ usage: { input: 0, cost: { total: 0 } } });
});

test("the usage of an update is the one of its moment", () => {
  const message = { ...assistant, usage: { ...usage, cost: { ...usage.cost } } };
  const mapper = new EventMapper();
  const update = { type: "message_update", message, assistantMessageEvent: { type: "text_start", contentIndex: 0 } };
  const first = mapper.map(update as unknown as AgentSessionEvent);
  message.usage.output = 99;
  const second = mapper.map(update as unknown as AgentSessionEvent);
  expect([first, second].map((record) => (record as { usage: typeof usage }).usage.output)).toEqual([2, 99]);
});

test("a tool call has its name from the start", () => {
  const partial = { ...assistant, content: [{ type: "toolCall", id: "c1", name: "bash", arguments: {} }] };
  const [record] = map({
    type: "message_update",
    message: partial,
    assistantMessageEvent: { type: "toolcall_start", contentIndex: 0, partial },
  });
  expect(record).toMatchObject({
    assistantMessageEvent: { type: "toolcall_start", contentIndex: 0, id: "c1", toolName: "bash" },
  });
});

test("system messages are no part of the conversation", () => {
  const system = { role: "system", content: "rules", timestamp: 1 };
  const [start, end] = map(
    { type: "message_start", message: system },
    { type: "agent_end", messages: [system, assistant], willRetry: false },
  );
  expect(start).toBeUndefined();
  expect(end).toEqual({ type: "agent_end", messages: [assistant], willRetry: false });
});

test("what the page calls null is null, and what is not there is absent", () => {
  const [failed, aborted] = map(
    {
      type: "compaction_end",
      reason: "manual",
      result: undefined,
      aborted: false,
      willRetry: false,
      errorMessage: "no",
    },
    {
      type: "compaction_end",
      reason: "manual",
      result: undefined,
      aborted: true,
      willRetry: false,
      errorMessage: undefined,
    },
  );
  expect(failed).toEqual({
    type: "compaction_end",
    reason: "manual",
    result: null,
    aborted: false,
    willRetry: false,
    errorMessage: "no",
  });
  expect(aborted).not.toHaveProperty("errorMessage");
});

test("behaviour 5.16: an overflow that is given up on is marked, one that failed on the way is not", () => {
  const end = { type: "compaction_end", reason: "overflow", aborted: false, willRetry: false, errorMessage: "x" };
  const [, failed, givenUp] = map({ type: "compaction_start", reason: "overflow" }, end, end);
  expect(failed).not.toHaveProperty("unresolvedOverflow");
  expect(givenUp).toMatchObject({ unresolvedOverflow: true });
});

test("tool events have content, and details only when there are some", () => {
  const [update, end] = map(
    { type: "tool_execution_update", toolCallId: "c", toolName: "bash", args: {}, partialResult: {} },
    {
      type: "tool_execution_end",
      toolCallId: "c",
      toolName: "bash",
      result: { content: [], details: null },
      isError: true,
      durationMs: 3,
    },
  );
  expect(update).toMatchObject({ partialResult: { content: [] } });
  expect((update as { partialResult: object }).partialResult).not.toHaveProperty("details");
  expect(end).toMatchObject({ result: { content: [], details: null }, isError: true, durationMs: 3 });
});

test("events that are reported elsewhere have no record here", () => {
  expect(map({ type: "entry_appended", entry: {} }, { type: "something_new" })).toEqual([undefined, undefined]);
});

test("messages of older files get what the page promises", () => {
  const messages = [
    { role: "assistant", content: null },
    { role: "compactionSummary", summary: "before", tokensBefore: 1, timestamp: 7 },
    { role: "somethingElse", x: 1 },
  ];
  expect(wireMessages(messages as never)).toEqual([
    expect.objectContaining({
      role: "assistant",
      content: [],
      provider: "unknown",
      usage: expect.objectContaining({ totalTokens: 0 }) as object,
    }),
    { role: "custom", customType: "compaction", content: "before", display: true, timestamp: 7 },
    { role: "somethingElse", x: 1 },
  ]);
});
