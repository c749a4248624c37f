/** Compactions that start by themselves, and settings that change what is kept. */
import { describe, expect, test } from "vitest";
import { longSession, longText, numberedLines, plan } from "../../support/compaction.ts";
import { overflow } from "../../support/provider-errors.ts";
import { count, expectOrder, lastMessage, textOf } from "../../support/records.ts";
import { sharedServer } from "../../support/shared-server.ts";

describe("default settings", () => {
  const t = sharedServer();

  test("compaction: set_auto_compaction switches autoCompactionEnabled", async () => {
    await t.rpc.ok("set_auto_compaction", { enabled: false });
    expect((await t.rpc.ok("get_state")).autoCompactionEnabled).toBe(false);
    await t.rpc.ok("set_auto_compaction", { enabled: true });
    expect((await t.rpc.ok("get_state")).autoCompactionEnabled).toBe(true);
  });

  test("5.15 threshold: a nearly full context compacts by itself", async () => {
    const full = { usage: { prompt_tokens: 127_500, completion_tokens: 100 } };
    t.endpoint.push([longText("REPLYONE")], ["short two", full]);
    plan(t.endpoint, [2, 30]);
    await t.rpc.run(longText("QUESTIONONE"));
    const records = await t.rpc.run("fix the test please");
    expect(records.find((r) => r.type === "compaction_start")).toEqual({
      type: "compaction_start",
      reason: "threshold",
    });
    const end = records.find((r) => r.type === "compaction_end");
    expect(end).toMatchObject({ reason: "threshold", aborted: false, willRetry: false, result: expect.any(Object) });
  });

  test("5.16 overflow: compacts, says willRetry and repeats the prompt", async () => {
    t.endpoint.push([longText("REPLYONE")], ["short two"]);
    plan(t.endpoint, [2, 30]);
    await t.rpc.run(longText("QUESTIONONE"));
    await t.rpc.run("middle");
    t.endpoint.push(overflow, ["recovered answer"]);
    const records = await t.rpc.run("overflow now");
    expect(records.find((r) => r.type === "compaction_start")?.reason).toBe("overflow");
    expect(records.find((r) => r.type === "compaction_end")).toMatchObject({ reason: "overflow", willRetry: true });
    expect(textOf(lastMessage(records, "assistant"))).toBe("recovered answer");
    expect(t.endpoint.agentRequests).toHaveLength(4);
    expect(t.endpoint.agentRequests[3]?.allText).toContain("overflow now");
  });

  test("5.16 overflow twice: unresolvedOverflow and an errorMessage", async () => {
    t.endpoint.push([longText("REPLYONE")], ["short two"]);
    plan(t.endpoint, [2, 30]);
    await t.rpc.run(longText("QUESTIONONE"));
    await t.rpc.run("middle");
    t.endpoint.push(overflow, overflow, overflow, overflow);
    const records = await t.rpc.run("overflow now");
    const failed = records.find((r) => r.type === "compaction_end" && r.errorMessage !== undefined);
    expect(failed).toMatchObject({ unresolvedOverflow: true, willRetry: false });
  });
});

describe("preserve_recent 0", () => {
  const compaction = { enabled: true, reserveTokens: 2000, preserve_recent: 0 };
  const t = sharedServer({ settings: { compaction } });

  test("5.1 everything is sent, nothing kept outside: firstKeptEntryId null", async () => {
    await longSession(t);
    plan(t.endpoint, [2, 30]);
    const result = await t.rpc.ok("compact");
    expect([result.firstKeptEntryId, result.parameters.preserve_recent]).toEqual([null, 0]);
    expect(numberedLines(t.endpoint.auxiliaryRequests[0]?.allText ?? "").join("\n")).toContain("short two");
    expect(result.compactedText).toContain("short two");
  });

  test("5.9 keepContext lines survive whatever the planner says", async () => {
    t.endpoint.push(["r1"], ["r2"]);
    await t.rpc.run(`<keepContext>\nNEVER DROP THIS\n</keepContext>\n${longText("FILL", 50)}`);
    await t.rpc.run("x");
    plan(t.endpoint, [1, 9999]);
    const { compactedText } = await t.rpc.ok("compact");
    expect(compactedText).toContain("<keepContext>\nNEVER DROP THIS\n</keepContext>");
    expect(compactedText).not.toContain("FILL line 20 ");
  });

  test("5.15 a context that passes the threshold in a tool turn is compacted inside the run", async () => {
    t.endpoint.push([longText("REPLYONE")]);
    await t.rpc.run(longText("QUESTIONONE"));
    plan(t.endpoint, [2, 30]);
    const full = { usage: { prompt_tokens: 126_500, completion_tokens: 50 } };
    t.endpoint.push([{ tool: "bash", args: { command: "echo small" } }, full], ["done"]);
    const records = await t.rpc.run("use the tool");
    expectOrder(records, [
      "tool_execution_end",
      "turn_end",
      "compaction_start",
      "compaction_end",
      "message_start:assistant",
      "agent_end",
    ]);
    expect(count(records, "agent_start")).toBe(1);
    expect(records.find((r) => r.type === "compaction_start")?.reason).toBe("threshold");
  });
});

describe("a small context window", () => {
  const t = sharedServer({ models: [{ id: "main", reasoning: true, contextWindow: 10_000, maxTokens: 1000 }] });

  test("5.22 one compaction_end carries result and errorMessage when the rest still does not fit", async () => {
    t.endpoint.push([longText("REPLYONE")]);
    await t.rpc.run(longText("QUESTIONONE"));
    plan(t.endpoint, [2, 30]);
    const command = "head -c 44000 /dev/zero | tr '\\0' x | fold -w 100";
    const usage = { prompt_tokens: 5000, completion_tokens: 50 };
    t.endpoint.push([{ tool: "bash", args: { command } }, { usage }], ["never sent"]);
    const records = await t.rpc.run("blow up");
    const end = records.find((r) => r.type === "compaction_end");
    expect(end).toMatchObject({ result: expect.any(Object), errorMessage: expect.any(String) });
    const { entries } = await t.rpc.ok("get_entries");
    expect(entries.filter((entry) => entry.type === "compaction")).toHaveLength(1);
    expect(t.endpoint.agentRequests).toHaveLength(2);
  });
});
