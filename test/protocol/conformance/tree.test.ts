/** navigate_tree, labels and broken trees. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { roles } from "../../support/records.ts";
import { flatten, messagesOf, readSession } from "../../support/session-file.ts";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer();

test("4.15 navigate_tree moves the leaf before a user message and hands its text back", async () => {
  await t.rpc.run("one");
  await t.rpc.run("two");
  const target = (await t.rpc.ok("get_fork_messages")).messages[1]?.entryId as string;
  const before = (await t.rpc.ok("get_entries")).entries;
  expect(await t.rpc.ok("navigate_tree", { targetId: target })).toEqual({ cancelled: false, editorText: "two" });
  expect((await t.rpc.ok("get_tree")).leafId).toBe(before.find((entry) => entry.id === target)?.parentId);
  await t.rpc.run("two-b");
  const { tree } = await t.rpc.ok("get_tree");
  expect(tree).toHaveLength(1);
  expect(flatten(tree).some((node) => node.children.length === 2)).toBe(true);
  const users = (messages: unknown[]) =>
    roles(messages)
      .filter(([role]) => role === "user")
      .map(([, text]) => text);
  expect(users((await t.rpc.ok("get_messages")).messages)).toEqual(["one", "two-b"]);
  expect(users(messagesOf((await t.rpc.ok("get_entries")).entries))).toEqual(["one", "two", "two-b"]);
});

test("4.15 set_label shows in get_tree as label and labelTimestamp, and is cleared", async () => {
  await t.rpc.run("one");
  const id = (await t.rpc.ok("get_fork_messages")).messages[0]?.entryId as string;
  const node = async () => flatten((await t.rpc.ok("get_tree")).tree).find((each) => each.entry.id === id);
  for (const field of ["entryId", "targetId"]) {
    expect((await t.rpc.command("set_label", { [field]: id, label: "checkpoint" })).success).toBe(true);
    expect(await node()).toMatchObject({ label: "checkpoint", labelTimestamp: expect.any(String) });
    expect((await t.rpc.command("set_label", { [field]: id })).success).toBe(true);
    expect((await node())?.label).toBeUndefined();
  }
});

test("4.6 orphan entries show as further roots in get_tree", async () => {
  await t.rpc.run("one");
  const lines = readSession((await t.rpc.ok("get_state")).sessionFile);
  lines.push({
    type: "message",
    id: "0rphan01",
    parentId: "missing1",
    timestamp: new Date().toISOString(),
    message: { role: "user", content: "lost", timestamp: Date.now() },
  });
  const file = path.join(t.folder.temp, "orphan.jsonl");
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await t.rpc.ok("switch_session", { sessionPath: file });
  const { tree } = await t.rpc.ok("get_tree");
  expect(tree).toHaveLength(2);
  expect(tree.map((node) => node.entry.id)).toContain("0rphan01");
});
