import fc from "fast-check";
import { expect, test } from "vitest";
import type { TreeRow } from "../../../../extension/panel/messages.ts";
import { type TreeFilter, TreeModel, type TreeNode } from "../../../../extension/views/tree-model.ts";

const row = (id: string, parentId: string | null, more: Partial<TreeRow> = {}): TreeRow => ({
  id,
  parentId,
  kind: "user",
  text: `text of ${id}`,
  at: 1,
  onPath: false,
  ...more,
});

/** Entries by their id, branches as `[text]`. */
const shown = (nodes: TreeNode[]) =>
  nodes.map((node) => (node.kind === "entry" ? node.row.id : node.kind === "branch" ? `[${node.text}]` : node.kind));

const forked = [
  row("a", null, { onPath: true }),
  row("b", "a", { onPath: true, kind: "assistant" }),
  row("x", "b", { text: "left" }),
  row("y", "x", { kind: "assistant" }),
  row("z", "x", { text: "left again" }),
  row("c", "b", { onPath: true }),
  row("t", "c", { onPath: true, kind: "tool" }),
  row("d", "t", { onPath: true, kind: "assistant" }),
];

test("a line of messages is never indented; what left it stands as a branch where it left", () => {
  const tree = new TreeModel(forked, "d", "messages");
  expect(shown(tree.main())).toEqual(["a", "b", "[left]", "c", "d"]);
  expect(shown(tree.branch("x"))).toEqual(["x", "[text of y]", "z"]);
  expect(tree.current()).toMatchObject({ kind: "entry", row: { id: "d" }, current: true });
});

test("filters hide rows, never the way to what is below them", () => {
  const labelled = forked.map((one) => (one.id === "y" ? { ...one, label: "here" } : one));
  const ids = (filter: TreeFilter) => shown(new TreeModel(labelled, "d", filter).main());
  expect(ids("tools")).toEqual(["a", "b", "[left]", "c", "t", "d"]);
  expect(ids("labelled")).toHaveLength(2);
  expect(shown(new TreeModel(labelled, "d", "labelled").branch("x"))).toEqual(["[text of y]"]);
});

test("every entry is reached exactly once, whatever the tree", () => {
  const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(parents, (numbers) => {
      const rows = numbers.map((number, at) => row(`${at}`, at === 0 || number % 7 === 0 ? null : `${number % at}`));
      const tree = new TreeModel(rows, null, "all");
      const seen: string[] = [];
      const open = [tree.main()];
      for (let nodes = open.pop(); nodes; nodes = open.pop()) {
        for (const node of nodes) {
          if (node.kind === "entry") seen.push(node.row.id);
          if (node.kind === "branch") open.push(tree.branch(node.start));
        }
      }
      expect(seen.toSorted()).toEqual(rows.map((one) => one.id).toSorted());
    }),
  );
});

test("50,000 entries in one line: the newest are drawn, the rest on request", () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => row(`${at}`, at === 0 ? null : `${at - 1}`, { onPath: true }));
  const tree = new TreeModel(rows, "49999", "messages");
  const nodes = tree.main(1000);
  expect(nodes).toHaveLength(1001);
  expect(nodes[0]).toEqual({ kind: "older", line: "", hidden: 49_000 });
  expect(tree.current()).toMatchObject({ row: { id: "49999" } });
  const wide = Array.from({ length: 50_000 }, (_, at) => row(`${at}`, at === 0 ? null : "0"));
  expect(new TreeModel(wide, "1", "messages").main(Number.POSITIVE_INFINITY)).toHaveLength(50_000);
});

test("rows whose parent is missing or themselves begin lines of their own; none is lost", () => {
  const rows = [row("a", "gone"), row("b", "a", { onPath: true }), row("c", null)];
  expect(shown(new TreeModel(rows, "b", "all").main()).length).toBeGreaterThan(1);
  expect(shown(new TreeModel([], null, "all").main())).toEqual([]);
});
