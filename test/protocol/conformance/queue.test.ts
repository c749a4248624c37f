/** steer, follow_up and their modes: who gets what, and when. */
import { expect, test } from "vitest";
import { pixel } from "../../support/images.ts";
import { count, expectOrder, label, userTexts } from "../../support/records.ts";
import { newUserTexts, startHeld } from "../../support/runs.ts";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer({ files: { "prompts/greet.md": "Expanded greeting for $1 here.\n" } });
const settled = (from: number) => t.rpc.event("agent_settled", from);
const until = (flag: string) => `until [ -e ${flag} ]; do sleep 0.02; done; echo tool-finished`;

test("3.1 steer while streaming: response, queue_update, delivery before the next model call", async () => {
  const { gate, from } = await startHeld(t);
  const response = await t.rpc.command("steer", { message: "turn left" }, "s1");
  expect(response).toEqual({ type: "response", id: "s1", command: "steer", success: true });
  const update = await t.rpc.event("queue_update", from);
  expect(update).toEqual({ type: "queue_update", steering: ["turn left"], followUp: [] });
  gate.open();
  await settled(from);
  expect(newUserTexts(t.endpoint.requests)).toEqual([["start"], ["turn left"]]);
});

test("3.1 the queue is updated when a message is taken, before its message_start", async () => {
  const { gate, from } = await startHeld(t);
  await t.rpc.ok("steer", { message: "turn left" });
  gate.open();
  await settled(from);
  const records = t.rpc.since(from);
  expect(count(records, "queue_update")).toBe(2);
  expectOrder(records, [
    (r) => r.type === "queue_update" && r.steering.length === 1,
    (r) => r.type === "queue_update" && r.steering.length === 0,
    (r) => label(r) === "message_start:user" && userTexts([r])[0] === "turn left",
  ]);
});

test("3.1 steer waits for the running tool and comes before the next model call", async () => {
  t.endpoint.push([{ tool: "bash", args: { command: until("steered") } }], ["after"]);
  const from = t.rpc.mark();
  await t.rpc.ok("prompt", { message: "go" });
  await t.rpc.event("tool_execution_start", from);
  await t.rpc.ok("steer", { message: "change course" });
  t.folder.writeWorkspaceFile("steered", "");
  await settled(from);
  const records = t.rpc.since(from);
  expectOrder(records, [
    "tool_execution_start",
    "tool_execution_end",
    "message_end:toolResult",
    "turn_end",
    "message_start:user",
    "message_start:assistant",
    "agent_end",
  ]);
  expect(count(records, "agent_start")).toBe(1);
  expect(t.endpoint.requests[1]?.conversation.slice(-2)).toEqual([
    { role: "tool", text: "tool-finished\n" },
    { role: "user", text: "change course" },
  ]);
});

test("3.2 follow_up waits until there are no more tool calls", async () => {
  t.endpoint.push([{ tool: "bash", args: { command: until("followed") } }], ["tool answer"], ["follow answer"]);
  const from = t.rpc.mark();
  await t.rpc.ok("prompt", { message: "go" });
  await t.rpc.event("tool_execution_start", from);
  const response = await t.rpc.command("follow_up", { message: "and then" }, "f1");
  expect(response).toEqual({ type: "response", id: "f1", command: "follow_up", success: true });
  expect(await t.rpc.event("queue_update", from)).toMatchObject({ steering: [], followUp: ["and then"] });
  t.folder.writeWorkspaceFile("followed", "");
  await settled(from);
  expect(newUserTexts(t.endpoint.requests)).toEqual([["go"], [], ["and then"]]);
});

test("3.2 steering comes before follow-ups", async () => {
  const { gate, from } = await startHeld(t);
  await t.rpc.ok("follow_up", { message: "second" });
  await t.rpc.ok("steer", { message: "first" });
  gate.open();
  await settled(from);
  expect(newUserTexts(t.endpoint.requests)).toEqual([["start"], ["first"], ["second"]]);
});

test("3.3 steering one at a time: one message a turn", async () => {
  const { gate, from } = await startHeld(t);
  for (const message of ["s1", "s2", "s3"]) await t.rpc.ok("steer", { message });
  gate.open();
  await settled(from);
  expect(newUserTexts(t.endpoint.requests)).toEqual([["start"], ["s1"], ["s2"], ["s3"]]);
});

test("3.3 steering mode all: everything at once", async () => {
  await t.rpc.ok("set_steering_mode", { mode: "all" });
  expect((await t.rpc.ok("get_state")).steeringMode).toBe("all");
  const { gate, from } = await startHeld(t);
  for (const message of ["s1", "s2", "s3"]) await t.rpc.ok("steer", { message });
  gate.open();
  await settled(from);
  await t.rpc.ok("set_steering_mode", { mode: "one-at-a-time" });
  expect(newUserTexts(t.endpoint.requests)).toEqual([["start"], ["s1", "s2", "s3"]]);
});

test("3.3 follow-up one at a time: one a completion, in order", async () => {
  const { gate, from } = await startHeld(t);
  for (const message of ["f1", "f2"]) await t.rpc.ok("follow_up", { message });
  gate.open();
  await settled(from);
  expect(newUserTexts(t.endpoint.requests)).toEqual([["start"], ["f1"], ["f2"]]);
});

test("3.3 follow-up mode all: everything when the agent finishes", async () => {
  await t.rpc.ok("set_follow_up_mode", { mode: "all" });
  expect((await t.rpc.ok("get_state")).followUpMode).toBe("all");
  const { gate, from } = await startHeld(t);
  for (const message of ["f1", "f2"]) await t.rpc.ok("follow_up", { message });
  gate.open();
  await settled(from);
  await t.rpc.ok("set_follow_up_mode", { mode: "one-at-a-time" });
  expect(newUserTexts(t.endpoint.requests)).toEqual([["start"], ["f1", "f2"]]);
});

test("queue: prompt with streamingBehavior steer and followUp queues", async () => {
  const { gate, from } = await startHeld(t);
  await t.rpc.ok("prompt", { message: "via steer", streamingBehavior: "steer" });
  await t.rpc.ok("prompt", { message: "via follow", streamingBehavior: "followUp" });
  const update = await t.rpc.event("queue_update", from, (event) => event.followUp.length === 1);
  expect(update).toMatchObject({ steering: ["via steer"], followUp: ["via follow"] });
  gate.open();
  await settled(from);
  expect(newUserTexts(t.endpoint.requests)).toEqual([["start"], ["via steer"], ["via follow"]]);
});

test("queue: pendingMessageCount counts both queues", async () => {
  const { gate, from } = await startHeld(t);
  await t.rpc.ok("steer", { message: "a" });
  await t.rpc.ok("follow_up", { message: "b" });
  await t.rpc.ok("follow_up", { message: "c" });
  expect((await t.rpc.ok("get_state")).pendingMessageCount).toBe(3);
  gate.open();
  await settled(from);
  expect((await t.rpc.ok("get_state")).pendingMessageCount).toBe(0);
});

test("3.6 clear_queue returns the texts and empties both queues", async () => {
  const { gate, from } = await startHeld(t);
  await t.rpc.ok("steer", { message: "Change direction" });
  await t.rpc.ok("follow_up", { message: "Summarize when finished" });
  const before = t.rpc.mark();
  expect(await t.rpc.ok("clear_queue")).toEqual({
    steering: ["Change direction"],
    followUp: ["Summarize when finished"],
  });
  await t.rpc.event("queue_update", before, (event) => event.steering.length + event.followUp.length === 0);
  expect((await t.rpc.ok("get_state")).pendingMessageCount).toBe(0);
  gate.open();
  await settled(from);
  expect(t.endpoint.requests).toHaveLength(1);
});

test("3.6 clear_queue on an empty queue returns empty lists", async () => {
  expect(await t.rpc.ok("clear_queue")).toEqual({ steering: [], followUp: [] });
});

test("case 14: images on steer and follow_up reach the model", async () => {
  const { gate, from } = await startHeld(t);
  await t.rpc.ok("steer", { message: "look", images: [pixel] });
  await t.rpc.ok("follow_up", { message: "look again", images: [pixel] });
  gate.open();
  await settled(from);
  expect(t.endpoint.requests.map((request) => request.images.length)).toEqual([0, 1, 2]);
});

test("queue: templates are expanded in steer and follow_up", async () => {
  const { gate, from } = await startHeld(t);
  await t.rpc.ok("steer", { message: "/greet Bob" });
  await t.rpc.ok("follow_up", { message: "/greet Cyd" });
  const update = await t.rpc.event("queue_update", from, (event) => event.followUp.length === 1);
  expect(update.steering[0]).toContain("Expanded greeting for Bob");
  expect(update.followUp[0]).toContain("Expanded greeting for Cyd");
  gate.open();
  await settled(from);
});

test("queue: set_steering_mode and set_follow_up_mode answer without data", async () => {
  for (const type of ["set_steering_mode", "set_follow_up_mode"]) {
    const response = await t.rpc.command(type, { mode: "one-at-a-time" }, type);
    expect(response).toEqual({ type: "response", id: type, command: type, success: true });
  }
});

test("queue: commands are served while the agent streams", async () => {
  const { gate, from } = await startHeld(t);
  for (const type of [
    "get_state",
    "get_messages",
    "get_session_stats",
    "get_entries",
    "get_tree",
    "get_available_models",
    "get_commands",
    "get_fork_messages",
    "get_last_assistant_text",
    "get_available_thinking_levels",
  ] as const) {
    await t.rpc.ok(type);
  }
  expect(count(t.rpc.since(from), "agent_end")).toBe(0);
  gate.open();
  await settled(from);
});
