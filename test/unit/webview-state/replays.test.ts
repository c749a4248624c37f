/** Snapshots and batches that come late, twice or in part: what is newer is never overwritten. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PanelRecord, SnapshotMessage } from "../../../extension/panel/messages.ts";
import type { SessionEntry } from "../../../server/protocol/entry.ts";
import type { ViewState } from "../../../webview/state/model.ts";
import { reduce } from "../../../webview/state/reducer.ts";
import { assistant, chain, chatState, event, factsOf, open, snapshot, update } from "./chat.ts";

/** What a host says of three turns, one record after the other. */
const turns = ["one", "two", "three"].flatMap((word, turn): PanelRecord[] => {
  const timestamp = 10 * turn + 5;
  const question = { role: "user" as const, content: `Question ${word}`, timestamp };
  const answer = assistant({ timestamp: timestamp + 1, content: [{ type: "text", text: `Answer ${word} 😀` }] });
  const entries = chain({}, {}, {}, {}, {}, {}).map(({ id, parentId }, at) => ({
    ...{ id, parentId, timestamp: new Date(timestamp + at).toISOString() },
    ...{ type: "message", message: at % 2 === 0 ? question : answer },
  })) as unknown as SessionEntry[];
  const own = entries.slice(turn * 2, turn * 2 + 2);
  const settle = (at: number): PanelRecord => ({
    kind: "entries",
    entries: own.slice(at, at + 1),
    leafId: own[at]?.id ?? null,
  });
  return [
    { kind: "state", patch: { isStreaming: true, title: `Turn ${word}` } },
    event({ type: "message_start", message: question }),
    settle(0),
    event({ type: "message_start", message: { ...answer, content: [], stopReason: "pending" } }),
    update({ type: "text_delta", contentIndex: 0, delta: `Answer ${word} \ud83d` }),
    update({ type: "text_delta", contentIndex: 0, delta: "\ude00" }),
    event({ type: "message_end", message: answer }),
    settle(1),
    { kind: "notice", at: 12 * turn + 8, level: "info", text: `Done ${word}`, toast: false },
    { kind: "state", patch: { isStreaming: false } },
  ];
});

/** The snapshot that a host has after so many records: what has settled, and what has happened since. */
function snapshotAfter(count: number): SnapshotMessage {
  const past = turns.slice(0, count);
  const entries = past.flatMap((record) => (record.kind === "entries" ? record.entries : []));
  const since = past.slice(past.findLastIndex(({ kind }) => kind === "entries") + 1);
  const notices = past.filter((record) => record.kind === "notice" && !since.includes(record));
  const patches = past.map((record) => (record.kind === "state" ? record.patch : {}));
  const state = Object.assign(chatState(), ...patches);
  const live = since.filter(({ kind }) => kind !== "state");
  return snapshot({ seq: 1 + count, state, entries, records: [...notices, ...live] });
}

type Delivery = { kind: "next" | "again" | "snapshot" | "stale"; back: number; size: number };
const delivery = fc.record({
  kind: fc.constantFrom("next", "next", "again", "snapshot", "stale"),
  back: fc.nat(12),
  size: fc.integer({ min: 1, max: 5 }),
}) as fc.Arbitrary<Delivery>;

function deliver(view: ViewState, { kind, back, size }: Delivery): ViewState {
  const done = view.seq - 1;
  if (kind === "snapshot") return reduce(view, { type: "host", message: snapshotAfter(done) });
  if (kind === "stale") {
    const past = done - 1 - back;
    return past < 0 ? view : reduce(view, { type: "host", message: snapshotAfter(past) });
  }
  // A batch begins where the last one ended, or, sent again, before that; it may reach further.
  const from = kind === "again" ? Math.max(0, done - back) : done;
  const to = Math.min(turns.length, from + size);
  const message = { type: "batch" as const, from: 1 + from, to: 1 + to, records: turns.slice(from, to) };
  return reduce(view, { type: "host", message });
}

function facts(view: ViewState) {
  return { rows: factsOf(view), title: view.chat?.title, running: view.chat?.isStreaming };
}

describe("case 44: stale and repeated messages", () => {
  it("leave the view as if each record had come once, in order", () => {
    fc.assert(
      fc.property(fc.array(delivery, { maxLength: 40 }), (deliveries) => {
        let view = open();
        for (const one of deliveries) {
          const before = view.seq;
          view = deliver(view, one);
          expect(view.seq).toBeGreaterThanOrEqual(before);
          expect(view.needsSnapshot).toBe(false);
        }
        const done = view.seq - 1;
        let plain = open();
        for (let at = 0; at < done; at += 1) plain = deliver(plain, { kind: "next", back: 0, size: 1 });
        expect(facts(view)).toEqual(facts(plain));
      }),
      { numRuns: 300 },
    );
  });

  it("that are wholly known change nothing at all", () => {
    const view = deliver(open(), { kind: "next", back: 0, size: 30 });
    for (let back = 1; back < view.seq; back += 1) expect(deliver(view, { kind: "again", back, size: 1 })).toBe(view);
    for (let back = 0; back < 4; back += 1) expect(deliver(view, { kind: "stale", back, size: 1 })).toBe(view);
  });

  it("a batch after a gap is not used, and a snapshot is asked for", () => {
    const view = open();
    const message = { type: "batch" as const, from: view.seq + 2, to: view.seq + 3, records: turns.slice(0, 1) };
    const next = reduce(view, { type: "host", message });
    expect(next.needsSnapshot).toBe(true);
    expect(next.transcript).toBe(view.transcript);
  });

  it("a batch before the first snapshot is not used", () => {
    const message = { type: "batch" as const, from: 0, to: 1, records: turns.slice(0, 1) };
    const fresh = { ...open(), chat: null, seq: 0 };
    expect(reduce(fresh, { type: "host", message })).toBe(fresh);
  });

  it("an older page that is no longer the one before the first entry adds nothing", () => {
    const entries = chain({ type: "session_info", name: "a" }, { type: "session_info", name: "b" });
    const tail = open({ entries: entries.slice(1), olderCount: 1, leafId: "e1" });
    const page = { type: "older" as const, before: "e1", data: { entries: entries.slice(0, 1), olderCount: 0 } };
    const whole = reduce(tail, page);
    expect(factsOf(whole)).toEqual(["change: name a", "change: name b"]);
    expect(reduce(whole, page)).toBe(whole);
  });
});
