/** What the model is sent after a compaction, now and after a restart (behaviours 5.8, 5.12; decision 13). */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { longSession, longText, plan } from "../support/compaction.ts";
import { scenario } from "../support/scenario.ts";
import { readSession } from "../support/session-file.ts";
import { sharedServer } from "../support/shared-server.ts";

const t = sharedServer();
const lastRequest = () => t.endpoint.agentRequests.at(-1);

test("5.12 one user message with the text and the kept tail, then the new prompt", async () => {
  await longSession(t);
  plan(t.endpoint, [2, 80]);
  const { compactedText } = await t.rpc.ok("compact");
  await t.rpc.run("next question");
  const conversation = lastRequest()?.conversation ?? [];
  expect(conversation.map((message) => message.role)).toEqual(["user", "user"]);
  expect(conversation[0]?.text).toMatch(/\n\n\[User\]: QUESTIONONE line 1 with some words\n\(filtered 79 lines\)\n/);
  expect(
    conversation[0]?.text.endsWith(`${compactedText}\n\n[User]: fix the test please\n\n[Assistant]: short two`),
  ).toBe(true);
  expect(conversation[1]?.text).toBe("next question");
});

test("5.12 images of the kept tail are sent as images", async () => {
  const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  t.endpoint.push([longText("REPLYONE")], ["seen"]);
  await t.rpc.run(longText("QUESTIONONE"));
  await t.rpc.run("look", { images: [{ type: "image", data, mimeType: "image/png" }] });
  plan(t.endpoint, [2, 30]);
  await t.rpc.ok("compact");
  await t.rpc.run("and now");
  expect(lastRequest()?.images).toHaveLength(1);
  expect(lastRequest()?.conversation.map((message) => message.role)).toEqual(["user", "user"]);
});

test("5.12 calls and results after the boundary stay what they are", async () => {
  await longSession(t);
  plan(t.endpoint, [2, 30]);
  await t.rpc.ok("compact");
  t.endpoint.push([{ tool: "bash", args: { command: "echo behind" }, id: "c1" }], ["done"]);
  await t.rpc.run("run it");
  const messages = lastRequest()?.body.messages?.filter((message) => message.role !== "system") ?? [];
  expect(messages.map((message) => message.role)).toEqual(["user", "user", "assistant", "tool"]);
  expect(messages[3]?.tool_call_id).toBe(messages[2]?.tool_calls?.[0]?.id);
});

test("5.8 5.9 three compactions: lines kept and lines missing are always those of the whole conversation", async () => {
  t.endpoint.push([longText("REPLYONE", 30)], ["two"]);
  await t.rpc.run(`<keepContext>\nNEVER DROP\n</keepContext>\n${longText("FIRST", 30)}`);
  await t.rpc.run("two");
  let lines = 3 + 30 + 1 + 30;
  for (const [round, ranges] of [
    [[5, 20] as [number, number]],
    [[1, 10] as [number, number]],
    [[4, 9] as [number, number]],
  ].entries()) {
    plan(t.endpoint, ...ranges);
    const { compactedText } = await t.rpc.ok("compact");
    const kept = compactedText.split("\n");
    const missing = kept.reduce((sum, line) => sum + Number(/^\(filtered (\d+) lines\)$/.exec(line)?.[1] ?? 0), 0);
    const standing = kept.filter((line) => !/^\(filtered \d+ lines\)$/.test(line)).length;
    expect(standing + missing, `round ${round}`).toBe(lines);
    expect(compactedText).toContain("[User]: <keepContext>\nNEVER DROP\n</keepContext>\n");
    t.endpoint.push([longText(`R${round}`, 10)], ["ok"]);
    await t.rpc.run(longText(`Q${round}`, 10));
    await t.rpc.run("go on");
    // The tail of this round and its new messages: prompt, answer, each with the empty line in front of what follows.
    lines += 3 + 1 + 10 + 1 + 10;
  }
});

test("5.12 after a restart the same context is sent", async () => {
  const { rpc, endpoint, spawn } = await scenario();
  endpoint.push([longText("REPLYONE")], ["short two"], ["three"]);
  await rpc.run(longText("QUESTIONONE"));
  await rpc.run("fix the test please");
  plan(endpoint, [2, 30]);
  await rpc.ok("compact");
  await rpc.run("next question");
  const before = endpoint.agentRequests.at(-1)?.conversation ?? [];
  const { sessionFile } = await rpc.ok("get_state");
  await rpc.stop();
  const again = spawn({ args: ["--session", sessionFile as string] });
  await again.run("one more");
  const after = endpoint.agentRequests.at(-1)?.conversation ?? [];
  expect(after.slice(0, 2)).toEqual(before);
  expect(after.map((message) => message.text).slice(2)).toEqual(["three", "one more"]);
});

test("5.1 firstKeptEntryId null is null in the entries, too", async () => {
  const { rpc, endpoint } = await scenario({
    settings: { compaction: { enabled: true, reserveTokens: 2000, preserve_recent: 0 } },
  });
  await longSession({ rpc, endpoint } as Parameters<typeof longSession>[0]);
  plan(endpoint, [2, 30]);
  expect((await rpc.ok("compact")).firstKeptEntryId).toBeNull();
  const { entries } = await rpc.ok("get_entries");
  expect(entries.findLast((entry) => entry.type === "compaction")).toMatchObject({ firstKeptEntryId: null });
  await rpc.run("next");
  expect(endpoint.agentRequests.at(-1)?.conversation).toHaveLength(2);
});

test("5.11 without a session file a compaction works and makes no copy", async () => {
  const { rpc, endpoint } = await scenario({ args: ["--no-session"] });
  await longSession({ rpc, endpoint } as Parameters<typeof longSession>[0]);
  plan(endpoint, [2, 30]);
  const result = await rpc.ok("compact");
  expect("backupPath" in result).toBe(false);
  await rpc.run("next");
  expect(endpoint.agentRequests.at(-1)?.allText).toContain("(filtered 29 lines)");
});

describe("decision 13", () => {
  test("a prose compaction of another agent is a boundary: its summary and what follows its kept start", async () => {
    await longSession(t);
    const { sessionFile } = await t.rpc.ok("get_state");
    const lines = readSession(sessionFile);
    const kept = lines.findLast((line) => line.type === "message" && line.message.role === "user")?.id;
    const boundary = {
      type: "compaction",
      id: "c0ffee01",
      parentId: lines.at(-1)?.id,
      timestamp: new Date().toISOString(),
      summary: "They talked about forty lines.",
      firstKeptEntryId: kept,
      tokensBefore: 999,
    };
    const copy = path.join(t.folder.workspace, "prose.jsonl");
    writeFileSync(copy, [...lines, boundary].map((line) => `${JSON.stringify(line)}\n`).join(""));
    await t.rpc.ok("switch_session", { sessionPath: copy });
    await t.rpc.run("go on");
    const sent = lastRequest()?.conversation ?? [];
    expect(sent[0]?.text).toContain("They talked about forty lines.");
    expect(sent.slice(1).map((message) => message.text)).toEqual(["fix the test please", "short two", "go on"]);
    expect(lastRequest()?.allText).not.toContain("QUESTIONONE");

    t.endpoint.push([longText("MORE", 30)]);
    await t.rpc.run(longText("AGAIN", 30));
    await t.rpc.run("and on");
    plan(t.endpoint, [3, 5]);
    const { compactedText } = await t.rpc.ok("compact");
    expect(
      compactedText.startsWith("They talked about forty lines.\n[User]: fix the test please\n(filtered 3 lines)"),
    ).toBe(true);
  });
});
