import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonBytes } from "../../../extension/broker/clip.ts";
import { EntryStore } from "../../../extension/broker/entries.ts";
import { olderPage, settledRecords, snapshotOf } from "../../../extension/broker/snapshot.ts";
import { initialState } from "../../../extension/broker/state.ts";
import { treeRows } from "../../../extension/broker/tree.ts";
import { MAX_MESSAGE_BYTES } from "../../../extension/panel/messages.ts";
import type { SessionEntry } from "../../../server/protocol/entry.ts";

const state = initialState({ chatId: "c", place: "editor", folder: null }, 0);

function entry(id: string, parentId: string | null, text = id): SessionEntry {
  const message = { role: "user" as const, content: [{ type: "text" as const, text }], timestamp: 1 };
  return { type: "message", id, parentId, timestamp: "2026-01-01T00:00:00.000Z", message };
}

function chain(count: number, text: (at: number) => string): SessionEntry[] {
  return Array.from({ length: count }, (_, at) => entry(`e${at}`, at === 0 ? null : `e${at - 1}`, text(at)));
}

/** A random tree: each entry hangs on an earlier one, or on none. */
const trees = fc
  .array(fc.nat(), { minLength: 1, maxLength: 60 })
  .map((picks) => picks.map((pick, at) => entry(`e${at}`, at === 0 || pick % 11 === 0 ? null : `e${pick % at}`)));

function walk(entries: readonly SessionEntry[], leafId: string | null): string[] {
  const byId = new Map(entries.map((one) => [one.id, one]));
  const ids: string[] = [];
  for (let one = byId.get(leafId ?? ""); one; one = byId.get(one.parentId ?? "")) ids.unshift(one.id);
  return ids;
}

test("the active path is the walk from the leaf, however the entries came and wherever the leaf went", () => {
  fc.assert(
    fc.property(trees, fc.array(fc.nat(), { maxLength: 20 }), (entries, moves) => {
      const store = new EntryStore();
      let known = 0;
      for (const move of moves) {
        known = Math.min(entries.length, known + (move % 7));
        const leafId = known === 0 ? null : (entries[move % known]?.id ?? null);
        const before = store.path.map((one) => one.id);
        const { change } = store.add(entries.slice(0, known), leafId);
        const path = store.path.map((one) => one.id);
        expect(path).toEqual(walk(entries.slice(0, known), leafId));
        if (change === "extended") expect(path.slice(0, before.length)).toEqual(before);
        if (change === "same") expect(path).toEqual(before);
        expect(path.map((id) => store.positionOf(id))).toEqual(path.map((_, at) => at));
      }
    }),
  );
});

test("a circle in a damaged file does not hang", () => {
  const store = new EntryStore();
  store.add([entry("a", "b"), entry("b", "a")], "a");
  expect(store.path.length).toBeLessThanOrEqual(2);
});

test("snapshot and pages of 8,000 entries stay small, and together are the whole path once", () => {
  const store = new EntryStore();
  const image = { type: "image" as const, data: "A".repeat(2_000_000), mimeType: "image/png" };
  const entries = chain(8000, (at) => "long text ".repeat(at % 50 === 0 ? 20_000 : 5));
  const withImage = entries[7990] as Extract<SessionEntry, { type: "message" }>;
  withImage.message = { role: "user", content: [{ type: "text", text: "look" }, image], timestamp: 1 };
  store.add(entries, "e7999");
  const { content } = snapshotOf(state, store, [], null);
  expect(jsonBytes({ type: "snapshot", seq: 1, ...content })).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
  let ids = content.entries.map((one) => one.id);
  while (ids[0] !== "e0") {
    const page = olderPage(store, ids[0] ?? "", 5000);
    expect(jsonBytes({ type: "reply", requestId: "r".repeat(200), ok: true, data: page })).toBeLessThanOrEqual(
      MAX_MESSAGE_BYTES,
    );
    expect(page.entries.length).toBeGreaterThan(0);
    expect(page.olderCount).toBe(store.positionOf(page.entries[0]?.id ?? ""));
    ids = [...page.entries.map((one) => one.id), ...ids];
  }
  expect(ids).toEqual(entries.map((one) => one.id));
  const sent = content.entries.find((one) => one.id === "e7990");
  expect(JSON.stringify(sent)).toContain('"data":"","mimeType":"image/png","clipped":{"bytes":2000000}');
  expect(store.get("e7990")).toBe(withImage);
});

test("entries that settle are told in small records whose leaf the panel can follow", () => {
  const store = new EntryStore();
  const entries = chain(300, () => "text ".repeat(1000));
  store.add(entries.slice(0, 10), "e9");
  store.add(entries, "e299");
  const records = settledRecords(entries.slice(10), store) ?? [];
  expect(records.length).toBeGreaterThan(1);
  const known = new Set(entries.slice(0, 10).map((one) => one.id));
  for (const record of records) {
    if (record.kind !== "entries") throw new Error("another kind");
    expect(jsonBytes(record)).toBeLessThan(MAX_MESSAGE_BYTES);
    for (const one of record.entries) known.add(one.id);
    expect(known.has(record.leafId ?? "")).toBe(true);
  }
  expect(known.size).toBe(300);
});

test("many new entries are told by a snapshot", () => {
  const store = new EntryStore();
  const entries = chain(1000, () => "x");
  store.add(entries, "e999");
  expect(settledRecords(entries, store)).toBeUndefined();
});

test("50,000 entries become rows at once, with their labels and the active path", () => {
  const entries = chain(50_000, (at) => `message ${at}`);
  const label = { type: "label" as const, id: "l1", parentId: "e49999", timestamp: "2026-01-01T00:00:00.000Z" };
  const all: SessionEntry[] = [...entries, { ...label, targetId: "e5", label: "here" }];
  const rows = treeRows(all, entries);
  expect(rows).toHaveLength(50_001);
  expect(rows[5]).toMatchObject({ id: "e5", label: "here", onPath: true, kind: "user", text: "message 5" });
  expect(rows.at(-1)).toMatchObject({ kind: "label", onPath: false });
  const cleared = treeRows([...all, { ...label, id: "l2", targetId: "e5" }], entries);
  expect(cleared[5]?.label).toBeUndefined();
});
