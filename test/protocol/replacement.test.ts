/** new_session, switch_session, fork and clone, in quiet and in mid-run. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { count, expectOrder, labels, roles } from "../support/records.ts";
import { startHeld } from "../support/runs.ts";
import { messagesOf, readSession } from "../support/session-file.ts";
import { sharedServer } from "../support/shared-server.ts";
import { uiExtension } from "../support/ui-extension.ts";

const t = sharedServer({ files: { "extensions/ui.js": uiExtension } });
const replacements = ["new_session", "switch_session", "fork", "clone"] as const;
type Replacement = (typeof replacements)[number];

/** A saved session to start from, and the arguments of each replacement. */
async function prepare(how: Replacement): Promise<{ file: string; args: object }> {
  let sessionPath = "";
  if (how === "switch_session") {
    await t.rpc.run("the other session");
    sessionPath = (await t.rpc.ok("get_state")).sessionFile as string;
    await t.rpc.ok("new_session");
  }
  await t.rpc.run("base");
  const file = (await t.rpc.ok("get_state")).sessionFile as string;
  const entryId = (await t.rpc.ok("get_fork_messages")).messages[0]?.entryId;
  return { file, args: how === "switch_session" ? { sessionPath } : how === "fork" ? { entryId } : {} };
}

for (const how of replacements) {
  test(`4.1 decision 20: ${how} in mid-run: the run is ended and kept in its own file before the response`, async () => {
    const { file, args } = await prepare(how);
    t.endpoint.push(["thinking aloud ", { tool: "bash", args: { command: "touch tool-runs; sleep 300" } }]);
    const from = t.rpc.mark();
    await t.rpc.ok("prompt", { message: "long" });
    await t.rpc.event("tool_execution_start", from);
    expect((await t.rpc.command(how, args, `r-${how}`)).success).toBe(true);
    expectOrder(t.rpc.since(from), ["tool_execution_start", "tool_execution_end", "agent_end", `response:${how}:ok`]);
    expect((await t.rpc.event("tool_execution_end", from)).isError).toBe(true);
    const stored = messagesOf(readSession(file)).slice(2);
    expect(stored.slice(0, 3).map((message) => message.role)).toEqual(["user", "assistant", "toolResult"]);
    expect(stored[2]?.isError).toBe(true);
  });

  test(`4.2 ${how}: no event of the old session comes after the response`, async () => {
    const { args } = await prepare(how);
    await startHeld(t, "held");
    const response = await t.rpc.command(how, args, `q-${how}`);
    expect(response.success).toBe(true);
    const after = t.rpc.records.indexOf(response) + 1;
    await t.rpc.ok("get_state");
    await t.rpc.run("in the new session");
    const late = t.rpc.since(after).filter((r) => JSON.stringify(r).includes("part two"));
    expect(late).toEqual([]);
    expect(count(t.rpc.since(after), "agent_end")).toBe(1);
  });

  test(`case 10 decision 9: ${how} while a dialog is open answers, and the dialog resolves to its default`, async () => {
    const { args } = await prepare(how);
    const from = t.rpc.mark();
    t.rpc.send({ id: `dialog-${how}`, type: "prompt", message: "/ask-confirm" });
    const request = await t.rpc.uiRequest("confirm", from);
    expect((await t.rpc.command(how, args)).success).toBe(true);
    expect((await t.rpc.response(`dialog-${how}`, from)).type).toBe("response");
    t.rpc.answer(request.id, { confirmed: true });
    await t.rpc.ok("get_state");
    expect(t.rpc.since(from).filter((r) => r.message === "confirm=true")).toEqual([]);
  });

  test(`case 72: session_start of an agent extension runs once for ${how}`, async () => {
    const { args } = await prepare(how);
    const log = path.join(t.folder.workspace, "session-starts.log");
    const starts = () => readFileSync(log, "utf8").trim().split("\n");
    const before = starts().length;
    expect((await t.rpc.command(how, args)).success).toBe(true);
    await t.rpc.ok("get_state");
    const reason = { new_session: "new", switch_session: "resume", fork: "fork", clone: "fork" }[how];
    expect(starts().slice(before)).toEqual([reason]);
  });
}

test("9.2 queries are answered while a replacement waits for a dialog; ordered commands wait behind it", async () => {
  const flag = t.folder.writeWorkspaceFile(".flag-ask-switch", "");
  onTestFinished(() => rmSync(flag, { force: true }));
  const from = t.rpc.mark();
  t.rpc.send({ id: "replace", type: "new_session" });
  const request = await t.rpc.uiRequest("confirm", from);
  t.rpc.send({ id: "behind", type: "set_session_name", name: "of the new session" });
  const { sessionId } = await t.rpc.ok("get_state");
  for (const query of ["get_messages", "get_entries", "get_tree", "get_session_stats"] as const) await t.rpc.ok(query);
  expect(t.rpc.since(from).filter((r) => ["replace", "behind"].includes(r.id) && r.type === "response")).toEqual([]);
  t.rpc.answer(request.id, { confirmed: true });
  expect((await t.rpc.response("replace", from)).data).toEqual({ cancelled: false });
  expect((await t.rpc.response("behind", from)).success).toBe(true);
  const state = await t.rpc.ok("get_state");
  expect(state.sessionName).toBe("of the new session");
  expect(state.sessionId).not.toBe(sessionId);
});

test("case 10: abort while a dialog of a tool is open answers at once; the dialog resolves to its default", async () => {
  const flag = t.folder.writeWorkspaceFile(".flag-ask-tool", "");
  onTestFinished(() => rmSync(flag));
  t.endpoint.push([{ tool: "bash", args: { command: "touch asked-and-ran" } }]);
  const from = t.rpc.mark();
  await t.rpc.ok("prompt", { message: "go" });
  await t.rpc.uiRequest("confirm", from);
  await t.rpc.ok("abort");
  expectOrder(t.rpc.since(from), ["ui:confirm", "tool_execution_end", "agent_end", "response:abort:ok"]);
  expect(t.folder.hasWorkspaceFile("asked-and-ran")).toBe(false);
});

test("case 17 4.11 decision 8: switch_session to what is no session is refused by name; the old session stays", async () => {
  await t.rpc.run("still here");
  const before = await t.rpc.ok("get_state");
  const file = (name: string, text: string) => {
    const full = path.join(t.folder.temp, name);
    writeFileSync(full, text);
    return full;
  };
  const folder = path.join(t.folder.temp, "a-folder.jsonl");
  mkdirSync(folder);
  const targets = [
    path.join(t.folder.temp, "missing.jsonl"),
    file("empty.jsonl", ""),
    file("foreign.jsonl", '{"name":"package","version":"1.0.0"}\n'),
    file("prose.jsonl", "Dear diary,\nnothing happened.\n"),
    file("binary.jsonl", "\u0000\u0001\u0002"),
    folder,
  ];
  for (const sessionPath of targets) {
    const error = await t.rpc.refused("switch_session", { sessionPath });
    expect(error).toContain(sessionPath);
    expect(error).not.toMatch(/undefined|JSON|ENOENT/);
  }
  expect(await t.rpc.ok("get_state")).toEqual(before);
  expect(readFileSync(targets[2] as string, "utf8")).toBe('{"name":"package","version":"1.0.0"}\n');
  await t.rpc.run("and usable");
  expect(messagesOf(readSession(before.sessionFile))).toHaveLength(4);
});

test("case 17: switch_session to the current file changes nothing", async () => {
  await t.rpc.run("here");
  const before = await t.rpc.ok("get_state");
  const bytes = readFileSync(before.sessionFile as string, "utf8");
  await t.rpc.ok("switch_session", { sessionPath: before.sessionFile as string });
  expect(await t.rpc.ok("get_state")).toEqual(before);
  expect(readFileSync(before.sessionFile as string, "utf8")).toBe(bytes);
});

test("4.1 new_session with parentSession names its parent in the header", async () => {
  const parentSession = path.join(t.folder.root, "parent.jsonl");
  await t.rpc.ok("new_session", { parentSession });
  await t.rpc.run("child");
  const [header] = readSession((await t.rpc.ok("get_state")).sessionFile);
  expect(header?.parentSession).toBe(parentSession);
});

test("decision 11: get_fork_messages lists the active branch; fork takes any user message of the file", async () => {
  await t.rpc.run("one");
  await t.rpc.run("two");
  const [, second] = (await t.rpc.ok("get_fork_messages")).messages;
  await t.rpc.ok("navigate_tree", { targetId: second?.entryId as string });
  await t.rpc.run("two-b");
  const { messages } = await t.rpc.ok("get_fork_messages");
  expect(messages.map((message) => message.text)).toEqual(["one", "two-b"]);
  const fork = await t.rpc.ok("fork", { entryId: second?.entryId as string });
  expect(fork).toEqual({ text: "two", cancelled: false });
  expect(roles((await t.rpc.ok("get_messages")).messages)).toEqual([
    ["user", "one"],
    ["assistant", "ok"],
  ]);
});

test("4.15 navigate_tree is refused while the agent streams", async () => {
  await t.rpc.run("one");
  const [first] = (await t.rpc.ok("get_fork_messages")).messages;
  const { gate, from } = await startHeld(t);
  const { leafId } = await t.rpc.ok("get_tree");
  expect(await t.rpc.refused("navigate_tree", { targetId: first?.entryId })).not.toBe("");
  expect((await t.rpc.ok("get_tree")).leafId).toBe(leafId);
  gate.open();
  await t.rpc.event("agent_settled", from);
});

test("4.15 navigate_tree to an answer moves the leaf there; to an unknown entry it is refused", async () => {
  await t.rpc.run("one");
  const answer = (await t.rpc.ok("get_entries")).leafId as string;
  await t.rpc.run("two");
  expect(await t.rpc.ok("navigate_tree", { targetId: answer })).toEqual({ cancelled: false });
  expect((await t.rpc.ok("get_tree")).leafId).toBe(answer);
  expect(await t.rpc.refused("navigate_tree", { targetId: "nope" })).toContain("nope");
});

test("case 20: after an abort get_last_assistant_text gives the last text there is", async () => {
  t.endpoint.push(["said before"]);
  await t.rpc.run("one");
  t.endpoint.push([{ silence: true }]);
  const from = t.rpc.mark();
  await t.rpc.ok("prompt", { message: "two" });
  await t.rpc.event("agent_start", from);
  await t.rpc.ok("abort");
  expect(await t.rpc.ok("get_last_assistant_text")).toEqual({ text: "said before" });
});

test("4.9 totals count abandoned branches; get_state counts the active one", async () => {
  await t.rpc.run("one");
  const [first] = (await t.rpc.ok("get_fork_messages")).messages;
  await t.rpc.ok("navigate_tree", { targetId: first?.entryId as string });
  await t.rpc.run("one again");
  expect(await t.rpc.ok("get_session_stats")).toMatchObject({
    userMessages: 2,
    assistantMessages: 2,
    tokens: { input: 200, output: 40, total: 240 },
  });
  expect((await t.rpc.ok("get_state")).messageCount).toBe(2);
  expect(labels(t.rpc.records)).toContain("agent_settled");
});
