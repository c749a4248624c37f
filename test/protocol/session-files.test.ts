/** Session files: damage, other writers, two servers. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { scenario } from "../support/scenario.ts";
import { messagesOf, readSession } from "../support/session-file.ts";
import { sharedServer } from "../support/shared-server.ts";

const t = sharedServer();
const warning = (from: number, text: string) =>
  t.rpc.waitFor((r) => r.method === "notify" && r.notifyType === "warning" && r.message.includes(text), {
    from,
    what: `a warning about ${text}`,
  });

/** Saves a session of two exchanges, leaves it, and gives its file. */
async function saved(): Promise<string> {
  await t.rpc.run("one");
  await t.rpc.run("two");
  const { sessionFile } = await t.rpc.ok("get_state");
  await t.rpc.ok("new_session");
  return sessionFile as string;
}
const open = (sessionPath: string) => t.rpc.ok("switch_session", { sessionPath });
const contextTexts = () => t.endpoint.requests.at(-1)?.conversation.map((message) => message.text);

test("case 17 decision 15: a torn last line is left out, said, and mended before the first append only", async () => {
  const file = await saved();
  const whole = readFileSync(file, "utf8");
  const torn = `${whole}{"type":"message","id":"dead`;
  writeFileSync(file, torn);
  const from = t.rpc.mark();
  await open(file);
  await warning(from, file);
  expect(readFileSync(file, "utf8")).toBe(torn);
  await t.rpc.run("three");
  expect(contextTexts()).toEqual(["one", "ok", "two", "ok", "three"]);
  const lines = readSession(file);
  expect(messagesOf(lines).map((message) => message.role)).toEqual(Array(3).fill(["user", "assistant"]).flat());
});

test("decision 15: a file whose last line lacks its line end is mended before the first append", async () => {
  const file = await saved();
  writeFileSync(file, readFileSync(file, "utf8").trimEnd());
  await open(file);
  expect(readFileSync(file, "utf8").endsWith("\n")).toBe(false);
  await t.rpc.run("three");
  expect(messagesOf(readSession(file))).toHaveLength(6);
});

test("decision 14: an unreadable line in the middle is named; what was said before it stays in the context", async () => {
  const file = await saved();
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const damaged = lines.findIndex((line) => line.includes('"two"'));
  lines[damaged] = (lines[damaged] as string).slice(0, -20);
  writeFileSync(file, `${lines.join("\n")}\n`);
  const from = t.rpc.mark();
  await open(file);
  await warning(from, String(damaged + 1));
  await t.rpc.run("three");
  expect(contextTexts()).toEqual(expect.arrayContaining(["one", "three"]));
});

test("decision 15: a file that vanished is written again whole, header first", async () => {
  await t.rpc.run("one");
  const { sessionFile } = await t.rpc.ok("get_state");
  rmSync(sessionFile as string);
  await t.rpc.run("two");
  const [header, ...lines] = readSession(sessionFile);
  expect(header?.type).toBe("session");
  expect(messagesOf(lines)).toHaveLength(4);
});

test("decision 15: a file that another process changed is noticed before the next prompt", async () => {
  await t.rpc.run("one");
  const { sessionFile } = await t.rpc.ok("get_state");
  const { leafId } = await t.rpc.ok("get_entries");
  const entry = {
    type: "session_info",
    id: "beefbeef",
    parentId: leafId,
    timestamp: new Date().toISOString(),
    name: "x",
  };
  appendFileSync(sessionFile as string, `${JSON.stringify(entry)}\n`);
  const from = t.rpc.mark();
  await t.rpc.run("two");
  await warning(from, sessionFile as string);
});

test("decision 21: bytes of a tool's and a command's output that are no UTF-8 become U+FFFD; the file stays UTF-8", async () => {
  t.endpoint.push([{ tool: "bash", args: { command: "printf 'a\\377b'" } }], ["ok"]);
  await t.rpc.run("go");
  const { output } = await t.rpc.ok("bash", { command: "printf 'c\\376d'" });
  expect(output).toBe("c\uFFFDd");
  const bytes = readFileSync((await t.rpc.ok("get_state")).sessionFile as string);
  expect(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toContain("a\uFFFDb");
});

describe("two servers on one file", () => {
  test("case 25: the second says so, does not write, and may when the first is gone", async () => {
    const { rpc: first, spawn } = await scenario();
    await first.run("from the first");
    const file = (await first.ok("get_state")).sessionFile as string;
    const before = readFileSync(file, "utf8");
    const second = spawn();
    await second.ok("get_state");
    const from = second.mark();
    await second.ok("switch_session", { sessionPath: file });
    await second.waitFor((r) => r.method === "notify" && r.message.includes("another server"), { from });
    expect((await second.ok("get_messages")).messages).toHaveLength(2);
    expect(await second.refused("prompt", { message: "from the second" })).toContain("another server");
    expect(await second.refused("set_session_name", { name: "second" })).toContain("another server");
    expect(readFileSync(file, "utf8")).toBe(before);
    await first.run("the first goes on");
    await first.stop();
    await second.ok("new_session");
    await second.ok("switch_session", { sessionPath: file });
    await second.run("now the second");
    expect(messagesOf(readSession(file))).toHaveLength(6);
  });

  test("case 25: a server that was killed leaves no lock behind that holds", async () => {
    const { rpc: first, spawn } = await scenario();
    await first.run("one");
    const file = (await first.ok("get_state")).sessionFile as string;
    first.kill();
    await first.exited;
    const second = spawn();
    await second.ok("switch_session", { sessionPath: file });
    await second.run("two");
    expect(messagesOf(readSession(file))).toHaveLength(4);
    await second.stop();
    expect(path.dirname(file)).not.toBe("");
  });
});

test("a file whose parents go round in a circle opens, is said, and the conversation goes on", async () => {
  const file = await saved();
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const entries = lines.map((line) => JSON.parse(line) as { id: string; parentId?: string; message?: unknown });
  const [first, second] = entries.filter((entry) => entry.message) as [
    { id: string; parentId: string },
    { id: string },
  ];
  first.parentId = second.id;
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  const from = t.rpc.mark();
  await open(file);
  await warning(from, `Entry ${first.id} in ${file}`);
  expect((await t.rpc.ok("get_entries")).entries).toHaveLength(entries.length - 1);
  expect((await t.rpc.ok("get_tree")).tree).toHaveLength(1);
  await t.rpc.run("three");
  expect(contextTexts()).toEqual(["one", "ok", "two", "ok", "three"]);
});

test("an entry that is its own parent is a root", async () => {
  const file = await saved();
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const last = JSON.parse(lines.at(-1) as string) as { id: string; parentId: string };
  writeFileSync(file, [...lines.slice(0, -1), JSON.stringify({ ...last, parentId: last.id }), ""].join("\n"));
  await open(file);
  expect((await t.rpc.ok("get_messages")).messages).toHaveLength(1);
  expect((await t.rpc.ok("get_tree")).tree).toHaveLength(2);
});

test("an entry nested twenty thousand levels deep opens, is sent whole, and the conversation goes on", async () => {
  const file = await saved();
  const levels = 20_000;
  const { id } = readSession(file).at(-1) as { id: string };
  const deep = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const head = `{"type":"custom","id":"deep","parentId":"${id}","timestamp":"2026-01-01T00:00:00Z","customType":"x"`;
  appendFileSync(file, `${head},"data":${deep}}\n`);
  await open(file);
  const { entries, leafId } = await t.rpc.ok("get_entries");
  expect(leafId).toBe("deep");
  let at: unknown = (entries.at(-1) as { data?: unknown }).data;
  let found = 0;
  for (; typeof at === "object" && at !== null; at = (at as { a?: unknown }).a) found += 1;
  expect(found).toBe(levels);
  await t.rpc.run("three");
  expect(contextTexts()).toEqual(["one", "ok", "two", "ok", "three"]);
});
