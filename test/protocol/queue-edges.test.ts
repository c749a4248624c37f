/** The queue at its edges: duplicates, idle sessions, aborts, replacement, compaction. */
import { describe, expect, test } from "vitest";
import { longSession } from "../support/compaction.ts";
import { Gate } from "../support/gate.ts";
import { pixel } from "../support/images.ts";
import { count, expectOrder, userTexts } from "../support/records.ts";
import { newUserTexts, startHeld } from "../support/runs.ts";
import { sharedServer } from "../support/shared-server.ts";

const t = sharedServer();
const settled = (from: number) => t.rpc.event("agent_settled", from);

test("3.4 equal texts are counted and delivered each", async () => {
  const { gate, from } = await startHeld(t);
  await t.rpc.ok("steer", { message: "same" });
  await t.rpc.ok("steer", { message: "same" });
  await t.rpc.ok("follow_up", { message: "same" });
  expect((await t.rpc.ok("get_state")).pendingMessageCount).toBe(3);
  gate.open();
  await settled(from);
  expect(newUserTexts(t.endpoint.requests)).toEqual([["start"], ["same"], ["same"], ["same"]]);
});

test("3.5 steer and follow_up on an idle session wait for the next prompt", async () => {
  const from = t.rpc.mark();
  await t.rpc.ok("steer", { message: "steered early" });
  await t.rpc.ok("follow_up", { message: "followed early" });
  expect(await t.rpc.ok("get_state")).toMatchObject({ isStreaming: false, pendingMessageCount: 2 });
  expect(t.endpoint.requests).toEqual([]);
  await t.rpc.ok("prompt", { message: "now" });
  await settled(from);
  expect(newUserTexts(t.endpoint.requests)).toEqual([["now", "steered early"], ["followed early"]]);
});

test("3.11 the queue does not survive a session replacement", async () => {
  await t.rpc.ok("follow_up", { message: "for the old session" });
  await t.rpc.ok("new_session");
  expect((await t.rpc.ok("get_state")).pendingMessageCount).toBe(0);
  expect(await t.rpc.ok("clear_queue")).toEqual({ steering: [], followUp: [] });
});

test("3.12 pausing the queue is no command of this server, and get_capabilities says which extras are", async () => {
  expect(await t.rpc.refused("pause_queued_messages")).toBe("Unknown command: pause_queued_messages");
  const { commands } = await t.rpc.ok("get_capabilities");
  expect(commands).not.toContain("pause_queued_messages");
  for (const command of commands)
    expect(
      await t.rpc.refused(command, { targetId: 1, provider: 1, scope: 1, label: 1 }).catch(() => ""),
    ).not.toContain("Unknown command");
});

test("case 13: a steer in the instant of an abort is delivered or still queued", async () => {
  for (let round = 0; round < 6; round++) {
    const { from } = await startHeld(t);
    t.rpc.write(`{"id":"a${round}","type":"abort"}\n{"id":"s${round}","type":"steer","message":"instant ${round}"}\n`);
    await t.rpc.response(`a${round}`, from);
    expect((await t.rpc.response(`s${round}`, from)).success).toBe(true);
    await settled(from);
    const { steering } = await t.rpc.ok("clear_queue");
    await t.rpc.ok("abort");
    const delivered = userTexts(t.rpc.since(from)).filter((text) => text === `instant ${round}`);
    expect(delivered.length + steering.length).toBe(1);
  }
});

test("decision 20: a second abort answers at once", async () => {
  const { from } = await startHeld(t);
  t.rpc.write('{"id":"a1","type":"abort"}\n{"id":"a2","type":"abort"}\n');
  expect((await t.rpc.response("a1", from)).success).toBe(true);
  expect((await t.rpc.response("a2", from)).success).toBe(true);
  await settled(from);
  expect(count(t.rpc.since(from), "agent_end")).toBe(1);
});

test("3.7 images of a queued message survive an abort", async () => {
  const { from } = await startHeld(t);
  await t.rpc.ok("follow_up", { message: "with image", images: [pixel] });
  await t.rpc.ok("abort");
  await settled(from);
  expect(t.endpoint.requests.at(-1)?.lastUserText).toBe("with image");
  expect(t.endpoint.requests.at(-1)?.images).toHaveLength(1);
});

describe("while a compaction runs", () => {
  test("decision 12: a prompt with streamingBehavior is queued as a follow-up", async () => {
    await longSession(t);
    const gate = t.endpoint.gateAuxiliary("2,30");
    const from = t.rpc.mark();
    t.rpc.send({ id: "cmp", type: "compact" });
    await gate.reached;
    t.rpc.send({ id: "p", type: "prompt", message: "afterwards", streamingBehavior: "steer" });
    expect((await t.rpc.response("p", from)).success).toBe(true);
    expect(t.rpc.since(from).filter((r) => r.id === "cmp")).toEqual([]);
    gate.open();
    expect((await t.rpc.response("cmp", from)).success).toBe(true);
    await settled(from);
    expect(userTexts(t.rpc.since(from))).toEqual(["afterwards"]);
  });

  test("5.24 decision 12: a prompt without streamingBehavior waits for its end, then runs", async () => {
    await longSession(t);
    const gate = t.endpoint.gateAuxiliary("2,30");
    const from = t.rpc.mark();
    t.rpc.send({ id: "cmp", type: "compact" });
    await gate.reached;
    t.rpc.send({ id: "p", type: "prompt", message: "waiting" });
    await t.rpc.ok("get_state");
    expect(t.rpc.since(from).filter((r) => r.id === "p")).toEqual([]);
    gate.open();
    await t.rpc.response("p", from);
    await settled(from);
    expectOrder(t.rpc.since(from), ["compaction_end", "response:prompt:ok", "agent_start"]);
  });
});

test("case 12: clear_queue, abort_bash and get_state answer while a tool, a bash job and a prompt run", async () => {
  const gate = new Gate();
  t.endpoint.push(["x", { gate }]);
  const from = t.rpc.mark();
  await t.rpc.ok("prompt", { message: "go" });
  await gate.reached;
  t.rpc.send({ id: "job", type: "bash", command: "echo up; sleep 300" });
  await t.rpc.event("bash_execution_update", from);
  await t.rpc.ok("clear_queue");
  await t.rpc.ok("get_state");
  await t.rpc.ok("abort_bash");
  expect((await t.rpc.response("job", from)).data.cancelled).toBe(true);
  expect(count(t.rpc.since(from), "agent_end")).toBe(0);
  gate.open();
  await settled(from);
});
