/** When compactions start, what goes on meanwhile, and how they end early (behaviours 5.13–5.17, 5.20, 5.23, 5.24; decisions 4, 10, 12). */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { longSession, longText, plan } from "../support/compaction.ts";
import { Gate } from "../support/gate.ts";
import { overloaded } from "../support/provider-errors.ts";
import { count, expectOrder, labels } from "../support/records.ts";
import { scenario } from "../support/scenario.ts";
import { sharedServer } from "../support/shared-server.ts";

const t = sharedServer();
const nearlyFull = { usage: { prompt_tokens: 127_500, completion_tokens: 100 } };
const overflow = {
  status: 400,
  body: {
    error: {
      message:
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens.",
      code: "context_length_exceeded",
    },
  },
};

/** Starts a manual compaction whose planner waits at the gate. */
async function startCompact(gate: Gate): Promise<number> {
  await longSession(t);
  t.endpoint.auxiliary = [{ gate }, "2,30"];
  const from = t.rpc.mark();
  t.rpc.send({ id: "cmp", type: "compact" });
  await gate.reached;
  return from;
}

test("5.15 a nearly full context with nothing to compact is not spoken of", async () => {
  t.endpoint.push(["short", nearlyFull]);
  const records = await t.rpc.run("tiny");
  expect(labels(records).filter((name) => name.startsWith("compaction"))).toEqual([]);
});

test("5.13 a threshold compaction that fails says why, and the session goes on", async () => {
  t.endpoint.push([longText("REPLYONE")], ["short two", nearlyFull], ["three"]);
  t.endpoint.auxiliary = ["not a plan"];
  await t.rpc.run(longText("QUESTIONONE"));
  const records = await t.rpc.run("fix it");
  const end = records.find((r) => r.type === "compaction_end");
  expect(end).toMatchObject({ reason: "threshold", result: null, aborted: false, willRetry: false });
  expect(end?.errorMessage).toMatch(/^Auto-compaction failed: Compaction range planning returned malformed output/);
});

test("5.11 an automatic compaction leaves a copy named after it", async () => {
  t.endpoint.push([longText("REPLYONE")], ["short two", nearlyFull]);
  plan(t.endpoint, [2, 30]);
  await t.rpc.run(longText("QUESTIONONE"));
  const end = (await t.rpc.run("fix it")).find((r) => r.type === "compaction_end");
  expect(end?.result.backupPath).toMatch(/\.jsonl\.[0-9T-]+Z\.auto-compact\.bak$/);
});

test("5.16 an overflow for which no model can plan deletes the region and repeats the prompt", async () => {
  await longSession(t);
  t.endpoint.auxiliary = ["not a plan"];
  t.endpoint.push(overflow, ["recovered"]);
  const records = await t.rpc.run("overflow now");
  const end = records.find((r) => r.type === "compaction_end");
  expect(end).toMatchObject({ reason: "overflow", willRetry: true, aborted: false });
  expect(end?.result).toMatchObject({
    rung: "fresh",
    backupPath: expect.stringMatching(/\.overflow-auto-compact\.bak$/),
  });
  expect(end?.result.compactedText).toMatch(/^\(filtered \d+ lines\)$/);
  expect(t.endpoint.agentRequests.at(-1)?.lastUserText).toContain("overflow now");
});

test("5.17 an answer cut off below the model's limit: one compaction, and the prompt once more", async () => {
  await longSession(t);
  plan(t.endpoint, [2, 30]);
  t.endpoint.push(["half an", { usage: { completion_tokens: 50 } }, { finish: "length" }], ["whole answer"]);
  const records = await t.rpc.run("say it all");
  expectOrder(records, ["compaction_start", "compaction_end", "message_start:assistant"]);
  expect(records.find((r) => r.type === "compaction_end")).toMatchObject({ reason: "overflow", willRetry: true });
  expect(t.endpoint.agentRequests.at(-1)?.allText).not.toContain("half an");
});

test("5.17 an answer cut off at the model's limit is gone on with, three times at most", async () => {
  const part = (text: string) => [text, { usage: { completion_tokens: 8192 } }, { finish: "length" as const }];
  t.endpoint.push(part("one,"), part("two,"), ["three."]);
  const records = await t.rpc.run("count");
  expect(count(records, "agent_start")).toBe(1);
  expect(count(records, "message_end:assistant")).toBe(3);
  const third = t.endpoint.agentRequests.at(-1)?.conversation.map((message) => message.role);
  expect(third).toEqual(["user", "assistant", "user", "assistant", "user"]);
  expect(count(records, "compaction_start")).toBe(0);

  t.endpoint.push(part("a"), part("b"), part("c"), part("d"), ["never asked for"]);
  const again = await t.rpc.run("count on");
  expect(count(again, "message_end:assistant")).toBe(4);
  expect(count(await t.rpc.run("and this works"), "message_end:assistant")).toBe(1);
});

test("5.14 a second compact waits for the first", async () => {
  const gate = new Gate();
  const from = await startCompact(gate);
  t.rpc.send({ id: "second", type: "compact" });
  gate.open();
  expect((await t.rpc.response("cmp", from)).success).toBe(true);
  expect(await t.rpc.response("second", from)).toMatchObject({ success: false });
  expectOrder(t.rpc.since(from), [
    "compaction_start",
    "compaction_end",
    (r) => r.id === "cmp",
    (r) => r.id === "second",
  ]);
});

test("5.24 decision 12: a prompt during a compaction is queued when it says how, and waits otherwise", async () => {
  const gate = new Gate();
  const from = await startCompact(gate);
  await t.rpc.ok("prompt", { message: "queued one", streamingBehavior: "followUp" });
  t.rpc.send({ id: "later", type: "prompt", message: "waiting one" });
  await t.rpc.ok("get_state");
  expect(t.rpc.since(from).some((r) => r.type === "response" && r.id === "later")).toBe(false);
  gate.open();
  await t.rpc.response("cmp", from);
  await t.rpc.waitFor(
    (r) => r.type === "message_end" && r.message.role === "user" && JSON.stringify(r.message).includes("queued one"),
    { from },
  );
  expect(await t.rpc.response("later", from)).toBeDefined();
  await t.rpc.event("agent_settled", from);
});

test("decision 12: what was queued is sent although the compaction fails", async () => {
  const gate = new Gate();
  await longSession(t);
  t.endpoint.auxiliary = [{ gate }, "not a plan"];
  const from = t.rpc.mark();
  t.rpc.send({ id: "cmp", type: "compact" });
  await gate.reached;
  await t.rpc.ok("prompt", { message: "queued one", streamingBehavior: "steer" });
  gate.open();
  expect((await t.rpc.response("cmp", from)).success).toBe(false);
  await t.rpc.event("agent_settled", from);
  expect(t.endpoint.agentRequests.at(-1)?.lastUserText).toBe("queued one");
});

describe("5.23 decision 4: ended early", () => {
  async function unchangedAfter(
    end: () => Promise<unknown>,
    script: Parameters<typeof Object>[0],
    started: Promise<void>,
  ): Promise<void> {
    await longSession(t);
    const { sessionFile } = await t.rpc.ok("get_state");
    const before = readFileSync(sessionFile as string, "utf8");
    t.endpoint.auxiliary = script;
    const from = t.rpc.mark();
    t.rpc.send({ id: "cmp", type: "compact" });
    await started;
    await end();
    const event = await t.rpc.event("compaction_end", from);
    expect(event).toMatchObject({ reason: "manual", result: null, aborted: true });
    expect("errorMessage" in event).toBe(false);
    expect(await t.rpc.response("cmp", from)).toMatchObject({ success: false, error: "Compaction cancelled" });
    expect(readFileSync(sessionFile as string, "utf8")).toBe(before);
    const beside = readdirSync(path.dirname(sessionFile as string)).filter((name) =>
      name.startsWith(path.basename(sessionFile as string, ".jsonl")),
    );
    expect(beside.filter((name) => /\.bak$|diagnostic/.test(name))).toEqual([]);
    expect((await t.rpc.ok("get_state")).isCompacting).toBe(false);
    t.endpoint.auxiliary = ["2,30"];
    expect((await t.rpc.ok("compact")).rung).toBe("planned");
  }

  for (const name of ["abort_compaction", "abort"] as const) {
    test(`${name} while the planner thinks`, async () => {
      const gate = new Gate();
      await unchangedAfter(() => t.rpc.ok(name), [{ gate }, "2,30"], gate.reached);
    });
    test(`${name} while the planner answers`, async () => {
      const gate = new Gate();
      await unchangedAfter(() => t.rpc.ok(name), ["2,3", { gate }, "0"], gate.reached);
    });
  }

  test("abort_compaction while a retry is waited for", async () => {
    const { rpc, endpoint } = await scenario({
      settings: { retry: { enabled: true, maxRetries: 3, baseDelayMs: 60_000 } },
    });
    await longSession({ rpc, endpoint } as Parameters<typeof longSession>[0]);
    endpoint.auxiliary = overloaded;
    const from = rpc.mark();
    rpc.send({ id: "cmp", type: "compact" });
    await rpc.event("summarization_retry_scheduled", from);
    await rpc.ok("abort_compaction");
    expect((await rpc.event("compaction_end", from)).aborted).toBe(true);
    expect(await rpc.response("cmp", from)).toMatchObject({ error: "Compaction cancelled" });
    expectOrder(rpc.since(from), [
      "compaction_start",
      "summarization_retry_scheduled",
      "summarization_retry_finished",
      "compaction_end",
    ]);
  });

  test("a threshold compaction by abort: the run is over", async () => {
    const gate = new Gate();
    t.endpoint.push([longText("REPLYONE")], ["short two", nearlyFull]);
    t.endpoint.auxiliary = [{ gate }, "2,30"];
    await t.rpc.run(longText("QUESTIONONE"));
    const from = t.rpc.mark();
    await t.rpc.ok("prompt", { message: "fix it" });
    await gate.reached;
    await t.rpc.ok("abort");
    expect(await t.rpc.event("compaction_end", from)).toMatchObject({
      reason: "threshold",
      result: null,
      aborted: true,
    });
    expect(await t.rpc.ok("get_state")).toMatchObject({ isStreaming: false, isCompacting: false });
  });
});

describe("decision 10", () => {
  test("set_auto_compaction holds for the process; only persist reaches the settings file", async () => {
    const { rpc, endpoint, folder } = await scenario();
    const settings = path.join(folder.agentDir, "settings.json");
    const before = readFileSync(settings, "utf8");
    await rpc.ok("set_auto_compaction", { enabled: false });
    expect((await rpc.ok("get_state")).autoCompactionEnabled).toBe(false);
    await rpc.ok("new_session");
    expect((await rpc.ok("get_state")).autoCompactionEnabled).toBe(false);
    endpoint.push([longText("REPLYONE")], ["short two", nearlyFull]);
    await rpc.run(longText("QUESTIONONE"));
    expect(count(await rpc.run("fix it"), "compaction_start")).toBe(0);
    expect(readFileSync(settings, "utf8")).toBe(before);
    await rpc.ok("set_auto_compaction", { enabled: false, persist: true });
    expect(JSON.parse(readFileSync(settings, "utf8")).compaction).toMatchObject({
      enabled: false,
      reserveTokens: 2000,
    });
  });
});
