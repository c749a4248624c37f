/** The transcript is what the entries on the active path say: at once, in pages, or as they settle. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEntry } from "../../../server/protocol/entry.ts";
import { initialView } from "../../../webview/state/model.ts";
import { reduce } from "../../../webview/state/reducer.ts";
import { assistant, chain, event, factsOf, open, push, rowsOf, snapshot, update } from "./chat.ts";

type Body = Record<string, unknown>;

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const block = fc.oneof(
  word.map((text) => ({ type: "text", text })),
  word.map((thinking) => ({ type: "thinking", thinking })),
  word.map((name) => ({ type: "hologram", name })),
);
const message = (body: fc.Arbitrary<Body>) =>
  body.map((value) => ({ type: "message", message: { timestamp: 1, ...value } }));
const body: fc.Arbitrary<Body> = fc.oneof(
  message(
    fc.record({
      role: fc.constant("user"),
      content: fc.oneof(
        word,
        fc.array(
          word.map((text) => ({ type: "text", text })),
          { minLength: 1 },
        ),
      ),
    }),
  ),
  message(
    fc.record({
      role: fc.constant("assistant"),
      content: fc.array(block),
      stopReason: fc.constantFrom("stop", "error", "aborted", "surprise"),
    }),
  ),
  message(
    fc.record({
      role: fc.constant("bashExecution"),
      command: word,
      output: word,
      exitCode: fc.constantFrom(0, 1),
      cancelled: fc.constant(false),
      truncated: fc.constant(false),
    }),
  ),
  message(fc.record({ role: fc.constant("custom"), customType: word, content: word, display: fc.boolean() })),
  message(fc.record({ role: fc.constant("branchSummary"), summary: word, fromId: word })),
  message(fc.record({ role: fc.constant("oracle"), content: word })),
  message(fc.record({ role: fc.constant("system"), content: word })),
  fc.record({ type: fc.constant("model_change"), provider: word, modelId: word }),
  fc.record({ type: fc.constant("thinking_level_change"), thinkingLevel: word }),
  fc.record({
    type: fc.constant("compaction"),
    summary: word,
    firstKeptEntryId: fc.constant(null),
    tokensBefore: fc.nat(),
  }),
  fc.record({ type: fc.constant("branch_summary"), summary: word, fromId: word }),
  fc.record({ type: fc.constant("custom"), customType: word, data: fc.jsonValue() }),
  fc.record({ type: fc.constant("custom_message"), customType: word, content: word, display: fc.boolean() }),
  fc.record({ type: fc.constant("label"), targetId: word, label: word }),
  fc.record({ type: fc.constant("session_info"), name: word }),
  fc.record({ type: fc.constant("telepathy"), thought: word }),
);

/** What a reader must be told of an entry, said independently of the reducer. */
function said(entry: SessionEntry & Body): string[] {
  const { message: said } = entry as { message?: Body };
  switch (entry.type as string) {
    case "model_change":
      return [`change: model ${entry.modelId}`];
    case "thinking_level_change":
      return [`change: thinking ${entry.thinkingLevel}`];
    case "label":
      return [`change: label ${entry.label}`];
    case "session_info":
      return [`change: name ${entry.name}`];
    case "compaction":
      return [`compaction: ${entry.summary}`];
    case "branch_summary":
      return [`branchSummary: ${entry.summary}`];
    case "custom":
      return [`custom: ${entry.customType} null ${JSON.stringify(entry.data)}`];
    case "custom_message":
      return entry.display ? [`custom: ${entry.customType} ${JSON.stringify(entry.content)} undefined`] : [];
    case "message":
      return saidInMessage(said ?? {});
    default:
      return [`unknown: entry ${entry.type}`];
  }
}

function saidInMessage(message: Body): string[] {
  const content = message.content as string | Body[];
  switch (message.role) {
    case "user":
      return [`user: ${typeof content === "string" ? content : content.map(({ text }) => text).join("\n\n")}`];
    case "assistant": {
      const blocks = (content as Body[]).map(({ type, text, thinking }) =>
        type === "text" ? `text: ${text}` : type === "thinking" ? `thinking: ${thinking}` : `unknown: block ${type}`,
      );
      const stop = message.stopReason;
      return stop === "error" || stop === "aborted" ? [...blocks, `error: ${stop} `] : blocks;
    }
    case "bashExecution":
      return [`bash: ${message.command} ${message.exitCode === 0 ? "done" : "failed"} ${message.output}`];
    case "custom":
      return message.display ? [`custom: ${message.customType} ${JSON.stringify(content)} undefined`] : [];
    case "branchSummary":
      return [`branchSummary: ${message.summary}`];
    case "system":
      return [];
    default:
      return [`unknown: role ${message.role}`];
  }
}

/** A tree: each entry continues one that stands before it. */
const tree = fc.array(fc.tuple(body, fc.nat()), { minLength: 1, maxLength: 40 }).map((items) =>
  items.map(([value, parent], index) => ({
    ...value,
    id: `e${index}`,
    // Most continue the one before; some branch off.
    parentId: index === 0 ? null : `e${parent % 4 === 0 ? parent % index : index - 1}`,
    timestamp: new Date(index * 1000).toISOString(),
  })),
) as fc.Arbitrary<(SessionEntry & Body)[]>;

function pathTo(entries: readonly SessionEntry[], leafId: string): SessionEntry[] {
  const path: SessionEntry[] = [];
  for (let id: string | null = leafId; id !== null; ) {
    const entry = entries.find((candidate) => candidate.id === id);
    if (!entry) break;
    path.unshift(entry);
    id = entry.parentId;
  }
  return path;
}

describe("entries", () => {
  it("on the active path are the transcript, for any tree and leaf", () => {
    fc.assert(
      fc.property(tree, fc.nat(), (entries, pick) => {
        const path = pathTo(entries, `e${pick % entries.length}`);
        expect(factsOf(open({ entries: path }))).toEqual(path.flatMap((entry) => said(entry as SessionEntry & Body)));
      }),
    );
  });

  it("give the same transcript page by page", () => {
    fc.assert(
      fc.property(tree, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (entries, sizes) => {
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
      fc.property(tree, (entries) => {
        const path = pathTo(entries, entries.at(-1)?.id ?? "");
        let view = open();
        for (const entry of path) view = push(view, { kind: "entries", entries: [entry], leafId: entry.id });
        expect(view.needsSnapshot).toBe(false);
        expect(factsOf(view)).toEqual(factsOf(open({ entries: path })));
      }),
    );
  });

  it("have keys of their own", () => {
    fc.assert(
      fc.property(tree, (entries) => {
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

describe("snapshots", () => {
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
