/** prompt: acceptance, event order, streaming, tools, expansion, failures. */
import { expect, test } from "vitest";
import { Gate } from "../../support/gate.ts";
import { pixel } from "../../support/images.ts";
import {
  count,
  deltas,
  expectOrder,
  label,
  lastMessage,
  roles,
  textOf,
  updates,
  userTexts,
} from "../../support/records.ts";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer({
  files: {
    "prompts/greet.md": "---\ndescription: Greet somebody\n---\nExpanded greeting for $1 here.\n",
    "skills/zoo/SKILL.md": "---\nname: zoo\ndescription: About animals\n---\nSkill body marker ZEBRA.\n",
  },
});

test("2.1 the response has the documented shape", async () => {
  const from = t.rpc.mark();
  const response = await t.rpc.command("prompt", { message: "hello" }, "req-1");
  expect(response).toEqual({ id: "req-1", type: "response", command: "prompt", success: true });
  await t.rpc.event("agent_settled", from);
});

test("2.1 the response comes on acceptance, before agent_start and before the run ends", async () => {
  const gate = new Gate();
  t.endpoint.push([{ gate }, "late"]);
  const from = t.rpc.mark();
  await t.rpc.ok("prompt", { message: "wait" });
  await gate.reached;
  expect(count(t.rpc.since(from), "agent_end")).toBe(0);
  gate.open();
  await t.rpc.event("agent_settled", from);
  expectOrder(t.rpc.since(from), ["response:prompt:ok", "agent_start", "agent_end"]);
});

test("2.7 events of a plain text run come in order, once each", async () => {
  t.endpoint.push(["Hello world"]);
  const records = await t.rpc.run("hi");
  expectOrder(records, [
    "agent_start",
    "turn_start",
    "message_start:user",
    "message_end:user",
    "message_start:assistant",
    "update:text_start",
    "update:text_delta",
    "update:text_end",
    "message_end:assistant",
    "turn_end",
    "agent_end",
  ]);
  for (const once of ["agent_start", "turn_start", "turn_end", "agent_end"]) expect(count(records, once)).toBe(1);
});

test("case 8: bytes of an update do not grow with the message", async () => {
  t.endpoint.push([{ text: "", pieces: Array.from({ length: 60 }, () => "z".repeat(100)) }]);
  const from = t.rpc.mark();
  await t.rpc.run("long");
  const sizes = t.rpc.sizes
    .slice(from)
    .filter((_, i) => label(t.rpc.records[from + i] as never) === "update:text_delta");
  expect(sizes.length).toBeGreaterThanOrEqual(20);
  expect(Math.max(...sizes.slice(-5))).toBeLessThan(Math.max(...sizes.slice(0, 5)) + 300);
});

test("2.9 text deltas build the final text, which text_end repeats", async () => {
  const text = "Grüße 😀 und mehr";
  t.endpoint.push([text]);
  const records = await t.rpc.run("hi");
  expect(deltas(records, "text_delta")).toBe(text);
  expect(updates(records).find((event) => event.type === "text_end")?.content).toBe(text);
  expect(textOf(lastMessage(records, "assistant"))).toBe(text);
  for (const event of updates(records)) expect(Number.isInteger(event.contentIndex)).toBe(true);
});

test("2.7 thinking has its own block and index", async () => {
  t.endpoint.push([{ reasoning: "Let me think about it" }, "Answer"]);
  const records = await t.rpc.run("hi");
  expectOrder(records, [
    "message_start:assistant",
    "update:thinking_start",
    "update:thinking_delta",
    "update:thinking_end",
    "message_end:assistant",
  ]);
  expectOrder(records, [
    "update:thinking_start",
    "update:text_start",
    "update:text_delta",
    "update:text_end",
    "message_end:assistant",
  ]);
  expect(deltas(records, "thinking_delta")).toBe("Let me think about it");
  const starts = updates(records).filter((event) => event.type.endsWith("_start"));
  expect(starts.map((event) => [event.type, event.contentIndex])).toEqual([
    ["thinking_start", 0],
    ["text_start", 1],
  ]);
  expect(lastMessage(records, "assistant").content).toMatchObject([
    { type: "thinking", thinking: "Let me think about it" },
    { type: "text", text: "Answer" },
  ]);
});

test("2.7 message_start says pending, message_end the terminal reason", async () => {
  t.endpoint.push(["Answer"]);
  const records = await t.rpc.run("hi");
  const start = records.find((r) => label(r) === "message_start:assistant");
  expect(start?.message.stopReason).toBe("pending");
  expect(lastMessage(records, "assistant").stopReason).toBe("stop");
});

test("2.7 a tool call: its updates, its execution, its result, the second turn", async () => {
  t.endpoint.push(["Running", { tool: "bash", args: { command: "echo tool-out" }, id: "call_1" }], ["All done"]);
  const records = await t.rpc.run("run it");
  expectOrder(records, [
    "agent_start",
    "turn_start",
    "message_start:assistant",
    "update:toolcall_start",
    "update:toolcall_delta",
    "update:toolcall_end",
    "message_end:assistant",
    "tool_execution_start",
    "tool_execution_end",
    "message_start:toolResult",
    "message_end:toolResult",
    "turn_end",
    "turn_start",
    "message_start:assistant",
    "message_end:assistant",
    "turn_end",
    "agent_end",
  ]);
  expect([count(records, "turn_start"), count(records, "turn_end")]).toEqual([2, 2]);
  const call = updates(records).find((event) => event.type === "toolcall_end")?.toolCall;
  expect(call).toMatchObject({ type: "toolCall", id: "call_1", name: "bash", arguments: { command: "echo tool-out" } });
  expect(records.find((r) => label(r) === "message_end:assistant")?.message.stopReason).toBe("toolUse");
  expect(JSON.parse(deltas(records, "toolcall_delta"))).toEqual({ command: "echo tool-out" });
});

test("2.7 tool_execution_update carries the output so far, not a delta", async () => {
  const command = "echo one; until [ -e go ]; do sleep 0.02; done; echo two; until [ -e on ]; do sleep 0.02; done";
  t.endpoint.push([{ tool: "bash", args: { command }, id: "call_3" }], ["ok"]);
  const from = t.rpc.mark();
  const soFar =
    (text: string) =>
    ({ partialResult }: { partialResult: unknown }) =>
      textOf(partialResult).includes(text);
  const run = t.rpc.run("run it");
  await t.rpc.event("tool_execution_update", from, soFar("one"));
  t.folder.writeWorkspaceFile("go", "");
  const both = await t.rpc.event("tool_execution_update", from, soFar("two"));
  t.folder.writeWorkspaceFile("on", "");
  await run;
  expect(textOf(both.partialResult)).toBe("one\ntwo\n");
  expect(both).toMatchObject({ toolCallId: "call_3", toolName: "bash", args: { command } });
});

test("2.7 turn_end carries message and results, agent_end every message of the run", async () => {
  t.endpoint.push([{ tool: "bash", args: { command: "echo x" }, id: "call_4" }], ["bye"]);
  const records = await t.rpc.run("go");
  const [first, second] = records.filter((r) => r.type === "turn_end");
  expect(first?.message.role).toBe("assistant");
  expect(first?.toolResults).toMatchObject([{ role: "toolResult", toolCallId: "call_4" }]);
  expect(second?.toolResults).toEqual([]);
  const messages = records.find((r) => r.type === "agent_end")?.messages;
  expect(roles(messages).map(([role]) => role)).toEqual(["user", "assistant", "toolResult", "assistant"]);
});

test("2.12 an unknown tool gives an error result and the run goes on", async () => {
  t.endpoint.push([{ tool: "no_such_tool", args: {} }], ["recovered"]);
  const records = await t.rpc.run("go");
  expect(lastMessage(records, "toolResult").isError).toBe(true);
  expect(textOf(lastMessage(records, "assistant"))).toBe("recovered");
});

test("2.10 two tool calls of one message both run, and answer in call order", async () => {
  const slow = { command: "until [ -e second ]; do sleep 0.02; done; echo A" };
  const calls = [
    { tool: "bash", args: slow, id: "ca" },
    { tool: "bash", args: { command: "echo B" }, id: "cb" },
  ];
  t.endpoint.push(calls, ["ok"]);
  const from = t.rpc.mark();
  const run = t.rpc.run("go");
  await t.rpc.event("tool_execution_end", from);
  t.folder.writeWorkspaceFile("second", "");
  const records = await run;
  const ids = (type: string) => records.filter((r) => r.type === type).map((r) => r.toolCallId);
  expect(ids("tool_execution_start")).toEqual(["ca", "cb"]);
  expect(ids("tool_execution_end")).toEqual(["cb", "ca"]);
  const results = records.filter((r) => label(r) === "message_end:toolResult").map((r) => r.message.toolCallId);
  expect(results).toEqual(["ca", "cb"]);
  const sent = t.endpoint.requests[1]?.body.messages?.filter((message) => message.role === "tool");
  expect(sent?.map((message) => message.tool_call_id)).toEqual(["ca", "cb"]);
});

test("prompt: images reach the user message and the model", async () => {
  const records = await t.rpc.run("what is it", { images: [pixel] });
  const user = records.find((r) => label(r) === "message_start:user")?.message;
  expect(user.content).toContainEqual(expect.objectContaining(pixel));
  expect(t.endpoint.requests[0]?.images).toEqual([`data:${pixel.mimeType};base64,${pixel.data}`]);
});

test("2.4 streamingBehavior on an idle session simply starts a run", async () => {
  const records = await t.rpc.run("now", { streamingBehavior: "followUp" });
  expect(count(records, "agent_start")).toBe(1);
  expect(userTexts(records)).toEqual(["now"]);
});

test("2.12 case 3: a failure after acceptance is an event, not a second response", async () => {
  t.endpoint.push({
    status: 400,
    body: { error: { message: "bad things in request", type: "invalid_request_error" } },
  });
  const from = t.rpc.mark();
  expect((await t.rpc.command("prompt", { message: "x" }, "fail-1")).success).toBe(true);
  await t.rpc.event("agent_settled", from);
  await t.rpc.ok("get_state");
  const records = t.rpc.since(from);
  expect(records.filter((r) => r.type === "response" && r.id === "fail-1")).toHaveLength(1);
  expect(lastMessage(records, "assistant")).toMatchObject({
    stopReason: "error",
    errorMessage: expect.stringContaining("bad things"),
  });
  expectOrder(records, ["message_end:assistant", "turn_end", "agent_end"]);
});

test("2.6 a prompt template is expanded before it is sent", async () => {
  const records = await t.rpc.run("/greet Ada");
  expect(userTexts(records)[0]).toContain("Expanded greeting for Ada here.");
  expect(t.endpoint.requests[0]?.lastUserText).toContain("Expanded greeting for Ada here.");
});

test("2.6 a skill command is expanded before it is sent", async () => {
  const [text] = userTexts(await t.rpc.run("/skill:zoo extra words"));
  expect(text).toContain("ZEBRA");
  expect(text).toContain("extra words");
});

test("2.6 an unknown slash word is plain text", async () => {
  expect(userTexts(await t.rpc.run("/not-a-command at all"))).toEqual(["/not-a-command at all"]);
});

test("case 22: a dropped model stream ends the run with an error that keeps the text so far", async () => {
  await t.rpc.ok("set_auto_retry", { enabled: false });
  t.endpoint.push(["partial ", { drop: true }]);
  const records = await t.rpc.run("x");
  const message = lastMessage(records, "assistant");
  expect(message.stopReason).toBe("error");
  expect(textOf(message)).toBe("partial ");
});
