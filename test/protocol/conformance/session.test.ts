/** Sessions: entries, tree, names, statistics, replacement. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { roles } from "../../support/records.ts";
import { flatten, messagesOf, readSession } from "../../support/session-file.ts";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer();
const texts = async () => roles((await t.rpc.ok("get_messages")).messages).map(([, text]) => text);

test("session: the file holds a header, then the entries of get_entries", async () => {
  await t.rpc.run("one");
  const state = await t.rpc.ok("get_state");
  const [header, ...lines] = readSession(state.sessionFile);
  expect(header).toMatchObject({ type: "session", id: state.sessionId, cwd: t.folder.workspace });
  const { entries } = await t.rpc.ok("get_entries");
  expect(lines.map((line) => line.id)).toEqual(entries.map((entry) => entry.id));
});

test("4.5 get_entries: append order, ids, parents, timestamps, no header", async () => {
  await t.rpc.run("one");
  await t.rpc.run("two");
  const { entries, leafId } = await t.rpc.ok("get_entries");
  const seen = new Set<string | null>([null]);
  for (const entry of entries) {
    expect(entry).toMatchObject({ type: expect.not.stringMatching(/^session$/), timestamp: expect.any(String) });
    expect(seen.has(entry.parentId)).toBe(true);
    expect(seen.has(entry.id)).toBe(false);
    seen.add(entry.id);
  }
  expect(entries.filter((entry) => entry.parentId === null)).toHaveLength(1);
  expect(leafId).toBe(entries.at(-1)?.id);
  expect(roles(messagesOf(entries))).toEqual([
    ["user", "one"],
    ["assistant", "ok"],
    ["user", "two"],
    ["assistant", "ok"],
  ]);
});

test("4.5 since is an exclusive cursor", async () => {
  await t.rpc.run("one");
  const all = (await t.rpc.ok("get_entries")).entries;
  const middle = Math.floor(all.length / 2);
  const later = await t.rpc.ok("get_entries", { since: all[middle]?.id as string });
  expect(later.entries).toEqual(all.slice(middle + 1));
  const last = all.at(-1)?.id as string;
  expect(await t.rpc.ok("get_entries", { since: last })).toEqual({ entries: [], leafId: last });
  await t.rpc.run("two");
  const added = (await t.rpc.ok("get_entries", { since: last })).entries;
  expect(roles(messagesOf(added))).toEqual([
    ["user", "two"],
    ["assistant", "ok"],
  ]);
});

test("4.5 an unknown since fails", async () => {
  expect(await t.rpc.refused("get_entries", { since: "ffffffffffff" })).toBe("Entry not found: ffffffffffff");
});

test("session: leafId of a fresh session is its last entry, in both views", async () => {
  const { entries, leafId } = await t.rpc.ok("get_entries");
  expect(leafId).toBe(entries.at(-1)?.id ?? null);
  const tree = await t.rpc.ok("get_tree");
  expect(tree.leafId).toBe(leafId);
  expect(flatten(tree.tree)).toHaveLength(entries.length);
});

test("4.6 get_tree: one root, the same entries and leaf, children under their parents", async () => {
  await t.rpc.run("one");
  await t.rpc.run("two");
  const { entries } = await t.rpc.ok("get_entries");
  const { tree, leafId } = await t.rpc.ok("get_tree");
  expect(tree).toHaveLength(1);
  expect(leafId).toBe(entries.at(-1)?.id);
  const nodes = flatten(tree);
  expect(nodes.map((node) => node.entry)).toEqual(entries);
  for (const node of nodes) for (const child of node.children) expect(child.entry.parentId).toBe(node.entry.id);
});

test("1.16 decision 7: get_entries and get_tree of 6,000 chained entries", async () => {
  await t.rpc.run("one");
  const total = 6000;
  const from = t.rpc.mark();
  const names = Array.from({ length: total }, (_, i) => ({ id: `n${i}`, type: "set_session_name", name: `name ${i}` }));
  t.rpc.write(names.map((record) => `${JSON.stringify(record)}\n`).join(""));
  await t.rpc.response(`n${total - 1}`, from);
  const { entries } = await t.rpc.ok("get_entries");
  expect(entries.length).toBeGreaterThanOrEqual(total);
  const { tree } = await t.rpc.ok("get_tree");
  let depth = 0;
  for (let node = tree[0]; node; node = node.children[0]) depth++;
  expect(depth).toBe(entries.length);
});

test("session: get_last_assistant_text", async () => {
  t.endpoint.push(["the last words"]);
  await t.rpc.run("x");
  expect(await t.rpc.ok("get_last_assistant_text")).toEqual({ text: "the last words" });
});

test("4.7 decision 6: get_last_assistant_text is {text: null} in an empty session", async () => {
  expect(await t.rpc.ok("get_last_assistant_text")).toEqual({ text: null });
});

test("4.8 set_session_name shows in get_state and in the entries", async () => {
  const response = await t.rpc.command("set_session_name", { name: "  my-feature-work " }, "name");
  expect(response).toEqual({ type: "response", id: "name", command: "set_session_name", success: true });
  expect((await t.rpc.ok("get_state")).sessionName).toBe("my-feature-work");
  const { entries } = await t.rpc.ok("get_entries");
  expect(entries.at(-1)).toMatchObject({ type: "session_info", name: "my-feature-work" });
});

test("4.9 contextUsage: tokens, contextWindow, percent", async () => {
  t.endpoint.push(["ok", { usage: { prompt_tokens: 12_000, completion_tokens: 800 } }]);
  await t.rpc.run("go");
  const usage = (await t.rpc.ok("get_session_stats")).contextUsage;
  expect(usage?.contextWindow).toBe(128_000);
  expect(usage?.tokens).toBeGreaterThanOrEqual(12_000);
  expect(usage?.tokens).toBeLessThan(14_000);
  expect(usage?.percent).toBeCloseTo(((usage?.tokens ?? 0) / 128_000) * 100, 1);
});

test("4.9 cached tokens are counted apart", async () => {
  const usage = { prompt_tokens: 1000, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 400 } };
  t.endpoint.push(["ok", { usage }]);
  await t.rpc.run("go");
  expect((await t.rpc.ok("get_session_stats")).tokens).toMatchObject({ input: 600, output: 10, cacheRead: 400 });
});

test("4.10 export_html without a path says where the file is", async () => {
  await t.rpc.run("export me");
  const file = path.resolve(t.folder.workspace, (await t.rpc.ok("export_html")).path);
  expect(readFileSync(file, "utf8")).toContain("<html");
});

test("session: switch_session returns to an earlier session, entry ids unchanged", async () => {
  t.endpoint.push(["answer A"]);
  await t.rpc.run("question A");
  const before = await t.rpc.ok("get_state");
  const ids = (await t.rpc.ok("get_entries")).entries.map((entry) => entry.id);
  await t.rpc.ok("new_session");
  await t.rpc.run("question B");
  expect(await t.rpc.ok("switch_session", { sessionPath: before.sessionFile as string })).toEqual({ cancelled: false });
  const after = await t.rpc.ok("get_state");
  expect([after.sessionId, after.sessionFile]).toEqual([before.sessionId, before.sessionFile]);
  expect(await texts()).toEqual(["question A", "answer A"]);
  expect((await t.rpc.ok("get_entries")).entries.map((entry) => entry.id).slice(0, ids.length)).toEqual(ids);
});

test("session: a prompt after switch_session goes on with that conversation", async () => {
  t.endpoint.push(["answer A"]);
  await t.rpc.run("question A");
  const { sessionFile } = await t.rpc.ok("get_state");
  await t.rpc.ok("new_session");
  await t.rpc.ok("switch_session", { sessionPath: sessionFile as string });
  await t.rpc.run("question A2");
  expect(t.endpoint.requests.at(-1)?.conversation.map((message) => message.text)).toEqual([
    "question A",
    "answer A",
    "question A2",
  ]);
});

test("session: get_fork_messages lists user messages with entry ids", async () => {
  expect((await t.rpc.ok("get_fork_messages")).messages).toEqual([]);
  await t.rpc.run("First prompt");
  await t.rpc.run("Second prompt");
  const { messages } = await t.rpc.ok("get_fork_messages");
  expect(messages.map((message) => message.text)).toEqual(["First prompt", "Second prompt"]);
  const { entries } = await t.rpc.ok("get_entries");
  for (const { entryId, text } of messages) {
    const entry = entries.find((each) => each.id === entryId);
    expect(roles(messagesOf([entry as never]))).toEqual([["user", text]]);
  }
});

test("4.4 fork from the first message leaves an empty conversation", async () => {
  await t.rpc.run("Only prompt");
  const [first] = (await t.rpc.ok("get_fork_messages")).messages;
  const fork = await t.rpc.ok("fork", { entryId: first?.entryId as string });
  expect(fork).toEqual({ text: "Only prompt", cancelled: false });
  expect(await texts()).toEqual([]);
});

test("4.3 fork with an entry that is no user message fails and keeps the session", async () => {
  await t.rpc.run("x");
  const before = await t.rpc.ok("get_state");
  const { entries } = await t.rpc.ok("get_entries");
  const answer = entries.find((entry) => entry.type === "message" && entry.message.role === "assistant");
  for (const entryId of ["nope", answer?.id as string]) {
    expect(await t.rpc.refused("fork", { entryId })).toBe("Invalid entry ID for forking");
  }
  expect(await t.rpc.ok("get_state")).toEqual(before);
});

test("session: clone duplicates the branch into a session of its own", async () => {
  await t.rpc.run("First prompt");
  const before = await t.rpc.ok("get_state");
  expect(await t.rpc.ok("clone")).toEqual({ cancelled: false });
  const after = await t.rpc.ok("get_state");
  expect(after.sessionId).not.toBe(before.sessionId);
  expect(after.sessionFile).not.toBe(before.sessionFile);
  expect(await texts()).toEqual(["First prompt", "ok"]);
  await t.rpc.run("only in the clone");
  expect(readFileSync(before.sessionFile as string, "utf8")).not.toContain("only in the clone");
});

test("session: export_html to a path of one's own", async () => {
  await t.rpc.run("export me there");
  const outputPath = path.join(t.folder.root, "out.html");
  expect(await t.rpc.ok("export_html", { outputPath })).toEqual({ path: outputPath });
  expect(existsSync(outputPath)).toBe(true);
});
