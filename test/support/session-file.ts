import { readFileSync } from "node:fs";
import type { TreeNode } from "../../server/protocol/entry.ts";

// biome-ignore lint/suspicious/noExplicitAny: lines of a session file, looked at by tests
export type Line = Record<string, any>;

/** The lines of a session file, the header first. Throws when one is no JSON. */
export function readSession(file: string | undefined): Line[] {
  if (file === undefined) throw new Error("the session has no file");
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

/** Messages of the conversation among entries or lines, in their order; bookkeeping (role "system") left out. */
export function messagesOf(lines: Line[]): Line[] {
  return lines.filter((line) => line.type === "message" && line.message.role !== "system").map((line) => line.message);
}

/** All nodes of a tree, parents before children; not recursive, for trees of any depth. */
export function flatten(tree: TreeNode[]): TreeNode[] {
  const found: TreeNode[] = [];
  const open = [...tree].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    found.push(node);
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i] as TreeNode);
  }
  return found;
}
