/** Records that arrive in one write: nothing accepted is lost, nothing is answered twice. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Gate } from "../../support/gate.ts";
import { roles, userTexts } from "../../support/records.ts";
import { startHeld } from "../../support/runs.ts";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer();
const writeTogether = (...records: object[]) => t.rpc.write(records.map((r) => `${JSON.stringify(r)}\n`).join(""));
const settled = (from: number) => t.rpc.event("agent_settled", from);

test("2.16 decision 2: two prompts back to back: the second is refused as already processing", async () => {
  const from = t.rpc.mark();
  writeTogether({ id: "p1", type: "prompt", message: "one" }, { id: "p2", type: "prompt", message: "two" });
  expect((await t.rpc.response("p1", from)).success).toBe(true);
  expect((await t.rpc.response("p2", from)).error).toBe(
    "Agent is already processing. Specify streamingBehavior ('steer' or 'followUp') to queue the message.",
  );
  await settled(from);
  const { messages } = await t.rpc.ok("get_messages");
  expect(roles(messages)).toEqual([
    ["user", "one"],
    ["assistant", "ok"],
  ]);
});

test("2.17 decision 2: abort right behind a prompt leaves the session idle", async () => {
  const gate = new Gate();
  t.endpoint.fallback = [{ gate }, "should not be waited for"];
  const from = t.rpc.mark();
  writeTogether({ id: "p1", type: "prompt", message: "one" }, { id: "a1", type: "abort" });
  await t.rpc.response("p1", from);
  await t.rpc.response("a1", from);
  expect(await t.rpc.ok("get_state")).toMatchObject({ isStreaming: false, pendingMessageCount: 0 });
  for (const request of t.endpoint.requests) expect(await request.closed).toBe(true);
  t.endpoint.fallback = ["fine"];
  const requests = t.endpoint.requests.length;
  await t.rpc.run("next");
  expect(t.endpoint.requests).toHaveLength(requests + 1);
});

test("races: steer right behind a prompt is delivered", async () => {
  const from = t.rpc.mark();
  writeTogether({ id: "p1", type: "prompt", message: "one" }, { id: "s1", type: "steer", message: "two" });
  expect((await t.rpc.response("s1", from)).success).toBe(true);
  await settled(from);
  expect(userTexts(t.rpc.since(from))).toEqual(["one", "two"]);
});

test("3.6 clear_queue racing with delivery: each message is either returned or delivered", async () => {
  for (let round = 0; round < 8; round++) {
    const { gate, from } = await startHeld(t);
    await t.rpc.ok("steer", { message: `race ${round}` });
    gate.open();
    for (let i = 0; i < round * 3; i++) await new Promise(setImmediate);
    const { steering } = await t.rpc.ok("clear_queue");
    await settled(from);
    const delivered = userTexts(t.rpc.since(from)).filter((text) => text === `race ${round}`);
    expect(delivered.length + steering.length).toBe(1);
  }
});

test("2.18 decision 2: new_session right behind a prompt does not drop it silently", async () => {
  await t.rpc.run("warm up");
  const { sessionFile } = await t.rpc.ok("get_state");
  const from = t.rpc.mark();
  writeTogether({ id: "p1", type: "prompt", message: "racing prompt" }, { id: "n1", type: "new_session" });
  expect((await t.rpc.response("p1", from)).success).toBe(true);
  expect((await t.rpc.response("n1", from)).data).toEqual({ cancelled: false });
  const state = await t.rpc.ok("get_state");
  expect(state.sessionFile).not.toBe(sessionFile);
  expect(state.messageCount).toBe(0);
  expect(existsSync(sessionFile as string)).toBe(true);
  expect(readFileSync(sessionFile as string, "utf8")).toContain("racing prompt");
});

test("races: bash responses and prompt events keep apart under load", async () => {
  t.endpoint.push([{ text: "", pieces: Array.from({ length: 200 }, () => "t t ") }]);
  const from = t.rpc.mark();
  const jobs = Array.from({ length: 6 }, (_, i) => ({
    id: `b${i}`,
    type: "bash",
    command: `for n in 1 2 3 4 5; do echo ${i}-$n; done`,
  }));
  writeTogether({ id: "p", type: "prompt", message: "go" }, ...jobs);
  for (const [i, job] of jobs.entries()) {
    const { output } = (await t.rpc.response(job.id, from)).data;
    expect(output).toBe([1, 2, 3, 4, 5].map((n) => `${i}-${n}\n`).join(""));
  }
  await settled(from);
});
