import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Api, Model } from "@earendil-works/pi-ai";
import { SessionManager } from "@earendil-works/pi-coding-agent";
import { expect, onTestFinished, test } from "vitest";
import { type CompactionRequest, compactSession, NothingToCompact } from "../../../server/compaction/compact.ts";
import type { Planner } from "../../../server/compaction/planner.ts";
import { assistant, sessionOf, user } from "./messages.ts";

const long = (word: string, n = 40) => Array.from({ length: n }, (_, i) => `${word} ${i + 1}`).join("\n");
const conversation = [
  user(long("question")),
  assistant([{ type: "text", text: long("reply") }]),
  user("fix the test"),
  assistant([{ type: "text", text: "done" }]),
];
const model = { provider: "p", id: "m", contextWindow: 100_000 } as Model<Api>;

function planning(text: string, act: () => void = () => {}): Planner {
  return {
    name: "p/m",
    ask: async () => {
      act();
      return { text, stopReason: "stop", overflow: false };
    },
  };
}

function request(sessionManager: SessionManager, options: Partial<CompactionRequest> = {}): CompactionRequest {
  return {
    sessionManager,
    reason: "manual",
    tokensBefore: 1000,
    settings: {},
    model,
    planners: [planning("2,30")],
    signal: new AbortController().signal,
    onStart: () => {},
    ...options,
  };
}

/** A session on disk that already holds the conversation. */
function savedSession(): { session: SessionManager; folder: string; file: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), "atomic-compact-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const session = SessionManager.create("/tmp", folder);
  for (const message of conversation) session.appendMessage(message as Parameters<typeof session.appendMessage>[0]);
  return { session, folder, file: session.getSessionFile() as string };
}

test("5.10 the result says what was asked, what was done, and numbers that are true", async () => {
  const session = sessionOf(conversation);
  const boundary = await compactSession(request(session));
  expect(boundary.summary.split("\n").slice(0, 3)).toEqual([
    "[User]: question 1",
    "(filtered 29 lines)",
    "question 31",
  ]);
  expect(boundary.firstKeptEntryId).toBe(session.getEntries()[2]?.id);
  expect(boundary.details).toEqual({
    strategy: "verbatim-lines",
    promptVersion: 3,
    parameters: { compression_ratio: 0.5, preserve_recent: 2, query: "fix the test" },
    rung: "planned",
    stats: {
      linesBefore: 81,
      linesDeleted: 29,
      linesKept: 52,
      rangeCount: 1,
      tokensBefore: 1000,
      tokensAfter: Math.ceil(boundary.summary.length / 4) + 3 + 1,
      percentReduction: Math.round((1 - (Math.ceil(boundary.summary.length / 4) + 4) / 1000) * 1000) / 10,
    },
  });
});

test("5.11 the copy of the session file is made before anything changes, and named after the reason", async () => {
  const { session, file } = savedSession();
  const before = readFileSync(file, "utf8");
  for (const [reason, ending] of [
    ["manual", /\.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.compact\.bak$/],
    ["threshold", /Z\.auto-compact\.bak$/],
    ["overflow", /Z\.overflow-auto-compact\.bak$/],
  ] as const) {
    const { details } = await compactSession(request(session, { reason }));
    expect(details.backupPath?.startsWith(`${file}.`)).toBe(true);
    expect(details.backupPath).toMatch(ending);
    expect(readFileSync(details.backupPath as string, "utf8")).toBe(before);
  }
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("5.11 a session that is not on disk yet is copied from memory", async () => {
  const { session, file } = savedSession();
  const before = readFileSync(file, "utf8");
  rmSync(file);
  const { details } = await compactSession(request(session));
  expect(readFileSync(details.backupPath as string, "utf8")).toBe(before);
});

test("5.11 when the copy cannot be written the compaction fails and names it", async () => {
  const { session, file, folder } = savedSession();
  rmSync(folder, { recursive: true, force: true });
  await expect(compactSession(request(session))).rejects.toThrow(`The backup ${file}.`);
});

test("5.11 without a session file there is no copy", async () => {
  const { details } = await compactSession(request(sessionOf(conversation)));
  expect(details).not.toHaveProperty("backupPath");
});

test("5.3 fewer than 20 lines: nothing to compact, nobody asked", async () => {
  const session = sessionOf([user(long("a", 19)), assistant([{ type: "text", text: "b" }]), user("c")]);
  const planners = [planning("1,2", () => expect.unreachable())];
  for (const reason of ["manual", "threshold"] as const) {
    await expect(compactSession(request(session, { reason, planners }))).rejects.toThrow(NothingToCompact);
  }
  await expect(compactSession(request(sessionOf([])))).rejects.toThrow("Nothing to compact (session too small)");
});

test("5.18 an overflow compacts even a few lines", async () => {
  const session = sessionOf([user(long("a", 5)), assistant([{ type: "text", text: "b" }]), user("c")]);
  const boundary = await compactSession(request(session, { reason: "overflow", planners: [planning("prose")] }));
  expect([boundary.summary, boundary.details.rung]).toEqual(["(filtered 5 lines)", "fresh"]);
});

test("5.18 an overflow whose newest messages alone are too long takes them in", async () => {
  const session = sessionOf([user(long("a", 30)), assistant([{ type: "text", text: long("big", 30) }]), user("c")]);
  const small = { ...model, contextWindow: 40 };
  const options = { reason: "overflow" as const, model: small };
  const planned = await compactSession(request(session, options));
  expect([planned.firstKeptEntryId, planned.details.parameters.preserve_recent]).toEqual([null, 0]);
  const fresh = await compactSession(request(session, { ...options, planners: [planning("prose")] }));
  expect(fresh.summary).toMatch(/^\(filtered 5\d lines\)\n[^(]*big 30\n\n\[User\]: c$/);
  expect(fresh.details.rung).toBe("fresh");
});

test("5.21 a plan that was not usable leaves a note beside the session, for its owner only", async () => {
  const { session, folder, file } = savedSession();
  const before = readFileSync(file, "utf8");
  await expect(compactSession(request(session, { planners: [planning("some prose")] }))).rejects.toThrow(
    /malformed output \(diagnostic: .*\.json\)$/,
  );
  const note = readdirSync(folder).find((name) => name.endsWith(".json")) as string;
  expect(note).toMatch(
    new RegExp(`^${path.basename(file, ".jsonl")}-compaction-diagnostic-\\d+-[0-9a-f-]{36}\\.json$`),
  );
  expect(JSON.parse(readFileSync(path.join(folder, note), "utf8"))).toMatchObject({
    model: "p/m",
    reason: "manual",
    outcome: "failed",
    answer: "some prose",
    linesBefore: 81,
  });
  if (process.platform !== "win32") expect(statSync(path.join(folder, note)).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(readdirSync(folder).some((name) => name.endsWith(".bak"))).toBe(false);
});

test("5.21 a session in memory leaves no note", async () => {
  await expect(compactSession(request(sessionOf(conversation), { planners: [planning("prose")] }))).rejects.toThrow(
    /malformed output$/,
  );
});

test("5.23 aborted while planning: nothing is written", async () => {
  const { session, folder } = savedSession();
  const abort = new AbortController();
  const options = { signal: abort.signal, planners: [planning("2,30", () => abort.abort())] };
  await expect(compactSession(request(session, options))).rejects.toThrow();
  expect(readdirSync(folder)).toHaveLength(1);
});

test("the start is told before a model is asked, and not when there is nothing to do", async () => {
  const order: string[] = [];
  const options = {
    onStart: () => void order.push("start"),
    planners: [planning("2,30", () => void order.push("ask"))],
  };
  await compactSession(request(sessionOf(conversation), options));
  await expect(compactSession(request(sessionOf([]), options))).rejects.toThrow();
  expect(order).toEqual(["start", "ask"]);
});
