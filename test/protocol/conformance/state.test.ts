/** get_state, and the message fields that clients read. */
import { expect, test } from "vitest";
import { Gate } from "../../support/gate.ts";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer();

test("state: get_state carries every documented field with its type", async () => {
  expect(await t.rpc.ok("get_state")).toMatchObject({
    model: expect.any(Object),
    thinkingLevel: expect.any(String),
    isStreaming: expect.any(Boolean),
    isCompacting: expect.any(Boolean),
    steeringMode: expect.any(String),
    followUpMode: expect.any(String),
    sessionFile: expect.any(String),
    sessionId: expect.any(String),
    autoCompactionEnabled: expect.any(Boolean),
    messageCount: expect.any(Number),
    pendingMessageCount: expect.any(Number),
  });
});

test("state: a fresh session is idle, empty and one-at-a-time, without a name", async () => {
  const state = await t.rpc.ok("get_state");
  expect(state).toMatchObject({
    isStreaming: false,
    isCompacting: false,
    messageCount: 0,
    pendingMessageCount: 0,
    steeringMode: "one-at-a-time",
    followUpMode: "one-at-a-time",
  });
  expect("sessionName" in state).toBe(false);
});

test("state: the model is a full Model object", async () => {
  expect((await t.rpc.ok("get_state")).model).toMatchObject({
    id: "main",
    name: "Mock Main",
    api: "openai-completions",
    provider: "mock",
    baseUrl: t.endpoint.baseUrl,
    reasoning: true,
    contextWindow: 128_000,
    maxTokens: 8192,
    input: ["text", "image"],
    cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  });
});

test("state: an assistant message carries the documented fields", async () => {
  t.endpoint.push(["answer", { usage: { prompt_tokens: 100, completion_tokens: 50 } }]);
  await t.rpc.run("question");
  const message = (await t.rpc.ok("get_messages")).messages[1];
  expect(message).toMatchObject({
    role: "assistant",
    api: "openai-completions",
    provider: "mock",
    model: "main",
    stopReason: "stop",
    usage: { input: 100, output: 50, cacheRead: 0, cacheWrite: 0 },
    timestamp: expect.any(Number),
  });
  if (message?.role === "assistant") expect(message.usage.cost.total).toBeCloseTo((100 * 3 + 50 * 15) / 1e6, 9);
});

test("state: isStreaming is true while the model answers", async () => {
  const gate = new Gate();
  t.endpoint.push(["part", { gate }, "rest"]);
  const from = t.rpc.mark();
  await t.rpc.ok("prompt", { message: "go" });
  await t.rpc.event("message_update", from);
  expect((await t.rpc.ok("get_state")).isStreaming).toBe(true);
  gate.open();
  await t.rpc.event("agent_settled", from);
  expect((await t.rpc.ok("get_state")).isStreaming).toBe(false);
});
