/** The session tree as a native view shows it: a line of messages is never indented, only branches are. */
import type { TreeRow } from "../panel/messages.ts";

export type TreeFilter = "all" | "messages" | "tools" | "labelled";

export type TreeNode =
  | { kind: "entry"; row: TreeRow; current: boolean }
  /** A way that was left: opens to its own line. */
  | { kind: "branch"; start: string; text: string; size: number }
  /** The beginning of a very long line, not drawn yet. */
  | { kind: "older"; line: string; hidden: number };

/** Nodes of one line that are drawn at first; more are drawn on request. */
export const LINE_LIMIT = 1000;

export class TreeModel {
  readonly #rows = new Map<string, TreeRow>();
  readonly #children = new Map<string | null, TreeRow[]>();
  readonly #sizes = new Map<string, number>();
  readonly #leafId: string | null;
  readonly #filter: TreeFilter;

  /** `rows`: parents before their children. */
  constructor(rows: readonly TreeRow[], leafId: string | null, filter: TreeFilter) {
    this.#leafId = leafId;
    this.#filter = filter;
    for (const row of rows) this.#rows.set(row.id, row);
    for (const row of rows) {
      const parent = row.parentId !== null && this.#rows.has(row.parentId) ? row.parentId : null;
      const siblings = this.#children.get(parent);
      if (siblings) siblings.push(row);
      else this.#children.set(parent, [row]);
    }
    for (const row of rows.toReversed()) {
      const own = (this.#sizes.get(row.id) ?? 0) + (this.#isShown(row) ? 1 : 0);
      this.#sizes.set(row.id, own);
      if (row.parentId !== null) this.#sizes.set(row.parentId, (this.#sizes.get(row.parentId) ?? 0) + own);
    }
  }

  /** The main line: from the root of the active path to its leaf, branches where they leave it. */
  main(limit = LINE_LIMIT): TreeNode[] {
    return this.#line(null, limit);
  }

  /** The line of a branch. */
  branch(start: string, limit = LINE_LIMIT): TreeNode[] {
    return this.#line(start, limit);
  }

  /** The last entry of the active path that is shown. */
  current(): TreeNode | undefined {
    return this.main(Number.POSITIVE_INFINITY).findLast((node) => node.kind === "entry" && node.row.onPath);
  }

  #line(start: string | null, limit: number): TreeNode[] {
    const nodes: TreeNode[] = [];
    let row = start === null ? this.#takeMain(null, nodes) : this.#rows.get(start);
    while (row) {
      if (this.#isShown(row)) nodes.push({ kind: "entry", row, current: row.id === this.#leafId });
      row = this.#takeMain(row.id, nodes);
    }
    const hidden = nodes.length - limit;
    return hidden > 0 ? [{ kind: "older", line: start ?? "", hidden }, ...nodes.slice(hidden)] : nodes;
  }

  /** The child that goes on with the line: the one on the active path, else the newest. The others become branches. */
  #takeMain(parent: string | null, nodes: TreeNode[]): TreeRow | undefined {
    const children = this.#children.get(parent) ?? [];
    const main = children.find((child) => child.onPath) ?? children.at(-1);
    for (const child of children) {
      const size = this.#sizes.get(child.id) ?? 0;
      if (child !== main && size > 0)
        nodes.push({ kind: "branch", start: child.id, text: this.#firstText(child), size });
    }
    return main;
  }

  /** The first words on a branch. */
  #firstText(start: TreeRow): string {
    for (let row: TreeRow | undefined = start; row; row = this.#children.get(row.id)?.at(-1)) {
      if (this.#isShown(row) && row.text) return row.text;
    }
    return start.text;
  }

  #isShown({ id, kind, label }: TreeRow): boolean {
    switch (this.#filter) {
      case "all":
        return true;
      case "labelled":
        return label !== undefined || id === this.#leafId;
      case "tools":
        return kind !== "change" && kind !== "label";
      case "messages":
        return kind !== "change" && kind !== "label" && kind !== "tool" && kind !== "custom";
    }
  }
}
