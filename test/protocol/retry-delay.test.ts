/** While a retry waits, and when a provider stays silent. */
import { describe, expect, test } from "vitest";
import { overloaded } from "../support/provider-errors.ts";
import { count, expectOrder, lastMessage, userTexts } from "../support/records.ts";
import { scenario } from "../support/scenario.ts";
import { sharedServer } from "../support/shared-server.ts";

describe("a delay of a minute", () => {
  const retry = { enabled: true, maxRetries: 3, baseDelayMs: 60_000, provider: { maxRetries: 0 } };
  const t = sharedServer({ settings: { retry } });

  async function startWaiting(): Promise<number> {
    t.endpoint.push(overloaded);
    const from = t.rpc.mark();
    await t.rpc.ok("prompt", { message: "go" });
    const start = await t.rpc.event("auto_retry_start", from);
    expect(start).toMatchObject({ attempt: 1, maxAttempts: 3, delayMs: 60_000 });
    expect(start.errorMessage).toContain("Overloaded");
    return from;
  }

  for (const stop of ["abort_retry", "abort"] as const) {
    test(`8.3 case 21: ${stop} ends the wait at once`, async () => {
      const from = await startWaiting();
      await t.rpc.ok(stop);
      await t.rpc.event("agent_settled", from);
      expect(t.rpc.since(from).find((r) => r.type === "auto_retry_end")).toEqual({
        type: "auto_retry_end",
        success: false,
        attempt: 1,
        finalError: "Retry cancelled",
      });
      expect(t.endpoint.requests).toHaveLength(1);
      expect((await t.rpc.ok("get_state")).isStreaming).toBe(false);
    });
  }

  test("8.5 decision 5: isStreaming is true during the delay; a plain prompt is refused, a steer is queued", async () => {
    const from = await startWaiting();
    expect((await t.rpc.ok("get_state")).isStreaming).toBe(true);
    expect(await t.rpc.refused("prompt", { message: "now" })).toContain("already processing");
    await t.rpc.ok("prompt", { message: "later", streamingBehavior: "steer" });
    expect((await t.rpc.ok("get_state")).pendingMessageCount).toBe(1);
    await t.rpc.ok("abort");
    await t.rpc.event("agent_settled", from);
    expect(userTexts(t.rpc.since(from))).toEqual(["go", "later"]);
  });

  test("8.3 new_session during the delay ends it, and no request follows", async () => {
    const from = await startWaiting();
    await t.rpc.ok("new_session");
    expectOrder(t.rpc.since(from), ["auto_retry_start", "auto_retry_end", "response:new_session:ok"]);
    await t.rpc.run("fresh");
    expect(t.endpoint.requests).toHaveLength(2);
  });
});

describe("a provider that accepts and never answers", () => {
  const t = sharedServer({ settings: { httpIdleTimeoutMs: 300, retry: { enabled: false } } });

  test("case 21: an idle timeout ends the run with an error that says so", async () => {
    await t.rpc.ok("set_auto_retry", { enabled: false });
    t.endpoint.push([{ silence: true }]);
    const records = await t.rpc.run("go");
    const message = lastMessage(records, "assistant");
    expect(message.stopReason).toBe("error");
    expect(message.errorMessage).toMatch(/time|idle/i);
    expect(count(records, "agent_end")).toBe(1);
  });

  test("case 21: silence in mid-answer too, and what came is kept", async () => {
    await t.rpc.ok("set_auto_retry", { enabled: false });
    t.endpoint.push(["half an ", { silence: true }]);
    const message = lastMessage(await t.rpc.run("go"), "assistant");
    expect(message).toMatchObject({ stopReason: "error", content: [{ type: "text", text: "half an " }] });
  });
});

test("10.1 an endpoint that is down gives an error a person can act on, and the chat goes on", async () => {
  const dead = { baseUrl: "http://127.0.0.1:1/v1", api: "openai-completions", apiKey: "k", models: [{ id: "gone" }] };
  const { rpc } = await scenario({ providers: { dead }, settings: { retry: { enabled: false } } });
  await rpc.ok("set_model", { provider: "dead", modelId: "gone" });
  const message = lastMessage(await rpc.run("go"), "assistant");
  expect(message.stopReason).toBe("error");
  expect(message.errorMessage).toMatch(/connect|ECONNREFUSED/i);
  await rpc.ok("set_model", { provider: "mock", modelId: "main" });
  expect(lastMessage(await rpc.run("again"), "assistant").stopReason).toBe("stop");
});
