import { MAX_MESSAGE_BYTES, type QueryData, type TreeRow } from "../panel/messages.ts";
import { jsonBytes } from "./clip.ts";
import type { EntryStore } from "./entries.ts";
import { treeRows } from "./tree.ts";

/** Room that a page leaves for its frame. */
const MAX_PAGE_BYTES = MAX_MESSAGE_BYTES - 4 * 1024;

interface Made {
  /** What the rows were made of. */
  of: readonly unknown[];
  rows: TreeRow[];
}

/** Rows made last, so that the pages of a long tree are cut from one list. */
const made = new WeakMap<EntryStore, Made>();

/** The rows of the session tree from a position on, as many as stay below the size of a message. */
export function treePage(store: EntryStore, from = 0): QueryData["tree"] {
  const rows = rowsOf(store);
  const nodes: TreeRow[] = [];
  let bytes = 0;
  for (let at = from; at < rows.length; at++) {
    const row = rows[at] as TreeRow;
    bytes += jsonBytes(row) + 1;
    if (bytes > MAX_PAGE_BYTES && nodes.length > 0) return { nodes, leafId: store.leafId, next: at };
    nodes.push(row);
  }
  return { nodes, leafId: store.leafId };
}

function rowsOf(store: EntryStore): TreeRow[] {
  const { all, path, leafId } = store;
  const of = [all[0], all.length, leafId];
  const known = made.get(store);
  if (known?.of.every((one, at) => one === of[at])) return known.rows;
  const rows = treeRows(all, path);
  made.set(store, { of, rows });
  return rows;
}
