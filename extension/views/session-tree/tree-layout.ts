/**
 * The session tree as straight lines: a line goes on where the conversation went on, and what left it stands as a
 * branch at the entry it left. Nothing recurses, whatever the depth.
 */
import type { TreeRow } from "../../panel/messages.ts";

/** Which entries are shown. */
export type TreeFilter = "messages" | "tools" | "labelled" | "all";

/** One shown entry and the branches that leave after it. */
export interface TreeEntry {
  row: TreeRow;
  line: TreeLine;
  branches: TreeLine[];
}

/** A run of entries without a fork in it that one would have to follow. */
export interface TreeLine {
  entries: TreeEntry[];
  /** Branches that leave before the first shown entry. */
  branches: TreeLine[];
  /** Where the line leaves; undefined for the main line, and for one that leaves before anything is shown. */
  from: TreeEntry | undefined;
}

const messageKinds: ReadonlySet<TreeRow["kind"]> = new Set(["user", "assistant", "compaction", "branchSummary"]);

export function isShown(row: TreeRow, filter: TreeFilter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "labelled":
      return row.label !== undefined;
    case "tools":
      return messageKinds.has(row.kind) || row.kind === "tool";
    case "messages":
      return messageKinds.has(row.kind) && row.text !== "";
  }
}

/** Lays out rows, parents before children. The main line is the active path; in branches the newest child goes on. */
export function layoutTree(rows: readonly TreeRow[], filter: TreeFilter): TreeLine {
  const ids = new Set(rows.map((row) => row.id));
  const children = new Map<string | null, TreeRow[]>();
  for (const row of rows) {
    const parent = row.parentId !== null && ids.has(row.parentId) ? row.parentId : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(row);
    else children.set(parent, [row]);
  }
  const main = newLine(undefined);
  const all: { line: TreeLine; owner: TreeLine[] }[] = [];
  const open: { line: TreeLine; row: TreeRow }[] = [];
  const leave = (siblings: readonly TreeRow[], onward: TreeRow, line: TreeLine) => {
    const last = line.entries.at(-1);
    for (const row of siblings) {
      if (row === onward) continue;
      const branch = newLine(last ?? line.from);
      all.push({ line: branch, owner: last ? last.branches : line.branches });
      open.push({ line: branch, row });
    }
  };
  const roots = children.get(null) ?? [];
  const first = onwardOf(roots);
  if (!first) return main;
  leave(roots, first, main);
  open.push({ line: main, row: first });
  for (let next = open.pop(); next; next = open.pop()) {
    const { line } = next;
    for (let row: TreeRow | undefined = next.row; row; ) {
      if (isShown(row, filter)) line.entries.push({ row, line, branches: [] });
      const following: readonly TreeRow[] = children.get(row.id) ?? [];
      const onward = onwardOf(following);
      if (onward) leave(following, onward, line);
      row = onward;
    }
  }
  attach(all);
  return main;
}

/** Lines without anything to show are left out; those inside them move up. Later lines lie inside earlier ones. */
function attach(lines: readonly { line: TreeLine; owner: TreeLine[] }[]): void {
  for (const { line, owner } of lines.toReversed()) {
    if (line.entries.length > 0) owner.unshift(line);
    else owner.unshift(...line.branches);
  }
}

function onwardOf(siblings: readonly TreeRow[]): TreeRow | undefined {
  return siblings.find((row) => row.onPath) ?? siblings.at(-1);
}

function newLine(from: TreeEntry | undefined): TreeLine {
  return { entries: [], branches: [], from };
}

/** Rows whose text or label holds every word of the query, newest first, at most `limit`. */
export function searchTree(rows: readonly TreeRow[], query: string, filter: TreeFilter, limit: number): TreeRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found: TreeRow[] = [];
  for (let at = rows.length - 1; at >= 0 && found.length < limit; at--) {
    const row = rows[at];
    if (!row || !isShown(row, filter)) continue;
    const text = `${row.text} ${row.label ?? ""}`.toLowerCase();
    if (words.every((word) => text.includes(word))) found.push(row);
  }
  return found;
}
