/**
 * Lanes of the session tree, as Source Control draws them: the active path is the first lane, each branch
 * gets the next free one from where it leaves its parent to its last row. Pure; one pass, never recursive.
 */
import type { ShownRow } from "./filter.ts";

/** Lanes beyond this one share it, in grey. */
export const SHARED_LANE = 4;

export interface GraphRow {
  row: ShownRow;
  lane: number;
  /** The lane comes from above, and goes on below. */
  fromAbove: boolean;
  goesOn: boolean;
  /** Other lanes that pass this row. */
  passing: number[];
  /** Lanes of branches that leave this row. */
  leaving: number[];
  /** First row of a branch: its id. Rows of the active path belong to no branch. */
  branch: string | null;
  isCurrent: boolean;
  /** Rows of the branch that are folded away behind this one. */
  folded: number;
}
export interface Graph {
  rows: GraphRow[];
  lanes: number;
  branches: number;
}

interface Branch {
  id: string;
  start: number;
  /** The row it leaves; -1 for a root. */
  leaves: number;
  end: number;
  lane: number;
}

/** `folded`: branches of which only the first row is shown. */
export function graphOf(shown: readonly ShownRow[], folded: ReadonlySet<string>): Graph {
  const { rows, hidden } = foldBranches(shown, folded);
  const index = new Map(rows.map((row, at) => [row.id, at]));
  const branchOf = branchesOf(rows, continuations(rows));
  const branches = new Map<string, Branch>();
  rows.forEach((row, at) => {
    const id = branchOf[at];
    if (id === null || id === undefined) return;
    const known = branches.get(id);
    if (known) known.end = at;
    else
      branches.set(id, {
        id,
        start: at,
        leaves: row.above === null ? -1 : (index.get(row.above) ?? -1),
        end: at,
        lane: 0,
      });
  });
  const ordered = [...branches.values()].sort((a, b) => begin(a) - begin(b) || a.start - b.start);
  const lanes = giveLanes(ordered);
  const pathEnd = rows.findLastIndex((row) => row.onPath);
  const pathStart = rows.findIndex((row) => row.onPath);
  const graph = rows.map((row, at): GraphRow => {
    const branch = branches.get(branchOf[at] ?? "");
    return {
      row,
      lane: branch?.lane ?? 0,
      fromAbove: branch ? at > branch.start || branch.leaves >= 0 : at > pathStart,
      goesOn: branch ? at < branch.end : at < pathEnd,
      passing: !branch || pathStart < 0 || at <= pathStart || at >= pathEnd ? [] : [0],
      leaving: [],
      branch: branch?.id ?? null,
      isCurrent: at === pathEnd,
      folded: hidden.get(row.id) ?? 0,
    };
  });
  for (const branch of ordered) {
    if (branch.leaves >= 0) graph[branch.leaves]?.leaving.push(branch.lane);
    for (let at = begin(branch) + (branch.leaves >= 0 ? 1 : 0); at < branch.end; at += 1) {
      if (branchOf[at] !== branch.id) graph[at]?.passing.push(branch.lane);
    }
  }
  return { rows: graph, lanes, branches: ordered.length };
}

function begin(branch: Branch): number {
  return branch.leaves >= 0 ? branch.leaves : branch.start;
}

/** The child that continues each row's lane: of the path, the next of the path; elsewhere the newest. */
function continuations(rows: readonly ShownRow[]): Map<string, string> {
  const next = new Map<string, ShownRow>();
  for (const row of rows) {
    if (row.above === null) continue;
    const known = next.get(row.above);
    if (!known || row.onPath || !known.onPath) next.set(row.above, row);
  }
  return new Map([...next].map(([above, row]) => [above, row.id]));
}

/** The branch of each row, by the id of the branch's first row; null on the active path. */
function branchesOf(rows: readonly ShownRow[], next: ReadonlyMap<string, string>): (string | null)[] {
  const known = new Map<string, string | null>();
  return rows.map((row) => {
    const above = row.above === null ? null : (known.get(row.above) ?? null);
    const continues = above !== null && row.above !== null && next.get(row.above) === row.id;
    const branch = row.onPath ? null : continues ? above : row.id;
    known.set(row.id, branch);
    return branch;
  });
}

/** Gives each branch the first lane that is free for as long as it lasts. Answers with how many lanes there are. */
function giveLanes(branches: readonly Branch[]): number {
  const busyUntil: number[] = [];
  let lanes = 1;
  for (const branch of branches) {
    const from = begin(branch);
    let lane = 1;
    while (lane < SHARED_LANE && (busyUntil[lane] ?? -1) >= from) lane += 1;
    busyUntil[lane] = Math.max(busyUntil[lane] ?? -1, branch.end);
    branch.lane = lane;
    lanes = Math.max(lanes, lane + 1);
  }
  return lanes;
}

/** Leaves only the first row of each folded branch, without what branches off inside it. */
function foldBranches(
  shown: readonly ShownRow[],
  folded: ReadonlySet<string>,
): { rows: readonly ShownRow[]; hidden: Map<string, number> } {
  const hidden = new Map<string, number>();
  if (folded.size === 0) return { rows: shown, hidden };
  const behind = new Map<string, string>();
  const rows = shown.filter((row) => {
    const fold = row.above === null ? undefined : folded.has(row.above) ? row.above : behind.get(row.above);
    if (fold === undefined || row.onPath) return true;
    behind.set(row.id, fold);
    hidden.set(fold, (hidden.get(fold) ?? 0) + 1);
    return false;
  });
  return { rows, hidden };
}
