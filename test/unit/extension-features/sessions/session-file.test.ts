import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { SessionManager } from "@earendil-works/pi-coding-agent";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inParallel } from "../../../../extension/sessions/in-parallel.ts";
import { renameInFile, sessionsIn } from "../../../../extension/sessions/session-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "atomic-session-file-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function newSession(text: string): string {
  const manager = SessionManager.create(folder, folder);
  manager.appendMessage({ role: "user", content: [{ type: "text", text }], timestamp: Date.now() });
  return manager.getSessionFile() ?? "";
}

test("all sessions of a folder, and nothing that is none", async () => {
  const files = Array.from({ length: 300 }, (_, at) => newSession(`message ${at}`));
  writeFileSync(path.join(folder, "notes.txt"), "x");
  writeFileSync(path.join(folder, "broken.jsonl"), "x");
  const sessions = await sessionsIn(folder);
  expect(sessions.map((session) => session.path).toSorted()).toEqual(files.toSorted());
  expect(await sessionsIn(path.join(folder, "missing"))).toEqual([]);
});

test("a name given without a server is found by the SDK, and the session goes on after it", async () => {
  const file = newSession("Hello");
  await renameInFile(file, "My name");
  const [listed] = await sessionsIn(folder);
  expect(listed?.name).toBe("My name");
  const opened = SessionManager.open(file);
  expect(opened.getSessionName()).toBe("My name");
  expect(opened.buildSessionContext().messages).toHaveLength(1);
});

test("a torn last line stays what it is: the name goes on a line of its own", async () => {
  const file = newSession("Hello");
  writeFileSync(file, `${readFileSync(file, "utf8")}{"type":"mess`);
  await renameInFile(file, "After the tear");
  expect(SessionManager.open(file).getSessionName()).toBe("After the tear");
});

test("no more than so many at once, results in order, a failure is told", async () => {
  let under = 0;
  let most = 0;
  const work = async (number: number) => {
    under += 1;
    most = Math.max(most, under);
    await new Promise((resolve) => setImmediate(resolve));
    under -= 1;
    if (number < 0) throw new Error("no");
    return number * 2;
  };
  expect(await inParallel([1, 2, 3, 4, 5, 6, 7], 3, work)).toEqual([2, 4, 6, 8, 10, 12, 14]);
  expect(most).toBe(3);
  expect(await inParallel([], 3, work)).toEqual([]);
  await expect(inParallel([1, -1], 3, work)).rejects.toThrow("no");
});
