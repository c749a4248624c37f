/** The transcript is what the entries on the active path say: at once, in pages, or as they settle. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { initialView } from "../../../webview/state/model.ts";
import { reduce } from "../../../webview/state/reducer.ts";
import type { Row } from "../../../webview/state/transcript.ts";
import { linesOf } from "../../../webview/transcript/lines.ts";
import { anyTree, pathTo, saidOn } from "./any-tree.ts";
import { assistant, chain, event, fact, factsOf, open, push, rowsOf, snapshot, update } from "./chat.ts";

describe("case 39: entries", () => {
  it("on the active path are the transcript, for any tree, fork, compaction and leaf", () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), (entries, pick) => {
        const path = pathTo(entries, `e${pick % entries.length}`);
        const view = open({ entries: path });
        expect(factsOf(view)).toEqual(saidOn(path));
        expect(view.transcript.leafId).toBe(path.at(-1)?.id);
      }),
    );
  });

  it("are the transcript again after each move to another branch", () => {
    fc.assert(
      fc.property(anyTree, fc.array(fc.nat(), { minLength: 2, maxLength: 6 }), (entries, leaves) => {
        let view = open();
        for (const [move, pick] of leaves.entries()) {
          const path = pathTo(entries, `e${pick % entries.length}`);
          view = reduce(view, { type: "host", message: snapshot({ seq: 2 + move, entries: path }) });
          expect(factsOf(view)).toEqual(saidOn(path));
        }
      }),
    );
  });

  it("are drawn whole: every row that says something stands in one line, in order", () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), (entries, pick) => {
        const view = open({ entries: pathTo(entries, `e${pick % entries.length}`) });
        const { turns } = view.transcript;
        const drawn = turns.flatMap((turn, at) =>
          linesOf(turn, { last: at === turns.length - 1, running: false }).flatMap((line) =>
            line.kind === "run" ? line.rows.map(fact) : "row" in line ? [fact(line.row)] : [],
          ),
        );
        // A model, a level, a name or a label that is what it was before has not changed.
        const isChange = (row: Row) => row.kind === "change" && (row.from === undefined || row.from === row.to);
        const rows = rowsOf(view).filter(
          (row) =>
            !isChange(row) ||
            (row.kind === "change" && row.to !== row.from && (row.what === "label" || row.what === "name")),
        );
        expect(drawn).toEqual(rows.map(fact));
      }),
    );
  });

  it("give the same transcript page by page", () => {
    fc.assert(
      fc.property(anyTree, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (entries, sizes) => {
        const path = pathTo(entries, entries.at(-1)?.id ?? "");
        const whole = factsOf(open({ entries: path }));
        let start = Math.max(0, path.length - 1 - ((sizes[0] ?? 0) % path.length));
        let view = open({ entries: path.slice(start), olderCount: start, leafId: path.at(-1)?.id ?? null });
        for (let at = 1; start > 0; at += 1) {
          const from = Math.max(0, start - 1 - ((sizes[at % sizes.length] ?? 0) % 6));
          const before = path[start]?.id ?? "";
          view = reduce(view, { type: "older", before, data: { entries: path.slice(from, start), olderCount: from } });
          start = from;
        }
        expect(view.transcript.olderCount).toBe(0);
        expect(factsOf(view)).toEqual(whole);
        expect(view.transcript.entries).toEqual(path);
      }),
    );
  });

  it("give the same transcript as they settle one by one", () => {
    fc.assert(
      fc.property(anyTree, (entries) => {
        const path = pathTo(entries, entries.at(-1)?.id ?? "");
        let view = open();
        for (const entry of path) view = push(view, { kind: "entries", entries: [entry], leafId: entry.id });
        view = push(view, event({ type: "agent_settled" }));
        expect(view.needsSnapshot).toBe(false);
        expect(factsOf(view)).toEqual(factsOf(open({ entries: path })));
      }),
    );
  });

  it("have keys of their own", () => {
    fc.assert(
      fc.property(anyTree, (entries) => {
        const keys = rowsOf(open({ entries: pathTo(entries, entries.at(-1)?.id ?? "") })).map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it("that leave the path ask for a snapshot", () => {
    const path = chain({ type: "session_info", name: "a" }, { type: "session_info", name: "b" });
    const view = push(open({ entries: path }), { kind: "entries", entries: [], leafId: "e0" });
    expect(view.needsSnapshot).toBe(true);
  });

  it("that came already add nothing", () => {
    const path = chain({ type: "session_info", name: "a" }, { type: "session_info", name: "b" });
    const view = push(open({ entries: path }), { kind: "entries", entries: path, leafId: "e1" });
    expect(factsOf(view)).toEqual(["change: name a", "change: name b"]);
    expect(view.needsSnapshot).toBe(false);
  });

  it("with tool calls take their results, in whatever order these come", () => {
    const call = (id: string) => ({ type: "toolCall", id, name: "read", arguments: { path: id } });
    const result = (id: string) => ({
      role: "toolResult",
      toolCallId: id,
      toolName: "read",
      content: [{ type: "text", text: id }],
      isError: false,
      timestamp: 2,
    });
    const path = chain(
      { type: "message", message: assistant({ content: [call("a"), call("b")] as never, stopReason: "toolUse" }) },
      { type: "message", message: result("b") },
      { type: "message", message: result("a") },
    );
    expect(rowsOf(open({ entries: path }))).toMatchObject([
      { kind: "tool", callId: "a", state: "done", resultEntryId: "e2" },
      { kind: "tool", callId: "b", state: "done", resultEntryId: "e1" },
    ]);
  });

  it("with tool calls that never got a result say that they stopped", () => {
    const call = { type: "toolCall", id: "a", name: "bash", arguments: {} };
    const asked = { type: "message", message: assistant({ content: [call] as never, stopReason: "toolUse" }) };
    const user = { type: "message", message: { role: "user", content: "next", timestamp: 3 } };
    expect(rowsOf(open({ entries: chain(asked, user) }))[0]).toMatchObject({ kind: "tool", state: "stopped" });
    expect(rowsOf(open({ entries: chain(asked) }))[0]).toMatchObject({ kind: "tool", state: "stopped" });
  });

  it("label what they point to", () => {
    const path = chain({ type: "session_info", name: "a" }, { type: "label", targetId: "e0", label: "here" });
    expect(open({ entries: path }).transcript.labels).toEqual({ e0: "here" });
    const cleared = [...path, ...chain({}, {}, { type: "label", targetId: "e0" }).slice(2)];
    expect(open({ entries: cleared }).transcript.labels).toEqual({});
  });
});

describe("a message that settles", () => {
  const final = assistant({
    timestamp: 7,
    content: [
      { type: "thinking", thinking: "Hm" },
      { type: "text", text: "Hello" },
    ],
  });

  it("keeps its keys, and stands once", () => {
    let view = push(
      open(),
      event({ type: "message_start", message: { ...final, content: [], stopReason: "pending" } }),
      update({ type: "thinking_delta", contentIndex: 0, delta: "Hm" }),
      update({ type: "text_delta", contentIndex: 1, delta: "Hello" }),
    );
    const keys = rowsOf(view).map(({ key }) => key);
    const entries = chain({ type: "message", message: final });
    view = push(view, event({ type: "message_end", message: final }), { kind: "entries", entries, leafId: "e0" });
    expect(rowsOf(view).map(({ key }) => key)).toEqual(keys);
    expect(rowsOf(view).every(({ entryId }) => entryId === "e0")).toBe(true);
    // A snapshot of the same session keeps them, too.
    const again = reduce(view, { type: "host", message: snapshot({ seq: view.seq + 1, entries }) });
    expect(rowsOf(again).map(({ key }) => key)).toEqual(keys);
  });

  it("keeps the whole of a text that streamed, though its entry comes cut for size", () => {
    const text = "word ".repeat(20_000);
    const cut = [{ type: "text", text: text.slice(0, 500), clipped: { bytes: text.length } }];
    const message = assistant({ timestamp: 7, content: cut as never });
    let view = push(
      open(),
      event({ type: "message_start", message: { ...final, content: [], stopReason: "pending" } }),
      update({ type: "text_delta", contentIndex: 0, delta: text }),
      event({ type: "message_end", message }),
    );
    expect(rowsOf(view)).toMatchObject([{ kind: "text", text }]);
    view = push(view, { kind: "entries", entries: chain({ type: "message", message }), leafId: "e0" });
    expect(rowsOf(view)).toMatchObject([{ kind: "text", text, entryId: "e0" }]);
    expect(rowsOf(view)[0]).not.toHaveProperty("clipped");
    // One that opens the panel later is told that there is more.
    expect(rowsOf(open({ entries: chain({ type: "message", message }) }))).toMatchObject([{ clipped: text.length }]);
  });

  it("keeps its keys even when the entry comes before message_end", () => {
    let view = push(
      open(),
      event({ type: "message_start", message: { ...final, content: [], stopReason: "pending" } }),
    );
    view = push(view, update({ type: "text_delta", contentIndex: 1, delta: "Hel" }));
    view = push(view, { kind: "entries", entries: chain({ type: "message", message: final }), leafId: "e0" });
    expect(factsOf(view)).toEqual(["thinking: Hm", "text: Hello"]);
  });

  it("of another session takes the transcript of the first along", () => {
    const view = open({ entries: chain({ type: "session_info", name: "old" }) });
    const gone = push(view, { kind: "state", patch: { session: null } });
    expect(rowsOf(gone)).toEqual([]);
    const entries = chain({ type: "session_info", name: "new" });
    const next = push(
      gone,
      { kind: "state", patch: { session: { id: "other" } } },
      { kind: "entries", entries, leafId: "e0" },
    );
    expect(factsOf(next)).toEqual(["change: name new"]);
  });
});

describe("case 44: snapshots", () => {
  it("that are older than what is there change nothing", () => {
    const view = push(open(), { kind: "notice", at: 1, level: "info", text: "hi", toast: false });
    expect(reduce(view, { type: "host", message: snapshot({ seq: view.seq - 1 }) })).toBe(view);
  });

  it("that were asked for are taken", () => {
    const view = { ...open({ seq: 50 }), needsSnapshot: true };
    const next = reduce(view, {
      type: "host",
      message: snapshot({ seq: 3, entries: chain({ type: "session_info", name: "a" }) }),
    });
    expect(next).toMatchObject({ seq: 3, needsSnapshot: false });
  });

  it("put notices and answers among the entries by their time", () => {
    const entries = chain({ type: "session_info", name: "a" }, { type: "session_info", name: "b" });
    const at = (ms: number, text: string) => ({
      kind: "notice" as const,
      at: ms,
      level: "info" as const,
      text,
      toast: true,
    });
    const view = open({ entries, records: [at(500, "between"), at(5000, "after")] });
    expect(factsOf(view)).toEqual(["change: name a", "notice: between", "change: name b", "notice: after"]);
    expect(view.toasts).toEqual([]);
  });

  it("keep notices from before the first entry for the page they belong to", () => {
    const entries = chain({ type: "session_info", name: "a" }, { type: "session_info", name: "b" });
    const records = [{ kind: "notice" as const, at: 500, level: "info" as const, text: "between", toast: false }];
    const tail = open({ entries: entries.slice(1), olderCount: 1, leafId: "e1", records });
    expect(factsOf(tail)).toEqual(["change: name b"]);
    const whole = reduce(tail, { type: "older", before: "e1", data: { entries: entries.slice(0, 1), olderCount: 0 } });
    expect(factsOf(whole)).toEqual(["change: name a", "notice: between", "change: name b"]);
  });

  it("bring the draft of a session once", () => {
    const draft = { text: "half", caret: 4, images: [] };
    const view = open({ draft });
    expect(view.draft?.value).toBe(draft);
    expect(reduce(view, { type: "host", message: snapshot({ seq: 9, draft }) }).draft).toBe(view.draft);
    expect(initialView.draft).toBeNull();
  });
});
