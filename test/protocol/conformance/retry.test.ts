/** Automatic retry of transient provider errors. */
import { expect, test } from "vitest";
import { overloaded } from "../../support/provider-errors.ts";
import { count, expectOrder, lastMessage, textOf } from "../../support/records.ts";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer();

for (const [status, message] of [
  [529, "Overloaded"],
  [429, "Rate limit reached, try again"],
  [500, "Internal server error"],
  [503, "Service unavailable"],
] as const) {
  test(`8.1 a ${status} is retried and then succeeds`, async () => {
    t.endpoint.push({ status, body: { error: { message } } }, ["recovered"]);
    const records = await t.rpc.run("x");
    expectOrder(records, ["agent_start", "auto_retry_start", "agent_start", "auto_retry_end", "agent_end"]);
    expect(records.find((r) => r.type === "auto_retry_start")).toEqual({
      type: "auto_retry_start",
      attempt: 1,
      maxAttempts: 3,
      delayMs: 50,
      errorMessage: expect.stringContaining(message),
    });
    expect(records.find((r) => r.type === "auto_retry_end")).toEqual({
      type: "auto_retry_end",
      success: true,
      attempt: 1,
    });
    expect(t.endpoint.requests).toHaveLength(2);
    expect(textOf(lastMessage(records, "assistant"))).toBe("recovered");
  });
}

test("8.2 giving up after maxAttempts: success false and finalError; the failure is not sent again", async () => {
  t.endpoint.push(overloaded, overloaded, overloaded, overloaded);
  const records = await t.rpc.run("x");
  const starts = records.filter((r) => r.type === "auto_retry_start");
  expect(starts.map((r) => [r.attempt, r.delayMs])).toEqual([
    [1, 50],
    [2, 100],
    [3, 200],
  ]);
  expect(records.find((r) => r.type === "auto_retry_end")).toEqual({
    type: "auto_retry_end",
    success: false,
    attempt: 3,
    finalError: expect.stringMatching(/overloaded/i),
  });
  expect(t.endpoint.requests).toHaveLength(4);
  expect(lastMessage(records, "assistant").stopReason).toBe("error");
  await t.rpc.run("again");
  expect(t.endpoint.requests[4]?.conversation.map((m) => m.role)).not.toContain("assistant");
});

test("8.5 each attempt ends with its own agent_end that says whether more follows", async () => {
  t.endpoint.push(overloaded, ["fine"]);
  const records = await t.rpc.run("x");
  expect(records.filter((r) => r.type === "agent_end").map((r) => r.willRetry)).toEqual([true, false]);
  expect(count(records, "agent_settled")).toBe(1);
});

test("8.4 set_auto_retry false: no retry", async () => {
  await t.rpc.ok("set_auto_retry", { enabled: false });
  t.endpoint.push(overloaded);
  const records = await t.rpc.run("x");
  expect(t.endpoint.requests).toHaveLength(1);
  expect(count(records, "auto_retry_start")).toBe(0);
});

test("8.4 a 400 is not retried", async () => {
  t.endpoint.push({ status: 400, body: { error: { message: "bad request" } } });
  const records = await t.rpc.run("x");
  expect(count(records, "auto_retry_start")).toBe(0);
});

test("8.3 abort_retry without a retry succeeds", async () => {
  const response = await t.rpc.command("abort_retry", {}, "r");
  expect(response).toEqual({ type: "response", id: "r", command: "abort_retry", success: true });
});
