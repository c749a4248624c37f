/** Events, entries and messages that nobody expects: shown as data or left out, never an exception. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PanelRecord } from "../../../extension/panel/messages.ts";
import { placesOf } from "../../../webview/transcript/find/places.ts";
import { linesOf } from "../../../webview/transcript/lines.ts";
import { chatState, event, factsOf, open, push, rowsOf, update } from "./chat.ts";

const kinds = [
  "message_start",
  "message_update",
  "message_end",
  "tool_execution_start",
  "tool_execution_update",
  "tool_execution_end",
  "bash_execution_update",
  "queue_update",
  "agent_end",
  "agent_settled",
  "compaction_end",
  "summarization_retry_scheduled",
  "extension_error",
  "session_info_changed",
  "weather_changed",
];
const deltas = [
  "text_start",
  "text_delta",
  "thinking_end",
  "toolcall_start",
  "toolcall_delta",
  "toolcall_end",
  "smell_delta",
];
const roles = ["user", "assistant", "toolResult", "bashExecution", "custom", "branchSummary", "system", "oracle"];

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(undefined, null, "", 0, [], {}));
const block = fc.oneof(
  odd,
  fc.record({
    type: fc.constantFrom("text", "thinking", "toolCall", "image", "hologram"),
    text: odd,
    thinking: odd,
    id: odd,
    name: odd,
    arguments: odd,
  }),
);
const message = fc.record({
  role: fc.constantFrom(...roles),
  content: fc.oneof(odd, fc.array(block, { maxLength: 3 })),
  timestamp: odd,
  stopReason: odd,
  errorMessage: odd,
  toolCallId: odd,
  toolName: odd,
  command: odd,
  output: odd,
  display: odd,
  customType: odd,
});
const delta = fc.record({
  type: fc.constantFrom(...deltas),
  contentIndex: fc.oneof(fc.nat(2), odd),
  delta: odd,
  content: odd,
  toolCall: odd,
});
const oddEvent = fc.record({
  type: fc.constantFrom(...kinds),
  message: fc.oneof(odd, message),
  assistantMessageEvent: fc.oneof(odd, delta),
  usage: odd,
  toolCallId: odd,
  toolName: odd,
  args: odd,
  result: odd,
  partialResult: odd,
  steering: odd,
  followUp: odd,
  delta: odd,
  id: odd,
  extensionPath: odd,
  error: odd,
  errorMessage: odd,
});
const oddEntry = fc.record({
  type: fc.constantFrom(
    "message",
    "compaction",
    "branch_summary",
    "custom",
    "custom_message",
    "label",
    "model_change",
    "session_info",
    "telepathy",
  ),
  message: fc.oneof(odd, message),
  timestamp: odd,
  summary: odd,
  details: odd,
  tokensBefore: odd,
  customType: odd,
  content: odd,
  data: odd,
  label: odd,
  targetId: odd,
  name: odd,
});

/** What drawing and finding read of each row. */
function read(view: ReturnType<typeof open>): void {
  const { turns } = view.transcript;
  for (const [at, turn] of turns.entries()) {
    for (const running of [true, false]) {
      for (const line of linesOf(turn, { last: at === turns.length - 1, running })) placesOf(line);
    }
  }
}

describe("case 37: whatever arrives", () => {
  it("as an event is a row or nothing, and what follows is taken in", () => {
    fc.assert(
      fc.property(fc.array(oddEvent, { minLength: 1, maxLength: 12 }), (events) => {
        let view = open({ state: chatState({ isStreaming: true }) });
        for (const one of events) view = push(view, event(one as never));
        read(view);
        const next = push(view, { kind: "notice", at: 9, level: "info", text: "still here", toast: false });
        expect(factsOf(next).at(-1)).toBe("notice: still here");
        expect(next.needsSnapshot).toBe(false);
      }),
      { numRuns: 400 },
    );
  });

  it("as an entry is a row or nothing", () => {
    fc.assert(
      fc.property(fc.array(oddEntry, { minLength: 1, maxLength: 12 }), (bodies) => {
        const entries = bodies.map((body, index) => ({
          ...body,
          id: `e${index}`,
          parentId: index === 0 ? null : `e${index - 1}`,
        }));
        read(open({ entries: entries as never }));
        let view = open();
        for (const entry of entries)
          view = push(view, { kind: "entries", entries: [entry], leafId: entry.id } as never);
        expect(view.needsSnapshot).toBe(false);
        read(view);
      }),
      { numRuns: 400 },
    );
  });

  it("as a record of the panel wire is a row that can be opened", () => {
    const record = { kind: "hologram", beam: 7 } as unknown as PanelRecord;
    expect(rowsOf(push(open(), record))).toMatchObject([{ kind: "unknown", name: "hologram", data: record }]);
  });

  it("in a message of an unknown role stands once, live and settled", () => {
    const prophecy = { role: "oracle", content: "x", timestamp: 3 };
    const live = push(
      open(),
      event({ type: "message_start", message: prophecy } as never),
      event({ type: "message_end", message: prophecy } as never),
    );
    expect(rowsOf(live)).toMatchObject([{ kind: "unknown", what: "role", name: "oracle", data: prophecy }]);
    const entry = { type: "message", id: "e0", parentId: null, timestamp: "", message: prophecy };
    const settled = push(live, { kind: "entries", entries: [entry], leafId: "e0" } as never);
    expect(rowsOf(settled)).toMatchObject([{ kind: "unknown", key: rowsOf(live)[0]?.key, entryId: "e0" }]);
  });

  it("in a block of an unknown type stands among the others", () => {
    const content = [{ type: "text", text: "a" }, { type: "hologram", beam: 7 }, null];
    const message = { role: "assistant", content, timestamp: 5, stopReason: "stop", provider: "p", model: "m" };
    const view = push(
      open(),
      update({ type: "text_delta", contentIndex: 0, delta: "a" }),
      event({ type: "message_end", message } as never),
    );
    expect(factsOf(view)).toEqual(["text: a", "unknown: block hologram", "unknown: block object"]);
  });
});
