import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { initialState } from "../../../extension/broker/state.ts";
import { contextFacts, isEnabled, offeredCommands } from "../../../extension/enablement.ts";
import { ago, compact, dollars, percent } from "../../../extension/format.ts";
import type { TreeRow } from "../../../extension/panel/messages.ts";
import { panelMessage } from "../../../extension/panel/router.ts";
import { TreeModel, type TreeNode } from "../../../extension/views/tree-model.ts";

const row = (id: string, parentId: string | null, onPath: boolean, kind: TreeRow["kind"] = "user"): TreeRow => ({
  id,
  parentId,
  kind,
  text: id,
  at: 0,
  onPath,
});

/** Every entry that can be reached by opening branches. */
function reachable(model: TreeModel): string[] {
  const found: string[] = [];
  const open: TreeNode[][] = [model.main(Number.POSITIVE_INFINITY)];
  for (let line = open.pop(); line; line = open.pop()) {
    for (const node of line) {
      if (node.kind === "entry") found.push(node.row.id);
      if (node.kind === "branch") open.push(model.branch(node.start, Number.POSITIVE_INFINITY));
    }
  }
  return found;
}

describe("the session tree", () => {
  test("every shown entry stands once, in any tree and under any filter", () => {
    const kinds = fc.constantFrom<TreeRow["kind"]>("user", "assistant", "tool", "change");
    const trees = fc
      .array(fc.tuple(fc.nat(), kinds), { minLength: 1, maxLength: 50 })
      .map((picks) =>
        picks.map(([pick, kind], at) =>
          row(`e${at}`, at === 0 || pick % 13 === 0 ? null : `e${pick % at}`, false, kind),
        ),
      );
    fc.assert(
      fc.property(trees, fc.constantFrom("all" as const, "messages" as const, "tools" as const), (rows, filter) => {
        const shown = rows.filter(
          ({ kind }) => filter === "all" || (kind !== "change" && (filter === "tools" || kind !== "tool")),
        );
        const found = reachable(new TreeModel(rows, null, filter));
        expect(found.toSorted()).toEqual(shown.map(({ id }) => id).toSorted());
      }),
    );
  });

  test("the active path is the main line; what was left hangs on it as a branch", () => {
    const rows = [
      row("a", null, true),
      row("b", "a", false),
      row("b2", "b", false),
      row("c", "a", true),
      row("d", "c", true),
    ];
    const line = new TreeModel(rows, "d", "messages").main();
    expect(line.map((node) => (node.kind === "entry" ? node.row.id : node.kind))).toEqual(["a", "branch", "c", "d"]);
    expect(line[1]).toEqual({ kind: "branch", start: "b", text: "b", size: 2 });
    expect(line.at(-1)).toMatchObject({ current: true });
  });

  test("50,000 entries in one line: the newest are drawn, the rest on request, without recursion", () => {
    const rows = Array.from({ length: 50_000 }, (_, at) => row(`e${at}`, at === 0 ? null : `e${at - 1}`, true));
    const line = new TreeModel(rows, "e49999", "all").main();
    expect(line).toHaveLength(1001);
    expect(line[0]).toEqual({ kind: "older", line: "", hidden: 49_000 });
  });

  test("only labels", () => {
    const rows = [row("a", null, true), { ...row("b", "a", true), label: "here" }, row("c", "b", true)];
    const line = new TreeModel(rows, "c", "labelled").main();
    expect(line.map((node) => node.kind === "entry" && node.row.id)).toEqual(["b", "c"]);
  });
});

describe("what can be run now", () => {
  const state = initialState({ chatId: "c", place: "sideBar", folder: null }, 0);

  test("follows the chat", () => {
    const off = contextFacts(state);
    expect(isEnabled("atomic.busy", off)).toBe(false);
    expect(isEnabled("atomic.idle && atomic.hasMessages", off)).toBe(false);
    const busy = contextFacts({ ...state, isStreaming: true, agent: { phase: "ready", since: 0 } });
    expect(isEnabled("atomic.busy", busy)).toBe(true);
    expect(isEnabled("atomic.ready && !atomic.busy", busy)).toBe(false);
  });

  test("leaves conditions that are not ours to VS Code", () => {
    expect(isEnabled(undefined, contextFacts(state))).toBe(true);
    expect(isEnabled("workspaceFolderCount > 0 && isWorkspaceTrusted", contextFacts(state))).toBe(true);
  });

  test("the menu offers what the palette does: neither what is greyed nor what needs a row", () => {
    const { contributes } = JSON.parse(
      readFileSync(path.resolve(import.meta.dirname, "../../../package.json"), "utf8"),
    );
    const names = (facts: Record<string, boolean>) => offeredCommands(contributes, facts).map(({ command }) => command);
    const idle = names({ ...contextFacts(state), "workspaceFolderCount > 0": true, isWorkspaceTrusted: true });
    expect(idle).toEqual(expect.arrayContaining(["atomic.newChat", "atomic.switchModel", "atomic.showLog"]));
    for (const name of ["atomic.stop", "atomic.openSession", "atomic.treeGoTo", "atomic.useEndpoint"])
      expect(idle).not.toContain(name);
    const nowhere = names({ ...contextFacts(state), "workspaceFolderCount > 0": false, isWorkspaceTrusted: true });
    expect(nowhere).not.toContain("atomic.switchModel");
    expect(nowhere).toContain("atomic.setApiKey");
  });
});

test("numbers as people read them", () => {
  expect([0, 950, 12_400, 124_000, 1_234_567].map((count) => compact(count))).toEqual([
    "0",
    "950",
    "12.4k",
    "124k",
    "1.2M",
  ]);
  expect([null, undefined, 0.4, 62.4, 103].map(percent)).toEqual(["—", "—", "0%", "62%", "103%"]);
  expect([0, 0.004, 0.04, 12.5].map(dollars)).toEqual(["$0.00", "< $0.01", "$0.04", "$12.50"]);
  expect([0, 59_000, 60_000, 3 * 3_600_000, 50 * 3_600_000].map((ms) => ago(0, ms))).toEqual([
    "now",
    "now",
    "1 minute ago",
    "3 hours ago",
    "2 days ago",
  ]);
});

test("what is no message of the panel wire is no message", () => {
  expect(panelMessage({ type: "ack", seq: 3 })).toEqual({ type: "ack", seq: 3 });
  const image = { type: "image", data: "QUJD", mimeType: "image/png" };
  const send = { type: "send", clientMessageId: "m", text: "hi", images: [image], behavior: "steer" };
  expect(panelMessage(send)).toEqual(send);
  const none: unknown[] = [
    null,
    7,
    "ack",
    [],
    {},
    { type: "ack" },
    { type: "ack", seq: -1 },
    { type: "ack", seq: "3" },
    { type: "nothing" },
    { ...send, behavior: "later" },
    { ...send, images: [{ type: "image", data: "", mimeType: "image/png" }] },
    { ...send, images: Array.from({ length: 51 }, () => image) },
    { ...send, clientMessageId: "x".repeat(201) },
    { type: "command", requestId: "r", command: "switch_session", args: {} },
    { type: "action", action: "deleteEverything" },
    { type: "openFile", path: "" },
    { type: "openLink", href: "x".repeat(9000) },
    { type: "answer", id: "a", answer: { value: "x", confirmed: true } },
  ];
  for (const value of none) expect(panelMessage(value), JSON.stringify(value)).toBeUndefined();
});
