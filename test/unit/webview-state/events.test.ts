/** Tools, errors, retries, and what this panel does not know. */
import { describe, expect, it } from "vitest";
import type { RpcEvent } from "../../../server/protocol/event.ts";
import { reduce } from "../../../webview/state/reducer.ts";
import { hasConversation } from "../../../webview/state/transcript.ts";
import { assistant, chain, chatState, event, factsOf, open, push, rowsOf, update } from "./chat.ts";

const call = { type: "toolCall" as const, id: "c1", name: "bash", arguments: { command: "ls" } };
const started = event({ type: "message_start", message: assistant({ stopReason: "pending", timestamp: 7 }) });
const execution = { toolCallId: "c1", toolName: "bash" };
const output = (text: string) => ({ content: [{ type: "text" as const, text }] });

describe("a tool call", () => {
  const announced = push(
    open(),
    started,
    update({ type: "toolcall_start", contentIndex: 0 }),
    update({ type: "toolcall_delta", contentIndex: 0, delta: '{"command":"l' }),
  );

  it("waits while its arguments arrive, runs, and is done", () => {
    expect(rowsOf(announced)).toMatchObject([{ kind: "tool", state: "waiting", argsText: '{"command":"l' }]);
    const ended = push(announced, update({ type: "toolcall_end", contentIndex: 0, toolCall: call }));
    const running = push(
      ended,
      event({ type: "tool_execution_start", ...execution, args: call.arguments }, 2000),
      event({ type: "tool_execution_update", ...execution, args: call.arguments, partialResult: output("a") }, 2500),
    );
    expect(rowsOf(running)).toMatchObject([
      { state: "running", name: "bash", args: { command: "ls" }, argsText: "", result: output("a") },
    ]);
    const done = push(
      running,
      event({ type: "tool_execution_end", ...execution, result: output("a\nb"), isError: false }, 3000),
    );
    expect(rowsOf(done)).toMatchObject([{ state: "done", result: output("a\nb"), durationMs: 1000 }]);
    expect(new Set([announced, ended, running, done].map((view) => rowsOf(view)[0]?.key)).size).toBe(1);
  });

  it("keeps its state when the message that calls it settles", () => {
    const message = assistant({ timestamp: 7, content: [call], stopReason: "toolUse" });
    const running = push(
      announced,
      event({ type: "message_end", message }),
      event({ type: "tool_execution_start", ...execution, args: {} }),
    );
    const settled = push(running, { kind: "entries", entries: chain({ type: "message", message }), leafId: "e0" });
    expect(rowsOf(settled)).toMatchObject([{ state: "running", entryId: "e0" }]);
  });

  it("that no message announced has a row of its own", () => {
    const view = push(open(), event({ type: "tool_execution_start", ...execution, args: { command: "ls" } }));
    expect(rowsOf(view)).toMatchObject([{ kind: "tool", name: "bash", state: "running" }]);
  });

  it("that fails says so", () => {
    const view = push(
      announced,
      update({ type: "toolcall_end", contentIndex: 0, toolCall: call }),
      event({ type: "tool_execution_end", ...execution, result: output("no"), isError: true }),
    );
    expect(rowsOf(view)).toMatchObject([{ state: "failed" }]);
  });

  it("stops with its run, unless the run is tried again", () => {
    const again = push(announced, event({ type: "agent_end", messages: [], willRetry: true }));
    expect(rowsOf(again)).toMatchObject([{ state: "waiting" }]);
    expect(rowsOf(push(announced, event({ type: "agent_end", messages: [] })))).toMatchObject([{ state: "stopped" }]);
    expect(rowsOf(push(announced, event({ type: "agent_settled" })))).toMatchObject([{ state: "stopped" }]);
  });
});

describe("an answer that fails", () => {
  const failed = (timestamp: number) => [
    event({ type: "message_start", message: assistant({ timestamp, stopReason: "pending" }) }),
    event({
      type: "message_end",
      message: assistant({ timestamp, stopReason: "error", errorMessage: "529 overloaded" }),
    }),
  ];

  it("is an attempt once another follows", () => {
    const once = push(open(), ...failed(1));
    expect(rowsOf(once)).toMatchObject([{ kind: "error", attempt: false, message: "529 overloaded", provider: "p" }]);
    expect(rowsOf(push(once, ...failed(2)))).toMatchObject([{ attempt: true }, { attempt: false }]);
  });

  it("is one in the entries, too", () => {
    const entry = (timestamp: number) => ({ type: "message", message: assistant({ timestamp, stopReason: "error" }) });
    expect(rowsOf(open({ entries: chain(entry(1), entry(2)) }))).toMatchObject([{ attempt: true }, { attempt: false }]);
  });

  it("keeps the text so far", () => {
    const message = assistant({
      timestamp: 1,
      stopReason: "error",
      errorMessage: "cut",
      content: [{ type: "text", text: "Half" }],
    });
    expect(factsOf(push(open(), event({ type: "message_end", message })))).toEqual(["text: Half", "error: error cut"]);
  });
});

describe("case 37: what is not known", () => {
  it("is a row that can be opened, or nothing; never an exception", () => {
    const odd = { type: "cache_hint", cache: { hit: true } } as unknown as RpcEvent;
    expect(rowsOf(push(open(), event(odd)))).toMatchObject([
      { kind: "unknown", what: "event", name: "cache_hint", data: odd },
    ]);
    const record = { kind: "hologram" } as never;
    expect(rowsOf(push(open(), record))).toMatchObject([{ kind: "unknown", name: "hologram" }]);
    const delta = update({ type: "smell_delta", contentIndex: 0, delta: "x" } as never);
    expect(rowsOf(push(open(), started, delta))).toEqual([]);
    const level = { kind: "notice", at: 1, level: "fatal", text: "x", toast: false } as never;
    expect(rowsOf(push(open(), level))).toMatchObject([{ kind: "notice", level: "fatal" }]);
  });

  it("in entries of other agents does not break the transcript", () => {
    const entries = chain(
      { type: "message", message: assistant({ content: undefined as never }) },
      { type: "message", message: { role: "user", content: null, timestamp: 1 } },
      { type: "message", message: null },
      {
        type: "message",
        message: { role: "toolResult", toolCallId: "gone", toolName: "read", content: null, isError: false },
      },
      { type: "model_change", modelId: "x" },
      { type: "compaction", summary: undefined },
    );
    expect(() => open({ entries })).not.toThrow();
  });
});

describe("the rest of the view", () => {
  it("shows a toast once, and at most three", () => {
    const say = (text: string) => ({ kind: "notice" as const, at: 1, level: "info" as const, text, toast: true });
    const view = push(open(), say("a"), say("b"), say("a"), say("c"), say("d"));
    expect(view.toasts.map(({ text }) => text)).toEqual(["a", "c", "d"]);
    expect(rowsOf(view)).toHaveLength(5);
    expect(reduce(view, { type: "dismissToast", id: view.toasts[0]?.id ?? 0 }).toasts).toHaveLength(2);
  });

  it("opens what the host wants to have the focus", () => {
    const view = push(open(), { kind: "focus", target: "find" }, { kind: "focus", target: "tree" });
    expect(view).toMatchObject({ findOpen: true, treeOpen: true, focusRequest: { target: "tree" } });
  });

  it("knows an empty conversation from one that has begun", () => {
    const fresh = open({ entries: chain({ type: "model_change", provider: "p", modelId: "m" }) });
    expect(hasConversation(fresh.transcript)).toBe(false);
    expect(
      hasConversation(push(fresh, started, update({ type: "text_delta", contentIndex: 0, delta: "x" })).transcript),
    ).toBe(true);
  });

  it("patches the chat's state key by key", () => {
    const view = push(open({ state: chatState({ title: "a" }) }), { kind: "state", patch: { isStreaming: true } });
    expect(view.chat).toMatchObject({ isStreaming: true, title: "a" });
  });

  it("takes the whole of a clipped entry in place of its part", () => {
    const clipped = chain({
      type: "message",
      message: assistant({ content: [{ type: "text", text: "Be", clipped: { bytes: 9 } } as never] }),
    });
    const whole = chain({ type: "message", message: assistant({ content: [{ type: "text", text: "Beginning" }] }) });
    const before = open({ entries: clipped });
    expect(rowsOf(before)).toMatchObject([{ text: "Be", clipped: 9 }]);
    const after = reduce(before, { type: "whole", entries: whole });
    expect(rowsOf(after)).toMatchObject([{ text: "Beginning", key: rowsOf(before)[0]?.key }]);
    expect(rowsOf(after)[0]).not.toHaveProperty("clipped");
  });

  it("takes the whole of a clipped result without losing the call", () => {
    const result = (text: string, extra = {}) => ({
      role: "toolResult",
      toolCallId: "c1",
      toolName: "bash",
      content: [{ type: "text", text, ...extra }],
      isError: false,
      timestamp: 2,
    });
    const asked = { type: "message", message: assistant({ content: [call], stopReason: "toolUse" }) };
    const view = open({ entries: chain(asked, { type: "message", message: result("a", { clipped: { bytes: 9 } }) }) });
    expect(rowsOf(view)).toMatchObject([{ clipped: 9, args: { command: "ls" } }]);
    const entry = chain(asked, { type: "message", message: result("all of it") })[1];
    const whole = rowsOf(reduce(view, { type: "whole", entries: [entry as never] }));
    expect(whole).toMatchObject([
      { state: "done", args: { command: "ls" }, result: { content: [{ text: "all of it" }] } },
    ]);
    expect(whole[0]).not.toHaveProperty("clipped");
  });
});
