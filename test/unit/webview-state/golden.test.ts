/**
 * Recorded streams of the server → transcript models in test/golden/panel. After an intended change:
 * `vitest run test/unit/webview-state/golden.test.ts -u`, and read the difference.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { PanelRecord } from "../../../extension/panel/messages.ts";
import type { SessionEntry } from "../../../server/protocol/entry.ts";
import type { RpcEvent } from "../../../server/protocol/event.ts";
import type { ViewState } from "../../../webview/state/model.ts";
import { reduce } from "../../../webview/state/reducer.ts";
import { chatState, fact, factsOf, open, push, snapshot } from "./chat.ts";

const golden = path.resolve(import.meta.dirname, "../../golden");
const streams = readdirSync(golden).filter((name) => name.endsWith(".jsonl"));

/** A stream as the host passes it on: events as they are, entries apart, everything else left out. */
function recordsOf(file: string): PanelRecord[] {
  return readFileSync(path.join(golden, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RpcEvent | { type: "response" | "extension_ui_request" })
    .flatMap((record, index): PanelRecord[] => {
      if (record.type === "response" || record.type === "extension_ui_request") return [];
      if (record.type !== "entry_appended") {
        return [{ kind: "event", at: (index + 1) * 1000, event: record as RpcEvent }];
      }
      return [{ kind: "entries", entries: [record.entry], leafId: record.entry.id }];
    });
}

function pathOf(records: readonly PanelRecord[]): SessionEntry[] {
  return records.flatMap((record) => (record.kind === "entries" ? record.entries : []));
}

/** The first entry of a recording continues one that was there before it began. */
function start(records: readonly PanelRecord[]): ViewState {
  const [first] = pathOf(records);
  if (!first?.parentId) return open();
  const before = { type: "session_info", id: first.parentId, parentId: null, timestamp: "" } as SessionEntry;
  return open({ entries: [before], leafId: before.id, state: chatState() });
}

/** The panel asks for a snapshot when the path has moved; the host has all entries. */
function snapshotAt(view: ViewState, seen: readonly SessionEntry[], leafId: string | null): ViewState {
  const entries: SessionEntry[] = [];
  for (let id = leafId; id !== null; ) {
    const entry = seen.find((candidate) => candidate.id === id);
    if (!entry) break;
    entries.unshift(entry);
    id = entry.parentId;
  }
  return reduce(view, { type: "host", message: snapshot({ seq: view.seq + 1, entries, leafId }) });
}

function modelOf(view: ViewState): string {
  return `${view.transcript.turns.map(({ rows }) => rows.map(fact).join("\n")).join("\n\n")}\n`;
}

describe("golden streams", () => {
  for (const file of streams) {
    it(`${file} gives its model, and its entries alone give the same`, async () => {
      const records = recordsOf(file);
      let view = start(records);
      const seen = [...view.transcript.entries];
      for (const record of records) {
        view = push(view, record);
        if (record.kind !== "entries") continue;
        seen.push(...record.entries);
        if (view.needsSnapshot) view = snapshotAt(view, seen, record.leafId);
      }
      expect(view.needsSnapshot).toBe(false);
      await expect(modelOf(view)).toMatchFileSnapshot(path.join(golden, "panel", file.replace(".jsonl", ".txt")));
      // What only events tell (retries, notices, deltas of a command) is no part of the session.
      const settled = view.transcript.turns.flatMap(({ rows }) => rows.filter(({ entryId }) => entryId).map(fact));
      expect(factsOf(open({ entries: view.transcript.entries as SessionEntry[] }))).toEqual(settled);
    });
  }

  it("are all read", () => expect(streams.length).toBeGreaterThan(4));
});
