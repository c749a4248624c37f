/** What the planner of a compaction is asked, and what becomes of each kind of answer (behaviours 5.2–5.7, 5.18–5.21). */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { CompactionDetails } from "../../server/protocol/entry.ts";
import { longSession, longText, numberedLines, plan } from "../support/compaction.ts";
import { sharedServer } from "../support/shared-server.ts";

const tooLong = {
  status: 400,
  body: {
    error: {
      message:
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens.",
      type: "invalid_request_error",
      code: "context_length_exceeded",
    },
  },
};

/** Notes about unusable plans beside a session file. */
function notes(sessionFile: string | undefined): string[] {
  const folder = path.dirname(sessionFile as string);
  const base = path.basename(sessionFile as string, ".jsonl");
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${base}-compaction-diagnostic-`))
    .map((name) => path.join(folder, name));
}

async function boundaryDetails(rpc: { ok(name: "get_entries"): Promise<{ entries: { type: string }[] }> }) {
  const entry = (await rpc.ok("get_entries")).entries.findLast((one) => one.type === "compaction");
  return (entry as unknown as { details: CompactionDetails & { plannerModel?: string } }).details;
}

describe("with the session's model", () => {
  const t = sharedServer();
  const request = () => t.endpoint.auxiliaryRequests.at(-1);
  const planned = () => numberedLines(request()?.allText ?? "");

  test("5.2 calls, results and thinking stand in the transcript in their grammar", async () => {
    t.endpoint.push(
      [{ reasoning: "let me look" }, "Looking.", { tool: "bash", args: { command: "printf 'one\\ntwo'" } }],
      [longText("DONE", 20)],
      ["short"],
    );
    await t.rpc.run("run it");
    await t.rpc.run("thanks");
    plan(t.endpoint, [2, 3]);
    await t.rpc.ok("compact");
    expect(planned().slice(0, 12)).toEqual([
      "[User]: run it",
      "",
      "[Assistant thinking]: let me look",
      "",
      "[Assistant]: Looking.",
      "",
      `[Assistant tool calls]: bash(command="printf 'one\\\\ntwo'")`,
      "",
      "[Tool result]: one",
      "two",
      "",
      "[Assistant]: DONE line 1 with some words",
    ]);
  });

  test("5.2 an image is one line, and a long tool result is cut", async () => {
    t.endpoint.push(
      [{ tool: "bash", args: { command: "head -c 20000 /dev/zero | tr '\\0' x" } }],
      [longText("DONE", 20)],
      ["short"],
    );
    const image = {
      type: "image" as const,
      data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      mimeType: "image/png",
    };
    await t.rpc.run("see this", { images: [image] });
    await t.rpc.run("thanks");
    plan(t.endpoint, [2, 3]);
    await t.rpc.ok("compact");
    expect(planned().slice(0, 2)).toEqual(["[User]: see this", "[image]"]);
    expect(planned()).toContain("[... 4000 more characters truncated]");
    expect(planned().find((line) => line.startsWith("[Tool result]: "))).toHaveLength(
      "[Tool result]: ".length + 16_000,
    );
  });

  test("5.4 no tools, the session's model and reasoning level, and the counts it should aim at", async () => {
    await t.rpc.ok("set_thinking_level", { level: "high" });
    await longSession(t);
    plan(t.endpoint, [2, 30]);
    await t.rpc.ok("compact");
    expect(request()?.hasTools).toBe(false);
    expect([request()?.body.model, request()?.body.reasoning_effort]).toEqual(["main", "high"]);
    const total = planned().length;
    expect(request()?.allText).toContain(`has ${total} lines`);
    expect(request()?.allText).toContain(
      `Keep about ${Math.round(total / 2)} lines and leave out about ${total - Math.round(total / 2)}.`,
    );
    expect(request()?.allText).toContain("<focus>\nfix the test please\n</focus>");
    await t.rpc.ok("set_thinking_level", { level: "medium" });
  });

  test("5.7 an answer cut off at its limit counts as far as its lines are complete", async () => {
    await longSession(t);
    t.endpoint.auxiliary = ["2,30\n35,60", { finish: "length" }];
    const result = await t.rpc.ok("compact");
    expect([result.rung, result.stats.linesDeleted]).toEqual(["planned", 29]);
    const [note] = notes((await t.rpc.ok("get_state")).sessionFile);
    expect(JSON.parse(readFileSync(note as string, "utf8"))).toMatchObject({
      outcome: "cut off",
      stopReason: "length",
    });
  });

  test("5.5 5.21 an unusable answer is named with the note about it, which only its owner can read", async () => {
    await longSession(t);
    const { sessionFile } = await t.rpc.ok("get_state");
    const before = readFileSync(sessionFile as string, "utf8");
    t.endpoint.auxiliary = ["I would leave out lines 2 to 30."];
    const error = await t.rpc.refused("compact");
    const [note, ...more] = notes(sessionFile);
    expect(error).toBe(`Compaction range planning returned malformed output (diagnostic: ${note})`);
    expect(more).toEqual([]);
    expect(statSync(note as string).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(note as string, "utf8"))).toMatchObject({
      model: "mock/main",
      answer: "I would leave out lines 2 to 30.",
    });
    expect(readFileSync(sessionFile as string, "utf8")).toBe(before);
    expect(
      readdirSync(path.dirname(sessionFile as string)).some(
        (name) => name.startsWith(path.basename(sessionFile as string)) && name.endsWith(".bak"),
      ),
    ).toBe(false);
  });

  test("5.6 ranges that name no line of the transcript are no plan", async () => {
    await longSession(t);
    t.endpoint.auxiliary = ["900,999"];
    expect(await t.rpc.refused("compact")).toMatch(/^Compaction range planning produced no usable deleted ranges/);
  });

  test("5.19 too long for the planner: the older half is left out unseen, and the rest asked for anew", async () => {
    await longSession(t);
    const seen: string[][] = [];
    t.endpoint.auxiliary = (asked) => {
      seen.push(numberedLines(asked.allText));
      return seen.length === 1 ? tooLong : ["1,2"];
    };
    const result = await t.rpc.ok("compact");
    expect(seen.map((lines) => lines.length)).toEqual([81, 40]);
    expect(seen[1]).toEqual(seen[0]?.slice(41));
    expect([result.rung, result.stats.linesDeleted]).toEqual(["planned", 43]);
    expect(result.compactedText.split("\n")[0]).toBe("(filtered 43 lines)");
  });

  test("5.10 details of the entry, result of the event and response agree", async () => {
    await longSession(t);
    plan(t.endpoint, [2, 30]);
    const from = t.rpc.mark();
    const result = await t.rpc.ok("compact");
    expect((await t.rpc.event("compaction_end", from)).result).toEqual(result);
    const { strategy, promptVersion, parameters, rung, stats, backupPath } = await boundaryDetails(t.rpc);
    expect(strategy).toBe("verbatim-lines");
    expect({ promptVersion, parameters, rung, stats, backupPath }).toEqual({
      promptVersion: result.promptVersion,
      parameters: result.parameters,
      rung: result.rung,
      stats: result.stats,
      backupPath: result.backupPath,
    });
    expect(stats.linesKept + stats.linesDeleted).toBe(stats.linesBefore);
    expect(result.compactedText.split("\n")).toHaveLength(stats.linesKept + stats.rangeCount);
  });
});

describe("with settings of its own", () => {
  const compaction = {
    enabled: true,
    reserveTokens: 2000,
    compression_ratio: 0.25,
    preserve_recent: 1,
    query: "the parser",
    fallbackModels: ["mock/gone", "mock/plain"],
  };
  const t = sharedServer({ settings: { compaction } });

  test("5 parameters come from the settings", async () => {
    await longSession(t);
    plan(t.endpoint, [2, 30]);
    const result = await t.rpc.ok("compact");
    expect(result.parameters).toEqual({ compression_ratio: 0.25, preserve_recent: 1, query: "the parser" });
    expect(t.endpoint.auxiliaryRequests[0]?.allText).toContain("<focus>\nthe parser\n</focus>");
  });

  test("5.18 a fallback model plans when the session's does not, and is named in the entry", async () => {
    await longSession(t);
    t.endpoint.auxiliary = (asked) => [asked.body.model === "plain" ? "2,30" : "no ranges here"];
    const result = await t.rpc.ok("compact");
    expect([result.rung, result.stats.linesDeleted]).toEqual(["fallback", 29]);
    expect((await boundaryDetails(t.rpc)).plannerModel).toBe("mock/plain");
    expect(notes((await t.rpc.ok("get_state")).sessionFile)).toHaveLength(1);
  });
});

describe("with an agent extension that supplies the text", () => {
  const files = {
    "extensions/own.ts": `export default (pi) => pi.on("session_before_compact", (event) => ({
      compaction: { summary: "[User]: told by hand", firstKeptEntryId: event.preparation.firstKeptEntryId, tokensBefore: event.preparation.tokensBefore },
    }));`,
  };
  const t = sharedServer({ files });

  test("5.18 its text is taken and no model is asked", async () => {
    await longSession(t);
    const from = t.rpc.mark();
    const result = await t.rpc.ok("compact");
    expect([result.rung, result.compactedText]).toEqual(["extension", "[User]: told by hand"]);
    expect(t.endpoint.auxiliaryRequests).toEqual([]);
    expect(t.rpc.since(from).filter((r) => r.type === "compaction_start")).toHaveLength(1);
    await t.rpc.run("go on");
    expect(t.endpoint.agentRequests.at(-1)?.allText).toContain("told by hand");
  });
});
