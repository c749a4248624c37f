/** VS Code's models as the agent's server uses them: through the bridge, with all but VS Code itself being real. */
import { expect, onTestFinished, test } from "vitest";
import { type HostModel, type ModelAccess, ModelRefusal } from "../../extension/vscode-models/bridge.ts";
import type { AnswerPart } from "../../extension/vscode-models/chat-answer.ts";
import type { ChatRequest } from "../../extension/vscode-models/chat-request.ts";
import { VSCodeModels } from "../../extension/vscode-models/vscode-models.ts";
import { AgentFolder } from "../support/agent-folder.ts";
import { Rpc } from "../support/rpc.ts";
import { until } from "../support/until.ts";

const model: HostModel = { id: "copilot/gpt", name: "GPT", maxInputTokens: 64_000, takesImages: true };

/** What VS Code's models say, one list of parts an answer; a function may wait or fail. */
type Says = AnswerPart[] | ((signal: AbortSignal) => AsyncIterable<AnswerPart>);

function accessThat(...answers: Says[]) {
  const requests: ChatRequest[] = [];
  const access: ModelAccess & { requests: ChatRequest[]; offered: HostModel[] } = {
    requests,
    offered: [model],
    models: async () => access.offered,
    countTokens: async (_model, text) => text.length,
    async *answer(request, signal) {
      requests.push(request);
      const next = answers.shift() ?? [{ type: "text", text: "Done" }];
      yield* typeof next === "function" ? next(signal) : next;
    },
  };
  return access;
}

function memory(on = true) {
  const kept = new Map<string, unknown>([["vscodeModels.on", on]]);
  return {
    get: <T>(key: string, fallback: T) => (kept.get(key) as T | undefined) ?? fallback,
    update: async (key: string, value: unknown) => void kept.set(key, value),
  };
}

async function start(access: ModelAccess) {
  const models = new VSCodeModels(access, memory());
  const folder = new AgentFolder({ workspace: { "a.txt": "content of a\n" }, settings: { retry: { enabled: false } } });
  const env = await models.environment();
  const rpc = new Rpc(folder, { args: ["--model", "vscode/copilot/gpt"], env });
  onTestFinished(async () => {
    await rpc.stop();
    models.dispose();
    folder.remove();
  });
  return { rpc, env, folder };
}

test("a run with thinking, a tool call and its result, counted in tokens", async () => {
  const access = accessThat(
    [
      { type: "text", text: "Reading." },
      { type: "toolCall", id: "call-1", name: "read", input: { path: "a.txt" } },
    ],
    [
      { type: "text", text: "It says: " },
      { type: "text", text: "content of a" },
    ],
  );
  const { rpc } = await start(access);
  const { model: chosen } = await rpc.ok("get_state");
  expect(chosen).toMatchObject({ provider: "vscode", id: model.id, contextWindow: 64_000, input: ["text", "image"] });
  await rpc.ok("prompt", { message: "What is in a.txt?" });
  await until("the run is over", () => rpc.records.some((record) => record.type === "agent_settled"));
  expect(await rpc.ok("get_last_assistant_text")).toEqual({ text: "It says: content of a" });
  expect(access.requests[0]?.tools.map((tool) => tool.name)).toContain("read");
  const results = access.requests[1]?.turns.flatMap((turn) => turn.parts).filter((part) => part.type === "toolResult");
  expect(results).toEqual([{ type: "toolResult", id: "call-1", text: "content of a\n" }]);
  expect((await rpc.ok("get_session_stats")).contextUsage?.tokens).toBeGreaterThan(100);
});

test("a refusal says why, before and in the middle of an answer; an abort reaches the model", async () => {
  let aborted = false;
  const access = accessThat(
    async function* () {
      yield* [];
      throw new ModelRefusal(403, "Consent was not given");
    },
    async function* () {
      yield { type: "text", text: "Half" };
      throw new ModelRefusal(502, "The model went away");
    },
    async function* (signal) {
      yield { type: "text", text: "Endless" };
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      aborted = true;
    },
  );
  const { rpc } = await start(access);
  const settled = () => rpc.records.filter((record) => record.type === "agent_settled").length;
  const errors = () =>
    rpc.records.flatMap((record) => (record.type === "message_end" && record.message.errorMessage) || []);
  await rpc.ok("prompt", { message: "One" });
  await until("the first run is over", () => settled() === 1);
  await rpc.ok("prompt", { message: "Two" });
  await until("the second run is over", () => settled() === 2);
  expect(errors()).toEqual([
    expect.stringContaining("Consent was not given"),
    expect.stringContaining("The model went away"),
  ]);
  await rpc.ok("prompt", { message: "Three" });
  await until("the answer begins", () =>
    rpc.records.some((record) => record.assistantMessageEvent?.delta === "Endless"),
  );
  await rpc.ok("abort");
  await until("the model is told", () => aborted);
});

test("only who has the key is answered; a request that makes no sense is refused", async () => {
  const access = accessThat();
  const { env } = await start(access);
  const { vscode } = JSON.parse(env.ATOMIC_PROVIDERS ?? "") as { vscode: { baseUrl: string } };
  expect(env.ATOMIC_PROVIDERS).not.toContain(env.ATOMIC_KEY_VSCODE);
  expect(new URL(vscode.baseUrl).hostname).toBe("127.0.0.1");
  const ask = (path: string, key: string | undefined, body?: string) =>
    fetch(`${vscode.baseUrl}${path}`, {
      headers: key ? { authorization: `Bearer ${key}` } : {},
      ...(body === undefined ? {} : { method: "POST", body }),
    });
  const key = env.ATOMIC_KEY_VSCODE;
  expect((await ask("/models", undefined)).status).toBe(401);
  expect((await ask("/models", `${key}x`)).status).toBe(401);
  expect(await (await ask("/models", key)).json()).toMatchObject({ data: [{ id: model.id }] });
  expect((await ask("/other", key)).status).toBe(404);
  expect((await ask("/chat/completions", key, "{ broken")).status).toBe(400);
  expect((await ask("/chat/completions", key, JSON.stringify({ model: "m", messages: [] }))).status).toBe(400);
  expect(access.requests).toEqual([]);
});

test("nothing is handed over while it is off, or while there are no models; those that come late are noticed once", async () => {
  const access = accessThat();
  expect(await new VSCodeModels(access, memory(false)).environment()).toEqual({});
  access.offered = [];
  const models = new VSCodeModels(access, memory());
  onTestFinished(() => models.dispose());
  expect(await models.environment()).toEqual({});
  expect(await models.haveCome()).toBe(false);
  access.offered = [model];
  expect([await models.haveCome(), await models.haveCome()]).toEqual([true, false]);
  expect(Object.keys(await models.environment())).toEqual(["ATOMIC_PROVIDERS", "ATOMIC_KEY_VSCODE"]);
});

test("providers that cannot be read are left out, said on stderr, and the server goes on", async () => {
  const folder = new AgentFolder();
  const rpc = new Rpc(folder, { env: { ATOMIC_PROVIDERS: "{ broken" } });
  onTestFinished(async () => {
    await rpc.stop();
    folder.remove();
  });
  expect((await rpc.ok("get_state")).model).toBeNull();
  expect(rpc.stderr).toContain("ATOMIC_PROVIDERS");
});
