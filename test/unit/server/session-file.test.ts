import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { loadSession } from "../../../server/session/file/load.ts";
import { lockPath, takeLock } from "../../../server/session/file/lock.ts";
import { branchStore, memoryStore, newStore, openStore } from "../../../server/session/file/store.ts";

function folder(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "session-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

const user = (text: string) => ({ role: "user" as const, content: [{ type: "text" as const, text }], timestamp: 1 });

/** Lines of a session with a chain of user messages "0", "1", … */
function chain(cwd: string, count: number): string[] {
  const header = { type: "session", version: 3, id: "s1", timestamp: "2026-01-01T00:00:00.000Z", cwd };
  const entries = Array.from({ length: count }, (_, index) => ({
    type: "message",
    id: `0000000${index}`,
    parentId: index === 0 ? null : `0000000${index - 1}`,
    timestamp: "2026-01-01T00:00:00.000Z",
    message: user(String(index)),
  }));
  return [header, ...entries].map((line) => JSON.stringify(line));
}

function written(dir: string, lines: readonly string[], end = "\n"): string {
  const file = path.join(dir, "s.jsonl");
  writeFileSync(file, lines.join("\n") + end);
  return file;
}

const readable = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n");

test.each([
  ["missing", undefined, "Session file not found"],
  ["empty", "", "Session file is empty"],
  ["foreign", "hello\n", "Not a session file"],
  ["json that is none", '{"a":1}\n', "Not a session file"],
])("case 17: a %s file is refused by its name", (_what, content, message) => {
  const file = path.join(folder(), "x.jsonl");
  if (content !== undefined) writeFileSync(file, content);
  expect(() => loadSession(file)).toThrow(`${message}: ${file}`);
});

test("decision 14: after an unreadable line the conversation goes on from the last readable entry", () => {
  const dir = folder();
  const lines = chain(dir, 5);
  lines[3] = (lines[3] as string).slice(0, 50);
  const file = written(dir, lines);
  const store = openStore(file, undefined, undefined);
  expect(store.warnings).toEqual([
    `Unreadable line 4 in ${file} was left out. The conversation goes on from the last readable entry before.`,
  ]);
  expect(store.manager.getBranch().map((entry) => entry.id)).toEqual(["00000000", "00000001", "00000003", "00000004"]);
  expect(readable(file)).toEqual(lines);
  store.writer?.release();
});

test("an orphan of a file without damage stays a root", () => {
  const dir = folder();
  const lines = chain(dir, 3);
  lines.splice(1, 1);
  const { warnings, entries } = loadSession(written(dir, lines));
  expect(warnings).toEqual([]);
  expect(entries[1]).toMatchObject({ parentId: "00000000" });
});

test.each([
  ["a torn last line", '{"type":"mess', 1],
  ["a last line without newline", "", 0],
] as const)("decision 15: %s is mended before the first append and not before", (_what, fragment, warnings) => {
  const dir = folder();
  const lines = chain(dir, 2);
  const file = written(dir, fragment ? [...lines, fragment] : lines, "");
  const before = readFileSync(file, "utf8");
  const store = openStore(file, undefined, undefined);
  expect(store.warnings).toHaveLength(warnings);
  store.writer?.opened();
  store.manager.getTree();
  expect(readFileSync(file, "utf8")).toBe(before);
  store.manager.appendMessage(user("next"));
  expect(readable(file).slice(0, -1)).toEqual(lines);
  expect(JSON.parse(readable(file).at(-1) ?? "")).toMatchObject({ parentId: "00000001", message: { role: "user" } });
  expect(store.writer?.changedElsewhere()).toBe(false);
  store.writer?.release();
});

test("a torn end that another program has written behind is left in place", () => {
  const dir = folder();
  const file = written(dir, [...chain(dir, 1), '{"type":"mess'], "");
  const store = openStore(file, undefined, undefined);
  store.writer?.opened();
  appendFileSync(file, 'age"}\n');
  const theirs = readFileSync(file, "utf8");
  store.manager.appendMessage(user("next"));
  expect(readFileSync(file, "utf8").startsWith(theirs)).toBe(true);
  store.writer?.release();
});

test("decision 13: a file of version 1 is read, and written anew only when something is added", () => {
  const dir = folder();
  const old = [
    { type: "session", id: "v1", timestamp: "2025-01-01T00:00:00.000Z", cwd: dir },
    { type: "message", timestamp: "2025-01-01T00:00:01.000Z", message: user("first") },
    { type: "message", timestamp: "2025-01-01T00:00:02.000Z", message: user("kept") },
    {
      type: "compaction",
      timestamp: "2025-01-01T00:00:03.000Z",
      summary: "prose",
      firstKeptEntryIndex: 2,
      tokensBefore: 9,
    },
  ];
  const file = written(
    dir,
    old.map((line) => JSON.stringify(line)),
  );
  const before = readFileSync(file, "utf8");
  const store = openStore(file, undefined, undefined);
  store.writer?.opened();
  const roles = () => store.manager.buildSessionContext().messages.map((message) => message.role);
  expect(roles()).toEqual(["compactionSummary", "user"]);
  expect(readFileSync(file, "utf8")).toBe(before);
  store.manager.appendMessage(user("new"));
  const lines = readable(file).map((line) => JSON.parse(line) as { type: string; version?: number; id?: string });
  expect(lines[0]).toMatchObject({ type: "session", version: 3, id: "v1" });
  expect(lines).toHaveLength(5);
  expect(lines.slice(1).every((line) => typeof line.id === "string")).toBe(true);
  store.writer?.release();
});

test("case 71: entries of other agents get what is read without asking", () => {
  const dir = folder();
  const lines = [
    { type: "session", version: 3, id: "x", timestamp: "2025-01-01T00:00:00.000Z" },
    {
      type: "message",
      id: "a1",
      parentId: null,
      timestamp: "2025-01-01T00:00:00.000Z",
      message: { role: "assistant", content: null },
    },
    { type: "session_summary", id: "a2", parentId: "a1", timestamp: "2025-01-01T00:00:00.000Z", summary: "s" },
    { type: "message", id: "a3", parentId: "a2", timestamp: "2025-01-01T00:00:00.000Z" },
    { type: "compaction", id: "a4", parentId: "a3", timestamp: "2025-01-01T00:00:00.000Z", firstKeptEntryId: null },
    { type: "unknown_leaf" },
  ];
  const store = openStore(
    written(
      dir,
      lines.map((line) => JSON.stringify(line)),
    ),
    undefined,
    dir,
  );
  expect(store.entries.map((entry) => entry.type)).toEqual([
    "message",
    "session_summary",
    "message",
    "compaction",
    "unknown_leaf",
  ]);
  expect(store.entries.at(-1)).toMatchObject({ id: expect.any(String) as string, parentId: "a4" });
  expect(() => store.manager.buildSessionContext()).not.toThrow();
  store.writer?.release();
});

test("usage gets what is missing and keeps what a provider reported beyond it", () => {
  const dir = folder();
  const usage = { input: 1, output: 2, reasoning: 3, cost: { total: 4, totalFromProvider: false } };
  const message = { role: "assistant", content: [], usage, stopReason: "stop", timestamp: 1 };
  const entry = { type: "message", id: "a1", parentId: null, timestamp: "2026-01-01T00:00:00.000Z", message };
  const { entries } = loadSession(written(dir, [...chain(dir, 0), JSON.stringify(entry)]));
  expect(entries[1]).toMatchObject({
    message: { usage: { ...usage, cacheRead: 0, totalTokens: 3, cost: { input: 0, ...usage.cost } } },
  });
});

test("a new session has no file until something is said, and then all of it", () => {
  const dir = folder();
  const store = newStore(dir, dir);
  const file = store.writer?.path ?? "";
  store.manager.appendThinkingLevelChange("low");
  store.writer?.opened();
  expect(existsSync(file)).toBe(false);
  store.manager.appendMessage(user("hello"));
  expect(readable(file).map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
    "session",
    "thinking_level_change",
    "message",
  ]);
  store.writer?.release();
});

test("what the opening of an old session adds waits for the first real entry", () => {
  const dir = folder();
  const file = written(dir, chain(dir, 1));
  const before = readFileSync(file, "utf8");
  const store = openStore(file, undefined, undefined);
  store.manager.appendThinkingLevelChange("low");
  store.writer?.opened();
  expect(readFileSync(file, "utf8")).toBe(before);
  store.manager.appendMessage(user("1"));
  expect(readable(file)).toHaveLength(4);
  store.writer?.release();
});

test("decision 15: a file that vanished is written again whole", () => {
  const dir = folder();
  const store = openStore(written(dir, chain(dir, 2)), undefined, undefined);
  store.writer?.opened();
  rmSync(store.writer?.path ?? "");
  store.manager.appendMessage(user("2"));
  expect(readable(store.writer?.path ?? "")).toHaveLength(4);
  expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  store.writer?.release();
});

test("a change by another program is noticed once", () => {
  const dir = folder();
  const { writer, manager } = openStore(written(dir, chain(dir, 1)), undefined, undefined);
  writer?.opened();
  manager.appendMessage(user("1"));
  expect(writer?.changedElsewhere()).toBe(false);
  appendFileSync(writer?.path ?? "", "{}\n");
  expect(writer?.changedElsewhere()).toBe(true);
  expect(writer?.changedElsewhere()).toBe(false);
  writer?.release();
});

test("a branch is a session of its own and shares nothing with the old one", () => {
  const dir = folder();
  const store = openStore(written(dir, chain(dir, 3)), undefined, undefined);
  const branch = branchStore(store, "00000001");
  branch.writer?.opened();
  branch.manager.appendMessage(user("other"));
  expect(branch.manager.getHeader()).toMatchObject({ parentSession: store.writer?.path });
  expect(
    branch.manager
      .getBranch()
      .map((entry) => entry.id)
      .slice(0, 2),
  ).toEqual(["00000000", "00000001"]);
  expect(store.entries).toHaveLength(3);
  expect(readable(store.writer?.path ?? "")).toHaveLength(4);
  branch.writer?.release();
  store.writer?.release();
});

test("an unsaved session cannot be branched, one in memory can", () => {
  const dir = folder();
  const unsaved = newStore(dir, dir);
  unsaved.manager.appendThinkingLevelChange("low");
  expect(() => branchStore(unsaved, unsaved.manager.getLeafId() ?? "")).toThrow("has not been saved yet");
  const memory = memoryStore(dir);
  memory.manager.appendMessage(user("a"));
  const leaf = memory.manager.getLeafId() ?? "";
  memory.manager.appendMessage(user("b"));
  expect(branchStore(memory, leaf).entries).toHaveLength(1);
});

test("case 25: a lock has one holder; a dead holder's lock is taken over", () => {
  const file = path.join(folder(), "s.jsonl");
  const lock = takeLock(file);
  expect(lock).not.toBeTypeOf("number");
  expect(takeLock(file)).toBe(process.pid);
  if (typeof lock !== "number") lock.release();
  expect(existsSync(lockPath(file))).toBe(false);
  writeFileSync(lockPath(file), JSON.stringify({ pid: 2 ** 22 + 1, started: "1" }));
  const taken = takeLock(file);
  expect(taken).not.toBeTypeOf("number");
  if (typeof taken !== "number") taken.release();
});

test.runIf(process.platform === "linux")("a lock of an earlier process with the same id is dead", () => {
  const file = path.join(folder(), "s.jsonl");
  writeFileSync(lockPath(file), JSON.stringify({ pid: process.ppid, started: "1" }));
  const taken = takeLock(file);
  expect(taken).not.toBeTypeOf("number");
  if (typeof taken !== "number") taken.release();
  writeFileSync(lockPath(file), "torn");
  const again = takeLock(file);
  expect(again).not.toBeTypeOf("number");
  if (typeof again !== "number") again.release();
});

test("a session held by another process is read, not written, and can be written once it is let go", () => {
  const dir = folder();
  const file = written(dir, chain(dir, 1));
  writeFileSync(lockPath(file), JSON.stringify({ pid: process.ppid, started: "" }));
  const store = openStore(file, undefined, undefined);
  store.writer?.opened();
  expect(store.writer?.heldBy).toBe(process.ppid);
  expect(() => store.writer?.assertWritable()).toThrow(`open in another server (process ${process.ppid})`);
  store.manager.appendMessage(user("in memory only"));
  expect(readable(file)).toHaveLength(2);
  rmSync(lockPath(file));
  expect(() => store.writer?.assertWritable()).not.toThrow();
  store.writer?.release();
});

test("a session that changed while another process held it has to be opened again", () => {
  const dir = folder();
  const file = written(dir, chain(dir, 1));
  writeFileSync(lockPath(file), JSON.stringify({ pid: process.ppid, started: "" }));
  const store = openStore(file, undefined, undefined);
  appendFileSync(file, `${JSON.stringify({ type: "session_info", id: "x", parentId: "00000000", name: "n" })}\n`);
  rmSync(lockPath(file));
  expect(() => store.writer?.assertWritable()).toThrow("was changed by another server");
  expect(existsSync(lockPath(file))).toBe(false);
});

/** The entries of a file whose ids and parents are these, as they are after loading; the last of equal ids counts. */
function loadedParents(links: readonly (readonly [id: string, parentId: string | null])[]) {
  const dir = folder();
  const [header] = chain(dir, 0) as [string];
  const lines = links.map(([id, parentId], index) =>
    JSON.stringify({ type: "message", id, parentId, timestamp: "2026-01-01T00:00:00Z", message: user(`${index}`) }),
  );
  const file = written(dir, [header, ...lines]);
  const store = openStore(file, undefined, undefined);
  onTestFinished(() => store.writer?.release());
  return { file, store, parents: store.entries.map(({ id, parentId }) => [id, parentId]) };
}

test("a circle of parents is opened where it begins in the file, and said", () => {
  const { file, store, parents } = loadedParents([
    ["u", null],
    ["a1", "a2"],
    ["a2", "a1"],
  ]);
  expect(parents).toEqual([
    ["u", null],
    ["a1", "u"],
    ["a2", "a1"],
  ]);
  expect(store.warnings).toEqual([
    `Entry a1 in ${file} continues an entry that comes after it. It was attached to the entry before it in the file.`,
  ]);
  expect(store.manager.getBranch().map(({ id }) => id)).toEqual(["u", "a1", "a2"]);
  expect(readFileSync(file, "utf8")).toContain('"parentId":"a2"');
});

test("an entry that is its own parent is a root; a parent that comes later in the file is kept", () => {
  const { store, parents } = loadedParents([
    ["self", "self"],
    ["early", "late"],
    ["late", "self"],
  ]);
  expect(parents).toEqual([
    ["self", null],
    ["early", "late"],
    ["late", "self"],
  ]);
  expect(store.warnings).toEqual([]);
});

test("a way into a circle, and ids that are there twice", () => {
  const { store } = loadedParents([
    ["x", "c"],
    ["a", "c"],
    ["b", "a"],
    ["c", "b"],
    ["a", null],
    ["line5", "b"],
  ]);
  expect(store.entries.map(({ id, parentId }) => [id, parentId])).toEqual([
    ["x", "c"],
    ["a", null],
    ["b", "a"],
    ["c", "b"],
    ["line5", null],
    ["line6", "b"],
  ]);
});

test("whatever the parents are, each walk and the tree end, and hold every entry once", () => {
  const ids = fc.constantFrom("a", "b", "c", "d", "e", "f");
  const links = fc.array(fc.tuple(ids, fc.option(fc.oneof(ids, fc.constant("gone")))), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(links, (some) => {
      const { store } = loadedParents(some);
      expect(new Set(store.entries.map(({ id }) => id)).size).toBe(some.length);
      for (const { id } of store.entries) expect(store.manager.getBranch(id).length).toBeLessThanOrEqual(some.length);
      const open = [...store.manager.getTree()];
      let nodes = 0;
      for (let node = open.pop(); node; node = open.pop()) {
        nodes += 1;
        open.push(...node.children);
      }
      expect(nodes).toBe(some.length);
    }),
    { numRuns: 60 },
  );
});

test("a circle of a hundred thousand entries is opened too", () => {
  const count = 100_000;
  const { parents, store } = loadedParents(
    Array.from({ length: count }, (_, index) => [`e${index}`, `e${(index + count - 1) % count}`] as const),
  );
  expect(parents[0]).toEqual(["e0", null]);
  expect(store.manager.getBranch()).toHaveLength(count);
});
