import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify, stringifyDeep } from "../../../server/rpc/stringify.ts";

interface Node {
  entry: { id: number };
  children: Node[];
}

function chain(depth: number): Node {
  let node: Node = { entry: { id: depth }, children: [] };
  for (let id = depth - 1; id > 0; id--) node = { entry: { id }, children: [node] };
  return node;
}

test("writes whatever JSON.stringify writes, the same way", () => {
  const value = fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true, maxDepth: 4 });
  const nested = fc.oneof(
    fc.dictionary(fc.string(), value),
    fc.array(value),
    fc.record({ data: value, children: value }),
  );
  fc.assert(
    fc.property(nested, (object) => {
      expect(stringifyDeep(object)).toBe(JSON.stringify(object));
    }),
  );
});

test("behaviour 1.16: a tree as deep as a long session is written in full", () => {
  const response = { type: "response", data: { tree: [chain(60_000)], leafId: "x" } };
  expect(() => JSON.stringify(response)).toThrow(RangeError);
  let node = (JSON.parse(stringify(response)) as typeof response).data.tree[0];
  let depth = 0;
  while (node) {
    depth++;
    expect(node.entry.id).toBe(depth);
    node = node.children[0];
  }
  expect(depth).toBe(60_000);
});

test("depth under any other name is written as well", () => {
  let value: unknown = "end";
  for (let level = 0; level < 30_000; level++) value = { args: value };
  const text = stringify({ type: "tool_execution_start", args: value });
  expect(text.length).toBe(
    '{"type":"tool_execution_start","args":}'.length + '{"args":}'.length * 30_000 + '"end"'.length,
  );
});

test("what is no JSON at all is reported as JSON.stringify reports it", () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  expect(() => stringify(circular)).toThrow(TypeError);
});
