/** Messages of this panel: shown at once, and never twice beside the server's own copy. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PanelRecord } from "../../../extension/panel/messages.ts";
import type { ImageContent } from "../../../server/protocol/message.ts";
import type { ViewState } from "../../../webview/state/model.ts";
import { reduce } from "../../../webview/state/reducer.ts";
import { chain, chatState, event, factsOf, open, push, rowsOf, snapshot } from "./chat.ts";

function send(view: ViewState, id: string, text: string, images: ImageContent[] = []): ViewState {
  return reduce(view, { type: "sent", clientMessageId: id, text, images, at: 900 });
}

function echo(text: string, timestamp = 950) {
  return event({ type: "message_start", message: { role: "user", content: text, timestamp } });
}

function settled(text: string, timestamp = 950) {
  const entries = chain({ type: "message", message: { role: "user", content: text, timestamp } });
  return { kind: "entries" as const, entries, leafId: "e0" };
}

describe("case 77: a sent message", () => {
  it("is a bubble at once, the server's when it echoes, settled with its entry, and always one row", () => {
    let view = send(open(), "m1", "Hello");
    const key = rowsOf(view)[0]?.key;
    expect(rowsOf(view)).toMatchObject([{ kind: "user", text: "Hello", pending: { accepted: false } }]);
    view = push(view, { kind: "accepted", clientMessageId: "m1" });
    expect(rowsOf(view)).toMatchObject([{ pending: { accepted: true } }]);
    view = push(view, echo("Hello"));
    expect(rowsOf(view)).toMatchObject([{ key, text: "Hello" }]);
    expect(rowsOf(view)[0]).not.toHaveProperty("pending");
    view = push(view, settled("Hello"));
    expect(rowsOf(view)).toMatchObject([{ key, entryId: "e0" }]);
  });

  it("that a template expands is the expanded one, once", () => {
    let view = send(open(), "m1", "/fix-tests upload");
    view = push(
      view,
      echo("Fix the tests of upload. Run them first."),
      settled("Fix the tests of upload. Run them first."),
    );
    expect(factsOf(view)).toEqual(["user: Fix the tests of upload. Run them first."]);
  });

  it("matches its own echo, in order, when two look alike", () => {
    let view = send(send(open(), "m1", "go"), "m2", "go");
    const keys = rowsOf(view).map(({ key }) => key);
    view = push(view, echo("go", 1), echo("go", 2));
    expect(rowsOf(view).map(({ key }) => key)).toEqual(keys);
    expect(rowsOf(view).every((row) => row.kind === "user" && row.pending === undefined)).toBe(true);
  });

  it("stays behind what the server delivers from its queue", () => {
    const queued = open({ state: chatState({ queue: { steering: ["first"], followUp: [] } }) });
    let view = send(queued, "m1", "second");
    view = push(view, event({ type: "queue_update", steering: [], followUp: [] }), echo("first", 1));
    expect(factsOf(view)).toEqual(["user: first", "user: second"]);
    expect(rowsOf(view)[1]).toMatchObject({ pending: { clientMessageId: "m1" } });
  });

  it("is one row at any time, whatever tells of it and in whatever order", () => {
    const told = fc.array(fc.constantFrom("accepted", "snapshot", "again", "stale"), { maxLength: 8 });
    fc.assert(
      fc.property(fc.boolean(), told, fc.nat(8), fc.nat(8), (isTemplate, others, echoAt, entryAt) => {
        const text = isTemplate ? "Fix the tests of upload. Run them first." : "/fix-tests upload";
        const steps: string[] = [...others];
        steps.splice(Math.min(echoAt, steps.length), 0, "echo");
        // The entry follows the echo; a snapshot after it has the message, one before it has not.
        steps.splice(Math.max(steps.indexOf("echo") + 1, Math.min(entryAt, steps.length)), 0, "entry");
        let view = send(open(), "m1", "/fix-tests upload");
        const { entries } = settled(text);
        const records: PanelRecord[] = [];
        for (const step of steps) {
          const record =
            step === "accepted"
              ? ({ kind: "accepted", clientMessageId: "m1" } as const)
              : step === "echo"
                ? echo(text)
                : settled(text);
          const from = view.seq;
          if (step === "snapshot") {
            const isSettled = records.some(({ kind }) => kind === "entries");
            const now = isSettled ? { entries } : { records: records.filter(({ kind }) => kind === "event") };
            view = reduce(view, { type: "host", message: snapshot({ seq: from + 1, ...now }) });
          } else if (step === "stale") view = reduce(view, { type: "host", message: snapshot({ seq: from - 1 }) });
          else if (step === "again")
            view = reduce(view, {
              type: "host",
              message: { type: "batch", from: from - 1, to: from, records: [echo(text)] },
            });
          else {
            records.push(record);
            view = push(view, record);
          }
          expect(rowsOf(view).filter(({ kind }) => kind === "user")).toHaveLength(1);
        }
        expect(factsOf(view)).toEqual([`user: ${text}`]);
        expect(rowsOf(view)).toMatchObject([{ entryId: "e0" }]);
      }),
      { numRuns: 500 },
    );
  });

  it("is no bubble while the agent runs, as the queue shows it", () => {
    expect(rowsOf(send(open({ state: chatState({ isStreaming: true }) }), "m1", "Hello"))).toEqual([]);
  });

  it("leaves the transcript when it turns out to be queued", () => {
    const view = push(send(open(), "m1", "Hello"), {
      kind: "state",
      patch: { queue: { steering: ["Hello"], followUp: [] } },
    });
    expect(rowsOf(view)).toEqual([]);
  });

  it("is no bubble when it is a command of an agent extension", () => {
    const commands = [{ name: "review", source: "extension" as const }];
    expect(rowsOf(send(open({ state: chatState({ commands }) }), "m1", "/review now"))).toEqual([]);
  });

  it("that is refused returns to the composer with its images, and the reason is said", () => {
    const images = [{ type: "image" as const, data: "x", mimeType: "image/png" }];
    let view = send(open(), "m1", "Hello", images);
    view = push(view, { kind: "refused", clientMessageId: "m1", error: "No model", text: "Hello", images });
    expect(factsOf(view)).toEqual(["notice: No model"]);
    expect(view.composerText).toMatchObject({ text: "Hello", images, reason: "refused" });
  });

  it("outlives a snapshot that does not have it, and gives way to one that does", () => {
    const view = send(open(), "m1", "Hello");
    const without = reduce(view, { type: "host", message: snapshot({ seq: 2 }) });
    expect(rowsOf(without)).toMatchObject([{ text: "Hello", pending: { clientMessageId: "m1" } }]);
    const { entries } = settled("Hello");
    const withIt = reduce(view, { type: "host", message: snapshot({ seq: 2, entries }) });
    expect(rowsOf(withIt)).toMatchObject([{ text: "Hello", entryId: "e0" }]);
  });
});

describe("a direct command", () => {
  const result = { output: "a\nb\n", exitCode: 0, cancelled: false, truncated: false };
  const entry = { role: "bashExecution", command: "ls", ...result, timestamp: 5 };

  it("is one row from its start to its entry", () => {
    let view = reduce(open(), { type: "bashStarted", key: "bash:1", command: "ls", excludeFromContext: false, at: 1 });
    const started = {
      type: "bash_execution_update" as const,
      id: 7,
      channel: "stdout" as const,
      delta: "",
      command: "ls",
    };
    view = push(
      view,
      { kind: "event", at: 2, event: started },
      event({ ...started, delta: "a\n" }),
      event({ ...started, delta: "b\n" }),
    );
    expect(rowsOf(view)).toMatchObject([
      { kind: "bash", key: "bash:1", state: "running", output: "a\nb\n", bashId: 7 },
    ]);
    view = push(view, { kind: "entries", entries: chain({ type: "message", message: entry }), leafId: "e0" });
    view = reduce(view, { type: "bashEnded", key: "bash:1", result, at: 9 });
    expect(rowsOf(view)).toMatchObject([{ key: "bash:1", entryId: "e0", state: "done", exitCode: 0, durationMs: 8 }]);
  });

  it("keeps its output apart from another that runs beside it", () => {
    const start = (view: ViewState, key: string, command: string) =>
      reduce(view, { type: "bashStarted", key, command, excludeFromContext: false, at: 1 });
    const update = (id: number, delta: string, command?: string) => ({
      kind: "event" as const,
      at: 2,
      event: {
        type: "bash_execution_update" as const,
        id,
        channel: "stdout" as const,
        delta,
        ...(command ? { command } : {}),
      },
    });
    let view = start(start(open(), "bash:1", "one"), "bash:2", "two");
    view = push(view, update(2, "", "two"), update(1, "", "one"), update(2, "2"), update(1, "1"), update(2, "2"));
    expect(rowsOf(view)).toMatchObject([
      { command: "one", output: "1" },
      { command: "two", output: "22" },
    ]);
  });

  it("that failed to start says why", () => {
    let view = reduce(open(), { type: "bashStarted", key: "bash:1", command: "ls", excludeFromContext: false, at: 1 });
    view = reduce(view, { type: "bashEnded", key: "bash:1", result: { error: "No shell" }, at: 2 });
    expect(rowsOf(view)).toMatchObject([{ state: "failed", output: "No shell" }]);
  });
});
