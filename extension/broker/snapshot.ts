import type { SessionEntry } from "../../server/protocol/entry.ts";
import { type ChatState, MAX_MESSAGE_BYTES, type PanelRecord, type ShownDraft } from "../panel/messages.ts";
import type { Snapshot } from "./channel.ts";
import { jsonBytes, withoutImages } from "./clip.ts";
import type { EntryStore } from "./entries.ts";
import { chunkEntries, type EntryWindow, windowBefore } from "./window.ts";

const MAX_RECORDS_BYTES = 64 * 1024;
const MIN_ENTRIES_BYTES = 48 * 1024;
const FRAME_BYTES = 8 * 1024;
/** Entries in one page, whatever they weigh. */
const MAX_PAGE = 400;
/** Larger changes are told by a snapshot. */
const MAX_SETTLED = 400;
const MAX_CHUNK_BYTES = 128 * 1024;

/** The whole picture of a chat in one small message, and the records that must follow it. */
export function snapshotOf(
  state: ChatState,
  store: EntryStore,
  log: readonly PanelRecord[],
  draft: ShownDraft | null,
): Snapshot {
  const { head, rest } = splitRecords(log, MAX_RECORDS_BYTES);
  const used = jsonBytes(state) + jsonBytes(head) + FRAME_BYTES;
  const room = Math.max(MIN_ENTRIES_BYTES, MAX_MESSAGE_BYTES - used);
  const window = windowBefore(store.path, store.path.length, room, MAX_PAGE);
  return { content: { state, ...window, leafId: store.leafId, records: head, draft }, rest };
}

/** A page of older entries: at most `limit` before the entry `before`, small enough for one message. */
export function olderPage(store: EntryStore, before: string, limit: number): EntryWindow {
  const end = Math.max(0, store.positionOf(before));
  return windowBefore(store.path, end, MAX_MESSAGE_BYTES - FRAME_BYTES, Math.min(limit, MAX_PAGE));
}

/** The texts of entries for one message: as many as fit, one in any case. Entries that are unknown are left out. */
export function wholeTexts(store: EntryStore, entryIds: readonly string[]): { entries: SessionEntry[] } {
  const entries: SessionEntry[] = [];
  let bytes = FRAME_BYTES;
  for (const id of entryIds) {
    const source = store.get(id);
    if (!source) continue;
    const entry = withoutImages(source);
    bytes += jsonBytes(entry) + 1;
    if (entries.length > 0 && bytes > MAX_MESSAGE_BYTES) break;
    entries.push(entry);
  }
  return { entries };
}

/** Records that tell a panel of settled entries; undefined when a snapshot tells it better. */
export function settledRecords(added: readonly SessionEntry[], store: EntryStore): PanelRecord[] | undefined {
  if (added.length > MAX_SETTLED) return undefined;
  const chunks = chunkEntries(added, MAX_CHUNK_BYTES);
  if (chunks.length === 0) return [{ kind: "entries", entries: [], leafId: store.leafId }];
  const onPath = (entry: SessionEntry) => store.positionOf(entry.id) >= 0;
  let leafId = added.find(onPath)?.parentId ?? store.leafId;
  return chunks.map((entries, at) => {
    leafId = at === chunks.length - 1 ? store.leafId : (entries.findLast(onPath)?.id ?? leafId);
    return { kind: "entries", entries, leafId };
  });
}

function splitRecords(records: readonly PanelRecord[], maxBytes: number): { head: PanelRecord[]; rest: PanelRecord[] } {
  let bytes = 0;
  const fits = records.findIndex((record) => {
    bytes += jsonBytes(record) + 1;
    return bytes > maxBytes;
  });
  const at = fits < 0 ? records.length : fits;
  return { head: records.slice(0, at), rest: records.slice(at) };
}
