/** Which entries of the session tree are shown. Pure; never recursive, whatever the number of entries. */
import type { TreeRow } from "../../extension/panel/messages.ts";

export type Filter = "messages" | "tools" | "labelled";

/** A row that is shown, under the nearest of its ancestors that is shown. */
export interface ShownRow extends TreeRow {
  above: string | null;
}

const messages: ReadonlySet<TreeRow["kind"]> = new Set(["user", "assistant", "compaction", "branchSummary"]);
const toolNames = /^[\w.:-]+(, [\w.:-]+)*$/;

/** Rows by filter and search, in their order, which puts parents before their children. */
export function shownRows(rows: readonly TreeRow[], filter: Filter, search: string): ShownRow[] {
  const callers = new Set(rows.flatMap((row) => (row.kind === "tool" && row.parentId !== null ? [row.parentId] : [])));
  const words = search.trim().toLowerCase();
  const isShown = (row: TreeRow) => {
    if (words !== "" && !`${row.text}\n${row.label ?? ""}`.toLowerCase().includes(words)) return false;
    if (filter === "labelled") return row.label !== undefined;
    if (filter === "tools") return row.kind !== "label";
    if (row.label !== undefined) return true;
    // An answer that says nothing and only calls tools is listed with the tools.
    return messages.has(row.kind) && !(row.kind === "assistant" && callers.has(row.id) && toolNames.test(row.text));
  };
  const nearest = new Map<string, string | null>();
  const shown: ShownRow[] = [];
  for (const row of rows) {
    const above = row.parentId === null ? null : (nearest.get(row.parentId) ?? null);
    if (isShown(row)) {
      shown.push({ ...row, above });
      nearest.set(row.id, row.id);
    } else nearest.set(row.id, above);
  }
  return shown;
}
