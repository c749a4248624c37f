import { appendFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { SessionManager } from "@earendil-works/pi-coding-agent";
import { afterEach, beforeEach, expect, test } from "vitest";
import { oneLine, pickLabel } from "../../../../extension/plain-text.ts";
import { readSummary } from "../../../../extension/sessions/read-session.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "atomic-sessions-"));
  file = path.join(folder, "a.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const header = { type: "session", version: 3, id: "s-1", timestamp: "2026-01-02T03:04:05.000Z", cwd: "/home/me/work" };
let count = 0;
const entry = (fields: Record<string, unknown>) => {
  count += 1;
  return {
    id: count.toString(16).padStart(8, "0"),
    parentId: null,
    timestamp: `2026-01-02T04:00:${String(count % 60).padStart(2, "0")}.000Z`,
    ...fields,
  };
};
const user = (text: unknown) => entry({ type: "message", message: { role: "user", content: text } });
const assistant = (text: string) =>
  entry({ type: "message", message: { role: "assistant", content: [{ type: "text", text }] } });
const write = (...records: unknown[]) =>
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
const filler = (bytes: number) => Array.from({ length: Math.ceil(bytes / 1000) }, () => assistant("x".repeat(900)));

test("a short session: everything, with an exact count", async () => {
  write(header, user("Fix the test"), assistant("Done"), entry({ type: "session_info", name: "  Flaky test " }));
  expect(await readSummary(file)).toEqual({
    path: file,
    id: "s-1",
    cwd: "/home/me/work",
    created: header.timestamp,
    modified: expect.stringMatching(/^2026-01-02T04:00:/),
    firstMessage: "Fix the test",
    name: "Flaky test",
    messageCount: 2,
  });
});

test("a long session is known by its ends: first message, newest name, last message", async () => {
  const last = assistant("the end");
  write(
    header,
    user([{ type: "text", text: "Begin" }]),
    entry({ type: "session_info", name: "Old" }),
    ...filler(300_000),
    entry({ type: "session_info", name: "New" }),
    last,
  );
  const summary = await readSummary(file);
  expect(summary).toMatchObject({ firstMessage: "Begin", name: "New", modified: last.timestamp });
  expect(summary).not.toHaveProperty("messageCount");
});

test("a name between the ends stays known; one that was cleared is gone", async () => {
  write(header, user("Begin"), entry({ type: "session_info", name: "Kept" }));
  const known = await readSummary(file);
  for (const one of filler(100_000)) appendFileSync(file, `${JSON.stringify(one)}\n`);
  expect((await readSummary(file, known))?.name).toBe("Kept");
  appendFileSync(file, `${JSON.stringify(entry({ type: "session_info", name: "" }))}\n`);
  expect(await readSummary(file, known)).not.toHaveProperty("name");
});

test("a first message longer than what is read ends early, whole characters only", async () => {
  const image = { type: "image", data: "A".repeat(600_000), mimeType: "image/png" };
  write(header, user([{ type: "text", text: 'Look at "this"\nü' }, image]), assistant("Nice"));
  expect((await readSummary(file))?.firstMessage).toBe('Look at "this"\nü');
  write(header, user(`${"long \\u00e9 \u{1F600} ".repeat(50_000)}`), assistant("Yes"));
  expect((await readSummary(file))?.firstMessage).toMatch(/^long \\u00e9 \u{1F600} long/u);
});

test.each([
  ["an empty file", ""],
  ["no JSON", "hello\n"],
  ["another kind of record first", '{"type":"message"}\n'],
  ["a header without id", '{"type":"session"}\n'],
])("%s is no session", async (_, text) => {
  writeFileSync(file, text);
  expect(await readSummary(file)).toBeUndefined();
});

test("torn last lines, unknown records, missing and odd fields do no harm", async () => {
  const { cwd: _, timestamp: __, ...bare } = header;
  write(bare, { type: "future", x: 1 }, user("Hi"), entry({ type: "message", message: null }));
  appendFileSync(file, '{"type":"message","mess');
  const at = new Date("2026-02-03T00:00:00Z");
  utimesSync(file, at, at);
  expect(await readSummary(file)).toMatchObject({
    cwd: "",
    created: at.toISOString(),
    firstMessage: "Hi",
    messageCount: 2,
  });
});

test("agrees with the SDK's own list of a session it has written", async () => {
  const manager = SessionManager.create(folder, folder);
  manager.appendMessage({ role: "user", content: [{ type: "text", text: "First" }], timestamp: Date.now() });
  manager.appendSessionInfo("Named");
  const [listed] = await SessionManager.list(folder, folder);
  const summary = await readSummary(manager.getSessionFile() ?? "");
  expect(summary).toMatchObject({
    id: listed?.id,
    cwd: listed?.cwd,
    name: listed?.name,
    firstMessage: listed?.firstMessage,
    messageCount: listed?.messageCount,
    created: listed?.created.toISOString(),
  });
});

test("text in rows is one line, in quick picks without icons", () => {
  expect(oneLine("  two\n lines\u0007 ")).toBe("two lines");
  expect(oneLine("a\u202Eb\u2066c")).toBe("abc");
  expect(oneLine("a\u{1F600}b", 3)).toBe("a…");
  expect(pickLabel("run $(trash) and $x")).toBe("run \\$(trash) and $x");
});
