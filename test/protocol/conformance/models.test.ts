/** Models and thinking levels: choosing, cycling, what becomes the startup default. */
import { describe, expect, test } from "vitest";
import { sharedServer } from "../../support/shared-server.ts";

const three = [
  { id: "main", name: "Mock Main", reasoning: true, input: ["text" as const, "image" as const] },
  { id: "plain", name: "Mock Plain" },
  { id: "third", name: "Mock Third", contextWindow: 64_000 },
];

describe("three models", () => {
  const t = sharedServer({ models: three });
  const setModel = (modelId: string, persist?: boolean) =>
    t.rpc.ok("set_model", { provider: "mock", modelId, ...(persist === undefined ? {} : { persist }) });

  test("models: get_available_models lists full Model objects", async () => {
    const { models } = await t.rpc.ok("get_available_models");
    const mine = models.filter((model) => model.provider === "mock");
    expect(mine.map((model) => model.id).sort()).toEqual(["main", "plain", "third"]);
    for (const model of mine) {
      expect(model).toMatchObject({
        name: expect.any(String),
        api: "openai-completions",
        baseUrl: t.endpoint.baseUrl,
        reasoning: expect.any(Boolean),
        contextWindow: expect.any(Number),
        maxTokens: expect.any(Number),
      });
    }
  });

  test("7.1 set_model returns the Model and the next request uses it", async () => {
    expect(await setModel("plain")).toMatchObject({ id: "plain", provider: "mock", name: "Mock Plain" });
    expect((await t.rpc.ok("get_state")).model?.id).toBe("plain");
    await t.rpc.run("x");
    expect(t.endpoint.requests[0]?.body.model).toBe("plain");
  });

  test('7.1 an unknown model: "Model not found: invalid/model", and nothing changes', async () => {
    const before = await t.rpc.ok("get_state");
    const error = await t.rpc.refused("set_model", { provider: "invalid", modelId: "model" });
    expect(error).toBe("Model not found: invalid/model");
    expect(await t.rpc.ok("get_state")).toEqual(before);
  });

  test("7.1 set_model appends a model_change entry", async () => {
    await setModel("third");
    const { entries } = await t.rpc.ok("get_entries");
    const change = entries.findLast((entry) => entry.type === "model_change");
    expect(change).toMatchObject({ provider: "mock", modelId: "third" });
  });

  test("7.2 without persist the settings file stays byte for byte", async () => {
    const before = t.folder.readAgentFile("settings.json");
    await setModel("third");
    await setModel("plain", false);
    await setModel("main");
    await t.rpc.ok("cycle_model");
    await t.rpc.ok("set_thinking_level", { level: "high" });
    await t.rpc.ok("cycle_thinking_level");
    await t.rpc.ok("new_session");
    expect(t.folder.readAgentFile("settings.json")).toBe(before);
  });

  test("7.2 persist writes the default provider, model and effective thinking level", async () => {
    await setModel("third", true);
    expect(t.folder.settings()).toMatchObject({ defaultProvider: "mock", defaultModel: "third" });
    await setModel("main", true);
    await t.rpc.ok("set_thinking_level", { level: "high", persist: true });
    expect(t.folder.settings()).toMatchObject({ defaultModel: "main", defaultThinkingLevel: "high" });
    await t.rpc.ok("set_thinking_level", { level: "low" });
    expect(t.folder.settings().defaultThinkingLevel).toBe("high");
    await setModel("main", true);
    expect(t.folder.settings().defaultThinkingLevel).toBe("low");
  });

  test("7.2 cycle_model writes the startup default only with persist", async () => {
    await setModel("main", true);
    const plain = await t.rpc.ok("cycle_model");
    expect(t.folder.settings().defaultModel).toBe("main");
    const kept = await t.rpc.ok("cycle_model", { persist: true });
    expect(kept?.model.id).not.toBe(plain?.model.id);
    expect(t.folder.settings().defaultModel).toBe(kept?.model.id);
    await setModel("main", true);
  });

  test("7.2 a new session starts with the persisted default, not with a session-only model", async () => {
    await setModel("main", true);
    await setModel("plain");
    await t.rpc.ok("new_session");
    expect((await t.rpc.ok("get_state")).model?.id).toBe("main");
  });

  test("7.3 cycle_model returns model, thinkingLevel and isScoped, and goes round all models", async () => {
    const { models } = await t.rpc.ok("get_available_models");
    const start = (await t.rpc.ok("get_state")).model?.id;
    const seen: (string | undefined)[] = [];
    for (let i = 0; i < models.length; i++) {
      const step = await t.rpc.ok("cycle_model");
      expect(step).toMatchObject({ thinkingLevel: expect.any(String), isScoped: false });
      seen.push(step?.model.id);
      expect((await t.rpc.ok("get_state")).model).toEqual(step?.model);
    }
    expect(new Set(seen).size).toBe(models.length);
    expect(seen.at(-1)).toBe(start);
  });

  test("7.3 cycle_model goes backward too", async () => {
    const start = (await t.rpc.ok("get_state")).model?.id;
    await t.rpc.ok("cycle_model");
    expect((await t.rpc.ok("cycle_model", { direction: "backward" }))?.model.id).toBe(start);
  });

  test("thinking: set_thinking_level changes get_state and the request", async () => {
    await setModel("main");
    expect(await t.rpc.ok("set_thinking_level", { level: "high" })).toEqual({
      level: "high",
      provider: "mock",
      modelId: "main",
    });
    expect((await t.rpc.ok("get_state")).thinkingLevel).toBe("high");
    await t.rpc.run("x");
    expect(t.endpoint.requests[0]?.body.reasoning_effort).toBe("high");
  });

  test("7.4 case 18: an unsupported level is clamped, and answered as it took effect", async () => {
    await setModel("main");
    const { levels } = await t.rpc.ok("get_available_thinking_levels");
    expect(levels).not.toContain("max");
    const answer = await t.rpc.ok("set_thinking_level", { level: "max" });
    expect(answer?.level).toBe(levels.at(-1));
    expect((await t.rpc.ok("get_state")).thinkingLevel).toBe(levels.at(-1));
  });

  test("thinking: cycle_thinking_level returns the next level and wraps", async () => {
    await setModel("main");
    const { levels } = await t.rpc.ok("get_available_thinking_levels");
    let level = (await t.rpc.ok("get_state")).thinkingLevel;
    for (let i = 0; i < levels.length; i++) {
      const next = levels[(levels.indexOf(level) + 1) % levels.length];
      expect(await t.rpc.ok("cycle_thinking_level")).toEqual({ level: next });
      level = next as typeof level;
    }
  });

  test("7.4 a model without reasoning: level off, one level, cycle null", async () => {
    await setModel("plain");
    expect((await t.rpc.ok("get_state")).thinkingLevel).toBe("off");
    expect(await t.rpc.ok("get_available_thinking_levels")).toEqual({ levels: ["off"] });
    expect((await t.rpc.command("cycle_thinking_level")).data).toBeNull();
    expect((await t.rpc.ok("set_thinking_level", { level: "high" }))?.level).toBe("off");
    expect((await t.rpc.ok("get_state")).thinkingLevel).toBe("off");
  });

  test("models: switching the model keeps the conversation", async () => {
    t.endpoint.push(["from main"]);
    await t.rpc.run("q1");
    await setModel("plain");
    await t.rpc.run("q2");
    expect(t.endpoint.requests[1]?.conversation.map((message) => message.text)).toEqual(["q1", "from main", "q2"]);
  });
});

describe("a scope of models", () => {
  const t = sharedServer({ models: three, args: ["--models", "mock/main,mock/third"] });

  test("7.3 cycle_model stays inside the scope and says so", async () => {
    const [first, second] = [await t.rpc.ok("cycle_model"), await t.rpc.ok("cycle_model")];
    expect([first?.model.id, second?.model.id].sort()).toEqual(["main", "third"]);
    expect(first?.isScoped).toBe(true);
  });
});

describe("a single model", () => {
  const t = sharedServer({ models: three.slice(0, 1) });

  test("7.3 cycle_model answers null", async () => {
    expect((await t.rpc.command("cycle_model")).data).toBeNull();
  });
});

describe("an unsupported saved default", () => {
  const t = sharedServer({ settings: { defaultProvider: "gone-provider", defaultModel: "gone-model" } });
  const blocked = expect.stringMatching(
    /^Configured default model is unavailable or unsupported. Update defaultProvider\/defaultModel or /,
  );

  test("2.11 it blocks prompt with a correlated error before any event", async () => {
    const from = t.rpc.mark();
    const response = await t.rpc.command("prompt", { message: "x" }, "blocked");
    expect(response).toEqual({ type: "response", id: "blocked", command: "prompt", success: false, error: blocked });
    expect((await t.rpc.ok("get_available_models")).models.length).toBeGreaterThan(0);
    expect(t.rpc.since(from).filter((r) => r.type !== "response")).toEqual([]);
    expect(t.endpoint.requests).toEqual([]);
  });

  test("2.11 a failed set_model does not clear it, a successful one does, a new session applies it again", async () => {
    await t.rpc.refused("set_model", { provider: "gone-provider", modelId: "gone-model" });
    expect(await t.rpc.refused("prompt", { message: "x" })).toEqual(blocked);
    await t.rpc.ok("set_model", { provider: "mock", modelId: "main" });
    await t.rpc.run("now it works");
    await t.rpc.ok("new_session");
    expect(await t.rpc.refused("prompt", { message: "x" })).toEqual(blocked);
  });

  test("2.11 cycle_model to another model clears it", async () => {
    expect(await t.rpc.refused("prompt", { message: "x" })).toEqual(blocked);
    await t.rpc.ok("cycle_model");
    await t.rpc.run("now it works");
  });
});
