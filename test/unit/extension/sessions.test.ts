import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DraftFiles } from "../../../extension/broker/draft-files.ts";
import { keyOfRestored, remember, type TabMemory } from "../../../extension/panel/remembered.ts";
import { groupSessions, sessionsElsewhere, worthRows } from "../../../extension/sessions/groups.ts";
import { readEntries, renameInFile, sessionsIn } from "../../../extension/sessions/session-file.ts";
import { SessionLocks } from "../../../extension/sessions/session-locks.ts";
import { until } from "../../support/until.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "atomic-sessions-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function sessionFile(name: string, ...lines: object[]): string {
  const header = { type: "session", version: 3, id: name, timestamp: "2026-01-01T00:00:00.000Z", cwd: "/work" };
  const file = path.join(folder, `${name}.jsonl`);
  writeFileSync(file, [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}
const user = (id: string, parentId: string | null, text: string) => ({
  type: "message",
  id,
  parentId,
  timestamp: "2026-01-01T00:00:01.000Z",
  message: { role: "user", content: [{ type: "text", text }], timestamp: 1 },
});

describe("session files", () => {
  test("a folder's sessions, without what is none", async () => {
    sessionFile("one", user("a", null, "first words"));
    writeFileSync(path.join(folder, "none.jsonl"), "not a session\n");
    writeFileSync(path.join(folder, "other.txt"), "");
    const found = await sessionsIn(folder);
    expect(found).toMatchObject([{ id: "one", cwd: "/work", firstMessage: "first words", messageCount: 1 }]);
    await expect(sessionsIn(path.join(folder, "missing"))).resolves.toEqual([]);
  });

  test("a session that no server has open is renamed by an entry at its end, also after a torn line", async () => {
    const file = sessionFile("one", user("0000000a", null, "hi"));
    writeFileSync(file, '{"type":"mess', { flag: "a" });
    await renameInFile(file, "A better name");
    const { entries, leafId } = await readEntries(file);
    expect(entries.at(-1)).toMatchObject({ type: "session_info", name: "A better name", parentId: "0000000a" });
    expect(leafId).toBe(entries.at(-1)?.id);
    expect((await sessionsIn(folder))[0]?.name).toBe("A better name");
    expect(readFileSync(file, "utf8").endsWith("\n")).toBe(true);
  });
});

test("case 42: one row a session, whatever is started, resumed, renamed, pinned or listed twice", async () => {
  const rows = async (pinned: string[] = []) => {
    const here = await sessionsIn(folder);
    const elsewhere = sessionsElsewhere([...here, ...here], here, "/work");
    const groups = groupSessions(worthRows([...here, ...here]), new Set(pinned), new Date());
    return [...groups.flatMap(({ sessions }) => sessions), ...elsewhere].map(({ id }) => id).sort();
  };
  const file = sessionFile("one", user("0000000a", null, "hi"));
  sessionFile("two", user("0000000b", null, "hi"));
  sessionFile("started");
  expect(await rows()).toEqual(["one", "two"]);
  // Resumed: its file goes on, and has another time.
  writeFileSync(file, `${JSON.stringify(user("0000000c", "0000000a", "on"))}\n`, { flag: "a" });
  await renameInFile(file, "Renamed");
  expect(await rows([file])).toEqual(["one", "two"]);
  // One that names no folder belongs to the folder that lists it.
  const nowhere = path.join(folder, "nowhere.jsonl");
  const header = { type: "session", version: 3, id: "nowhere", timestamp: "2026-01-01T00:00:00.000Z" };
  writeFileSync(nowhere, `${JSON.stringify(header)}\n${JSON.stringify(user("0000000d", null, "hi"))}\n`);
  expect(await rows()).toEqual(["nowhere", "one", "two"]);
});

test("case 42: sessions are grouped by day, pinned ones first, one row a file", () => {
  const now = new Date(2026, 5, 15, 12);
  const at = (path: string, day: number, hour = 8) => ({
    path,
    id: path,
    cwd: "/work",
    created: "",
    modified: new Date(2026, 5, day, hour).toISOString(),
    firstMessage: path,
  });
  const sessions = [
    at("a", 15, 1),
    at("b", 15, 9),
    at("c", 14),
    at("d", 10),
    at("e", 1),
    at("f", -40),
    at("a", 15, 2),
    at("p", 2),
  ];
  const groups = groupSessions(sessions, new Set(["p"]), now);
  expect(groups.map((group) => [group.id, group.sessions.map((session) => session.path)])).toEqual([
    ["pinned", ["p"]],
    ["today", ["b", "a"]],
    ["yesterday", ["c"]],
    ["week", ["d"]],
    ["month", ["e"]],
    ["older", ["f"]],
  ]);
});

describe("locks", () => {
  test("one window has a session, another is told so, and a dead one counts for nothing", () => {
    const first = new SessionLocks(folder, () => undefined, process.pid);
    const second = new SessionLocks(folder, () => undefined, process.ppid);
    expect(first.acquire("/s.jsonl")).toBe(true);
    expect(first.acquire("/s.jsonl")).toBe(true);
    expect(second.acquire("/s.jsonl")).toBe(false);
    expect(second.isElsewhere("/s.jsonl")).toBe(true);
    expect(second.acquire("/other.jsonl")).toBe(true);
    first.release("/s.jsonl");
    expect(second.acquire("/s.jsonl")).toBe(true);
    first.dispose();
    second.dispose();
    const dead = new SessionLocks(folder, () => undefined, 2 ** 22 + 1);
    expect(dead.acquire("/s.jsonl")).toBe(true);
    expect(first.isElsewhere("/s.jsonl")).toBe(false);
  });

  test("taking over asks the other window, which lets go", async () => {
    const asked: string[] = [];
    const first: SessionLocks = new SessionLocks(
      folder,
      (session) => {
        asked.push(session);
        first.release(session);
      },
      process.pid,
    );
    const second = new SessionLocks(folder, () => undefined, process.ppid);
    first.acquire("/s.jsonl");
    await second.takeOver("/s.jsonl");
    expect(asked).toContain("/s.jsonl");
    expect(first.isElsewhere("/s.jsonl")).toBe(true);
    first.dispose();
    second.dispose();
  });
});

describe("drafts", () => {
  const draft = {
    text: "half a thought",
    caret: 4,
    images: [{ type: "image" as const, data: "QUJD", mimeType: "image/png" }],
  };

  test("come back with caret and images after a restart, one for each key", async () => {
    const drafts = new DraftFiles(folder, () => undefined);
    drafts.set("a", draft);
    drafts.set("b", { ...draft, text: "another" });
    drafts.flush();
    const later = new DraftFiles(folder, () => undefined);
    expect(later.get("a")).toEqual(draft);
    expect(later.get("b")?.text).toBe("another");
    expect(later.get("c")).toBeNull();
  });

  test("are written a moment after the last change, and gone when emptied", async () => {
    const drafts = new DraftFiles(folder, () => undefined);
    drafts.set("a", draft);
    await until("it is written", () => new DraftFiles(folder, () => undefined).get("a") !== null);
    drafts.set("a", { text: "", caret: 0, images: [] });
    drafts.flush();
    expect(new DraftFiles(folder, () => undefined).get("a")).toBeNull();
  });

  test("a folder that cannot be written is told, and the draft stays in memory", () => {
    const said: string[] = [];
    writeFileSync(path.join(folder, "file"), "");
    const drafts = new DraftFiles(path.join(folder, "file", "drafts"), (text) => said.push(text));
    drafts.set("a", draft);
    drafts.flush();
    expect(said[0]).toMatch(/draft was not kept/);
    expect(drafts.get("a")).toEqual(draft);
    expect(existsSync(path.join(folder, "file", "drafts"))).toBe(false);
  });
});

describe("editor tabs", () => {
  const memory: TabMemory = {
    a: { sessionFile: "/a" },
    b: { sessionFile: "/b" },
    c: { sessionFile: "/c", closed: true },
  };

  test("a restored tab is the one it says it is, else the newest that no open tab is and nobody closed", () => {
    expect(keyOfRestored(memory, "c", new Set())).toBe("c");
    expect(keyOfRestored(memory, undefined, new Set())).toBe("b");
    expect(keyOfRestored(memory, undefined, new Set(["b"]))).toBe("a");
    expect(keyOfRestored(memory, undefined, new Set(["a", "b"]))).toBe("c");
    expect(keyOfRestored({}, undefined, new Set())).toBeUndefined();
  });

  test("the newest fifty are remembered", () => {
    let many: TabMemory = {};
    for (let at = 0; at < 60; at++) many = remember(many, `k${at}`, { sessionFile: `/${at}` });
    many = remember(many, "k20", { sessionFile: "/again" });
    expect(Object.keys(many)).toHaveLength(50);
    expect(Object.keys(many).at(-1)).toBe("k20");
    expect(many.k9).toBeUndefined();
  });
});
