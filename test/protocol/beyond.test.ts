/** Commands, events and switches that go beyond the protocol page. */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { count } from "../support/records.ts";
import { scenario } from "../support/scenario.ts";
import { flatten } from "../support/session-file.ts";
import { sharedServer } from "../support/shared-server.ts";

const t = sharedServer();

test("get_capabilities names the server and what it can do beyond the page", async () => {
  expect(await t.rpc.ok("get_capabilities")).toMatchObject({
    protocolVersion: 1,
    serverName: "atomic",
    serverVersion: expect.stringMatching(/^\d+\.\d+\.\d+/),
    commands: expect.arrayContaining([
      "navigate_tree",
      "set_label",
      "list_sessions",
      "abort_compaction",
      "login_provider",
    ]),
    events: expect.arrayContaining([
      "entry_appended",
      "session_info_changed",
      "thinking_level_changed",
      "model_changed",
    ]),
  });
});

test("entry_appended comes with every new entry, in the order of get_entries", async () => {
  const { entries: before } = await t.rpc.ok("get_entries");
  const from = t.rpc.mark();
  t.endpoint.push([{ tool: "read", args: { path: "x" } }], ["done"]);
  await t.rpc.run("go");
  await t.rpc.ok("set_session_name", { name: "named" });
  await t.rpc.ok("bash", { command: "true" });
  const { entries } = await t.rpc.ok("get_entries");
  const announced = t.rpc.since(from).filter((r) => r.type === "entry_appended");
  expect(announced.map((r) => r.entry)).toEqual(entries.slice(before.length));
});

test("session_info_changed, model_changed and thinking_level_changed say what get_state says", async () => {
  const from = t.rpc.mark();
  await t.rpc.ok("set_session_name", { name: " spaced out " });
  await t.rpc.ok("set_thinking_level", { level: "high" });
  await t.rpc.ok("set_model", { provider: "mock", modelId: "plain" });
  expect(await t.rpc.event("session_info_changed", from)).toMatchObject({ name: "spaced out" });
  expect(await t.rpc.event("model_changed", from)).toMatchObject({ provider: "mock", modelId: "plain" });
  const levels = t.rpc.since(from).filter((r) => r.type === "thinking_level_changed");
  expect(levels.map((r) => r.level)).toEqual(["high", "off"]);
});

test("7.4 a level that does not change gives no event and no entry", async () => {
  await t.rpc.ok("set_model", { provider: "mock", modelId: "main" });
  await t.rpc.ok("set_thinking_level", { level: "low" });
  const { leafId } = await t.rpc.ok("get_entries");
  const from = t.rpc.mark();
  await t.rpc.ok("set_thinking_level", { level: "low" });
  expect((await t.rpc.ok("get_entries")).leafId).toBe(leafId);
  expect(count(t.rpc.since(from), "thinking_level_changed")).toBe(0);
});

test("list_sessions says the beginning of a long first message, and no half of a character", async () => {
  const { rpc } = await scenario();
  await rpc.run(`${"x".repeat(499)}\u{1F600}${"**a ".repeat(20_000)}`);
  const { sessions } = await rpc.ok("list_sessions");
  expect(sessions.map((each) => each.firstMessage)).toEqual(["x".repeat(499)]);
});

test("list_sessions lists each saved session once, of this folder or of all", async () => {
  const { rpc, folder, spawn } = await scenario();
  await rpc.run("first question");
  await rpc.ok("set_session_name", { name: "named" });
  const first = await rpc.ok("get_state");
  await rpc.ok("new_session");
  await rpc.run("second question");
  const { sessions } = await rpc.ok("list_sessions");
  expect(sessions.map((each) => each.firstMessage).sort()).toEqual(["first question", "second question"]);
  expect(sessions.find((each) => each.id === first.sessionId)).toMatchObject({
    path: first.sessionFile,
    cwd: folder.workspace,
    name: "named",
    messageCount: 2,
  });
  const elsewhere = spawn({ cwd: folder.home });
  expect(await elsewhere.ok("list_sessions", { scope: "folder" })).toEqual({ sessions: [] });
  expect((await elsewhere.ok("list_sessions", { scope: "all" })).sessions).toHaveLength(2);
});

test("set_label of an unknown entry, and without one, is refused by name", async () => {
  expect(await t.rpc.refused("set_label", { targetId: "nope", label: "x" })).toContain("nope");
  expect(await t.rpc.refused("set_label", { label: "x" })).toContain("targetId");
});

test("labels survive a fork of what they stand on", async () => {
  await t.rpc.run("one");
  await t.rpc.run("two");
  const [first, second] = (await t.rpc.ok("get_fork_messages")).messages;
  await t.rpc.ok("set_label", { targetId: first?.entryId as string, label: "here" });
  await t.rpc.ok("fork", { entryId: second?.entryId as string });
  const labelled = flatten((await t.rpc.ok("get_tree")).tree).filter((node) => node.label);
  expect(labelled.map((node) => [node.entry.id, node.label])).toEqual([[first?.entryId, "here"]]);
});

test("abort_compaction with nothing to abort succeeds", async () => {
  expect((await t.rpc.command("abort_compaction", {}, "ac")).success).toBe(true);
});

test("--trace records both directions, privately, each record as it stood", async () => {
  const file = path.join(t.folder.root, "trace.jsonl");
  const { rpc } = await scenario({ args: ["--trace", file] });
  rpc.write("not json\n");
  await rpc.run("go");
  await rpc.stop();
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const out = lines.filter((line) => line.direction === "out").map((line) => line.record);
  const sent = lines.filter((line) => line.direction === "in").map((line) => line.record);
  expect(out).toEqual(rpc.records);
  expect(sent).toEqual(["not json", expect.objectContaining({ type: "prompt", message: "go" })]);
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
});
