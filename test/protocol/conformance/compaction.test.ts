/** Manual compaction: what the planner is sent, what comes back, what the next request holds. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { longSession, longText, numberedLines, plan } from "../../support/compaction.ts";
import { overloaded } from "../../support/provider-errors.ts";
import { expectOrder } from "../../support/records.ts";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer();
const plannerLines = () => numberedLines(t.endpoint.auxiliaryRequests.at(-1)?.allText ?? "");
const isPending = (id: string, from: number) => !t.rpc.since(from).some((r) => r.type === "response" && r.id === id);

test("5.10 compact: response fields", async () => {
  await longSession(t);
  plan(t.endpoint, [2, 30], [45, 60]);
  const result = await t.rpc.ok("compact");
  expect(result).toMatchObject({
    compactedText: expect.any(String),
    tokensBefore: expect.any(Number),
    promptVersion: 3,
    rung: "planned",
    parameters: { compression_ratio: 0.5, preserve_recent: 2, query: "fix the test please" },
  });
  for (const key of [
    "linesBefore",
    "linesDeleted",
    "linesKept",
    "rangeCount",
    "tokensBefore",
    "tokensAfter",
  ] as const) {
    expect(result.stats[key]).toEqual(expect.any(Number));
  }
  expect(result.stats.percentReduction).toEqual(expect.any(Number));
  expect(typeof result.firstKeptEntryId).toBe("string");
});

test("5.13 compact: start and end events, with the result, before the response", async () => {
  await longSession(t);
  plan(t.endpoint, [2, 30]);
  const from = t.rpc.mark();
  const result = await t.rpc.ok("compact");
  const records = t.rpc.since(from);
  expectOrder(records, ["compaction_start", "compaction_end", "response:compact:ok"]);
  expect(records.find((r) => r.type === "compaction_start")).toEqual({ type: "compaction_start", reason: "manual" });
  const end = records.find((r) => r.type === "compaction_end");
  expect(end).toMatchObject({ reason: "manual", aborted: false, willRetry: false });
  expect(end?.result.compactedText).toBe(result.compactedText);
  expect("errorMessage" in (end ?? {})).toBe(false);
});

test("5.4 compact: the planner sees everything but the newest two messages, numbered", async () => {
  await longSession(t);
  plan(t.endpoint, [2, 30]);
  await t.rpc.ok("compact");
  expect(t.endpoint.auxiliaryRequests).toHaveLength(1);
  const lines = plannerLines();
  expect(lines.length).toBeGreaterThanOrEqual(80);
  expect(lines.join("\n")).toMatch(/QUESTIONONE line 40[\s\S]*REPLYONE line 40/);
  expect(lines.join("\n")).not.toContain("short two");
  expect(t.endpoint.auxiliaryRequests[0]?.body.model).toBe("main");
});

test("5.6 compact: ranges out of order, reversed, overlapping or beyond the end are put right", async () => {
  await longSession(t);
  t.endpoint.auxiliary = ["60,50\n5,8\n7,12\n13,14\n9000,9100\n70,9999\n"];
  const { stats } = await t.rpc.ok("compact");
  const total = plannerLines().length;
  expect([stats.rangeCount, stats.linesDeleted]).toEqual([3, 10 + 11 + (total - 69)]);
});

test("5.1 compact: firstKeptEntryId is the first of the two protected messages", async () => {
  await longSession(t);
  plan(t.endpoint, [2, 30]);
  const { entries } = await t.rpc.ok("get_entries");
  const messages = entries.filter((entry) => entry.type === "message");
  expect((await t.rpc.ok("compact")).firstKeptEntryId).toBe(messages.at(-2)?.id);
});

test("5.11 compact: the backup beside the session file holds what was there before", async () => {
  await longSession(t);
  plan(t.endpoint, [2, 30]);
  const file = (await t.rpc.ok("get_state")).sessionFile as string;
  const before = readFileSync(file, "utf8");
  const { backupPath } = await t.rpc.ok("compact");
  expect(backupPath?.startsWith(file)).toBe(true);
  expect(backupPath).toMatch(/\.compact\.bak$/);
  expect(readFileSync(backupPath as string, "utf8")).toBe(before);
});

test("4.9 case 19: contextUsage is null after a compaction until the next answer", async () => {
  await longSession(t);
  plan(t.endpoint, [2, 30]);
  await t.rpc.ok("compact");
  const after = (await t.rpc.ok("get_session_stats")).contextUsage;
  expect(after).toEqual({ tokens: null, percent: null, contextWindow: 128_000 });
  t.endpoint.push(["after", { usage: { prompt_tokens: 3000, completion_tokens: 5 } }]);
  await t.rpc.run("next");
  expect((await t.rpc.ok("get_session_stats")).contextUsage?.tokens).toBeGreaterThanOrEqual(3000);
});

test("5.12 compact: the next request carries the kept lines and the tail, not the deleted ones", async () => {
  await longSession(t);
  plan(t.endpoint, [3, 30]);
  await t.rpc.ok("compact");
  await t.rpc.run("next question");
  const text = t.endpoint.agentRequests.at(-1)?.allText ?? "";
  for (const kept of [
    "(filtered 28 lines)",
    "QUESTIONONE line 40 ",
    "short two",
    "fix the test please",
    "next question",
  ]) {
    expect(text).toContain(kept);
  }
  expect(text).not.toContain("QUESTIONONE line 15 ");
});

test("5.12 compact: a tool result at the start of the protected tail is not lost", async () => {
  t.endpoint.push([longText("REPLYONE")]);
  await t.rpc.run(longText("QUESTIONONE"));
  t.endpoint.push(
    [
      { tool: "bash", args: { command: "printf 'OUT%s-A' PUT" } },
      { tool: "bash", args: { command: "printf 'OUT%s-B' PUT" } },
    ],
    ["tools are done"],
  );
  await t.rpc.run("run both");
  plan(t.endpoint, [2, 30]);
  await t.rpc.ok("compact");
  await t.rpc.run("next question");
  const text = t.endpoint.agentRequests.at(-1)?.allText ?? "";
  for (const kept of ["OUTPUT-A", "OUTPUT-B", "tools are done"]) expect(text).toContain(kept);
});

test("compact: get_entries still has the history from before", async () => {
  await longSession(t);
  const before = (await t.rpc.ok("get_entries")).entries;
  plan(t.endpoint, [3, 30]);
  await t.rpc.ok("compact");
  expect((await t.rpc.ok("get_entries")).entries.slice(0, before.length)).toEqual(before);
});

test("5.8 compact: a second compaction adds the markers up", async () => {
  await longSession(t);
  plan(t.endpoint, [3, 30]);
  const first = await t.rpc.ok("compact");
  t.endpoint.push([longText("REPLYTHREE", 30)], ["short four"]);
  await t.rpc.run(longText("QUESTIONTHREE", 30));
  await t.rpc.run("and again");
  const marker = first.compactedText.split("\n").indexOf("(filtered 28 lines)") + 1;
  expect(marker).toBeGreaterThan(0);
  plan(t.endpoint, [marker, marker + 4]);
  expect((await t.rpc.ok("compact")).compactedText).toContain("(filtered 32 lines)");
});

test("5.3 compact with nothing to compact fails and writes nothing", async () => {
  await t.rpc.run("tiny");
  const before = await t.rpc.ok("get_entries");
  const from = t.rpc.mark();
  expect(await t.rpc.refused("compact")).toBe("Nothing to compact (session too small)");
  expect(await t.rpc.ok("get_entries")).toEqual(before);
  const end = t.rpc.since(from).find((r) => r.type === "compaction_end");
  if (end) expect(end).toMatchObject({ result: null, aborted: false, errorMessage: expect.any(String) });
});

test("5.5 unusable planner answers: result null, an errorMessage, no boundary, and the session goes on", async () => {
  await longSession(t);
  for (const bad of ["this is prose, not ranges", "1,2\nfoo\n", "01,05\n", "1-5\n", "```\n1,5\n```", ""]) {
    t.endpoint.auxiliary = [bad];
    const from = t.rpc.mark();
    await t.rpc.refused("compact");
    expect(await t.rpc.event("compaction_end", from)).toMatchObject({
      result: null,
      aborted: false,
      errorMessage: expect.stringMatching(/./),
    });
  }
  expect((await t.rpc.ok("get_entries")).entries.filter((entry) => entry.type === "compaction")).toEqual([]);
  plan(t.endpoint, [2, 30]);
  await t.rpc.ok("compact");
  await t.rpc.run("still alive");
});

test("9.1 case 12: bash, clear_queue and get_state are served while a manual compact waits", async () => {
  await longSession(t);
  const gate = t.endpoint.gateAuxiliary("2,30");
  const from = t.rpc.mark();
  t.rpc.send({ id: "cmp", type: "compact" });
  await gate.reached;
  await t.rpc.ok("clear_queue");
  expect((await t.rpc.ok("bash", { command: "echo meanwhile" })).output).toBe("meanwhile\n");
  expect((await t.rpc.ok("get_state")).isCompacting).toBe(true);
  expect(isPending("cmp", from)).toBe(true);
  gate.open();
  expect((await t.rpc.response("cmp", from)).success).toBe(true);
});

test("5.23 abort_compaction cancels: aborted true, result null, no errorMessage", async () => {
  await longSession(t);
  const gate = t.endpoint.gateAuxiliary("2,30");
  const from = t.rpc.mark();
  t.rpc.send({ id: "cmp", type: "compact" });
  await gate.reached;
  await t.rpc.ok("abort_compaction");
  const end = await t.rpc.event("compaction_end", from);
  expect(end).toEqual({ type: "compaction_end", reason: "manual", result: null, aborted: true, willRetry: false });
  expect(await t.rpc.response("cmp", from)).toMatchObject({ success: false, error: "Compaction cancelled" });
});

test("3.9 decision 4: abort cancels a manual compaction too", async () => {
  await longSession(t);
  const gate = t.endpoint.gateAuxiliary("2,30");
  const from = t.rpc.mark();
  t.rpc.send({ id: "cmp", type: "compact" });
  await gate.reached;
  await t.rpc.ok("abort");
  expect(await t.rpc.event("compaction_end", from)).toMatchObject({ aborted: true, result: null });
  expect((await t.rpc.response("cmp", from)).success).toBe(false);
  expect((await t.rpc.ok("get_state")).isCompacting).toBe(false);
});

test("5.14 compact during a run aborts the run first", async () => {
  await longSession(t);
  plan(t.endpoint, [2, 30]);
  t.endpoint.push(["streaming", { silence: true }]);
  const from = t.rpc.mark();
  await t.rpc.ok("prompt", { message: "long job" });
  await t.rpc.event("message_update", from);
  await t.rpc.ok("compact");
  expectOrder(t.rpc.since(from), ["agent_start", "agent_end", "compaction_start", "compaction_end"]);
});

test("5.20 a transient planner error is retried and announced", async () => {
  await longSession(t);
  let requests = 0;
  t.endpoint.auxiliary = () => (requests++ === 0 ? overloaded : ["2,30"]);
  const from = t.rpc.mark();
  await t.rpc.ok("compact");
  const records = t.rpc.since(from);
  expectOrder(records, [
    "compaction_start",
    "summarization_retry_scheduled",
    "summarization_retry_attempt_start",
    "summarization_retry_finished",
    "compaction_end",
  ]);
  expect(records.find((r) => r.type === "summarization_retry_scheduled")).toMatchObject({
    attempt: 1,
    maxAttempts: 3,
    delayMs: 50,
    errorMessage: expect.any(String),
  });
  expect(records.find((r) => r.type === "summarization_retry_attempt_start")).toEqual({
    type: "summarization_retry_attempt_start",
    source: "compaction",
    reason: "manual",
  });
});
