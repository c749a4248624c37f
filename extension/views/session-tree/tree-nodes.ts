import type { TreeEntry, TreeLine } from "./tree-layout.ts";

/** What stands in the native tree: an entry, a branch with its line inside, or the way to earlier entries. */
export type TreeNode =
  | { kind: "entry"; id: string; entry: TreeEntry; parent: TreeNode | undefined }
  | { kind: "branch"; id: string; line: TreeLine; parent: TreeNode | undefined }
  | { kind: "earlier"; id: string; line: TreeLine; hidden: number; parent: TreeNode | undefined };

/** Entries of a line that are drawn at once; VS Code gets all children of a node in one message. */
const WINDOW = 300;

/**
 * The nodes over one layout. A line shows its newest entries first of all; `showEarlier` and `nodeOf` widen what is
 * shown of it. Nodes are made once, so that VS Code can be led to one.
 */
export class TreeNodes {
  readonly #main: TreeLine;
  readonly #byId = new Map<string, TreeNode>();
  readonly #entries = new Map<string, TreeEntry>();
  /** First entry shown of a line, by its place. */
  readonly #starts = new Map<TreeLine, number>();

  constructor(main: TreeLine) {
    this.#main = main;
    const open = [main];
    for (let line = open.pop(); line; line = open.pop()) {
      open.push(...line.branches);
      for (const entry of line.entries) {
        this.#entries.set(entry.row.id, entry);
        open.push(...entry.branches);
      }
    }
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  children(node?: TreeNode): TreeNode[] {
    if (!node) return this.#ofLine(this.#main, undefined);
    if (node.kind === "branch") return this.#ofLine(node.line, node);
    return node.kind === "entry" ? node.entry.branches.map((line) => this.#branch(line, node)) : [];
  }

  showEarlier(line: TreeLine): void {
    this.#starts.set(line, Math.max(0, this.#start(line) - WINDOW));
  }

  /** The node of an entry, with everything around it shown; undefined when the filter hides it. */
  nodeOf(entryId: string): TreeNode | undefined {
    const entry = this.#entries.get(entryId);
    if (!entry) return undefined;
    const lines = linesTo(entry);
    let parent: TreeNode | undefined;
    for (const [at, line] of lines.entries()) {
      if (at > 0) parent = this.#branch(line, line.from ? this.#entry(line.from, parent) : undefined);
      const target = lines[at + 1]?.from ?? (at === lines.length - 1 ? entry : undefined);
      if (target) this.#widen(line, target);
    }
    return this.#entry(entry, parent);
  }

  #ofLine(line: TreeLine, parent: TreeNode | undefined): TreeNode[] {
    const start = this.#start(line);
    const nodes: TreeNode[] = line.branches.map((branch) => this.#branch(branch, parent));
    if (start > 0) nodes.push({ kind: "earlier", id: `earlier ${idOf(line)}`, line, hidden: start, parent });
    for (const entry of line.entries.slice(start)) nodes.push(this.#entry(entry, parent));
    return nodes;
  }

  #start(line: TreeLine): number {
    return this.#starts.get(line) ?? Math.max(0, line.entries.length - WINDOW);
  }

  #widen(line: TreeLine, entry: TreeEntry): void {
    const place = line.entries.indexOf(entry);
    if (place < this.#start(line)) this.#starts.set(line, Math.max(0, place - 20));
  }

  #entry(entry: TreeEntry, parent: TreeNode | undefined): TreeNode {
    return this.#once({ kind: "entry", id: entry.row.id, entry, parent });
  }

  #branch(line: TreeLine, parent: TreeNode | undefined): TreeNode {
    return this.#once({ kind: "branch", id: `branch ${idOf(line)}`, line, parent });
  }

  #once(node: TreeNode): TreeNode {
    const known = this.#byId.get(node.id);
    if (known) return known;
    this.#byId.set(node.id, node);
    return node;
  }
}

function idOf(line: TreeLine): string {
  return line.entries[0]?.row.id ?? "";
}

/** The lines from the main one to that of an entry. */
function linesTo(entry: TreeEntry): TreeLine[] {
  const lines: TreeLine[] = [];
  for (let line: TreeLine | undefined = entry.line; line; line = line.from?.line) lines.push(line);
  return lines.reverse();
}
