import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ModelBridge, ModelRefusal } from "../../../../extension/vscode-models/bridge.ts";
import type { AnswerPart } from "../../../../extension/vscode-models/chat-answer.ts";
import { type ChatRequest, chatRequest } from "../../../../extension/vscode-models/chat-request.ts";
import { VSCodeModels } from "../../../../extension/vscode-models/vscode-models.ts";
import * as vscode from "../../../support/fake-vscode.ts";

vi.mock("vscode", () => import("../../../support/fake-vscode.ts"));
const { vscodeAccess } = await import("../../../../extension/vscode-models/access.ts");

interface Asked {
  messages: unknown[];
  options: object;
  token: vscode.CancellationToken;
}
let asked: Asked | undefined;

/** A model that answers with what `stream` gives. */
function model(stream: (token: vscode.CancellationToken) => AsyncIterable<unknown>): vscode.FakeModel {
  return {
    vendor: "acme",
    id: "big",
    name: "Acme Big",
    maxInputTokens: 64_000,
    async sendRequest(messages, options, token) {
      asked = { messages, options, token };
      return { stream: stream(token) };
    },
    countTokens: async (text) => text.length,
  };
}

/** A model that refuses, before it says anything or in the middle. */
const refusing = (error: Error, ...before: unknown[]) =>
  model(async function* () {
    yield* before;
    throw error;
  });

const saying = (...parts: unknown[]) =>
  model(async function* () {
    yield* parts;
  });

const text = (value: string) => new vscode.LanguageModelTextPart(value);
const request = (more: object = {}): ChatRequest =>
  chatRequest({ model: "acme/big", stream: true, messages: [{ role: "user", content: "Hello" }], ...more });

async function answer(wanted = request(), signal = new AbortController().signal): Promise<AnswerPart[]> {
  const parts: AnswerPart[] = [];
  for await (const part of vscodeAccess.answer(wanted, signal)) parts.push(part);
  return parts;
}

async function refusal(wanted = request()): Promise<ModelRefusal> {
  const error = await answer(wanted).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelRefusal);
  return error as ModelRefusal;
}

beforeEach(() => {
  asked = undefined;
  vscode.lm.models = [];
});

describe("what VS Code's models say", () => {
  test("streams as text, thinking and tool calls; kinds that are not known are left out", async () => {
    vscode.lm.models = [
      saying(
        new vscode.LanguageModelThinkingPart("Hm."),
        text("Let me "),
        new vscode.LanguageModelDataPart(new Uint8Array([1]), "image/png"),
        text("look."),
        new vscode.LanguageModelToolCallPart("c1", "read", { path: "a.ts" }),
      ),
    ];
    expect(await answer()).toEqual([
      { type: "thinking", text: "Hm." },
      { type: "text", text: "Let me " },
      { type: "text", text: "look." },
      { type: "toolCall", id: "c1", name: "read", input: { path: "a.ts" } },
    ]);
  });

  test("is asked with the whole conversation and the tools", async () => {
    vscode.lm.models = [saying(text("Done"))];
    const call = { id: "c1", type: "function", function: { name: "read", arguments: '{"path":"a.ts"}' } };
    const tools = [
      { type: "function", function: { name: "read", description: "Reads", parameters: { type: "object" } } },
    ];
    await answer(
      request({
        messages: [
          { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AQID" } }] },
          { role: "assistant", content: "Reading", tool_calls: [call] },
          { role: "tool", tool_call_id: "c1", content: "one" },
        ],
        tools,
        tool_choice: "required",
      }),
    );
    expect(asked?.messages).toEqual([
      { role: "user", content: [new vscode.LanguageModelDataPart(Buffer.from([1, 2, 3]), "image/png")] },
      {
        role: "assistant",
        content: [text("Reading"), new vscode.LanguageModelToolCallPart("c1", "read", { path: "a.ts" })],
      },
      { role: "user", content: [new vscode.LanguageModelToolResultPart("c1", [text("one")])] },
    ]);
    expect(asked?.options).toMatchObject({
      tools: [{ name: "read", description: "Reads", inputSchema: { type: "object" } }],
      toolMode: vscode.LanguageModelChatToolMode.Required,
    });
  });

  test("without tools none are named, and VS Code is told what it is asked for", async () => {
    vscode.lm.models = [saying(text("Hi"))];
    await answer();
    expect(asked?.options).toEqual({ justification: "Atomic answers your messages with the model you chose." });
  });
});

describe("a model that does not answer", () => {
  test("because the person refused: the way to allow it", async () => {
    vscode.lm.models = [refusing(new vscode.LanguageModelError("NoPermissions"))];
    expect(await refusal()).toMatchObject({ status: 403, message: expect.stringContaining("Manage Language Model") });
  });

  test("because the quota is used up: what the provider says", async () => {
    vscode.lm.models = [
      refusing(new vscode.LanguageModelError("Blocked", "You have used your quota. Try again at 5.")),
    ];
    expect(await refusal()).toMatchObject({ status: 429, message: "You have used your quota. Try again at 5." });
  });

  test("because it is gone, or another one was asked for", async () => {
    expect(await refusal()).toMatchObject({ status: 404, message: expect.stringContaining("acme/big") });
    vscode.lm.models = [refusing(new vscode.LanguageModelError("NotFound", "big is retired"))];
    expect(await refusal()).toMatchObject({ status: 404, message: "big is retired" });
    expect(await refusal(request({ model: "acme/small" }))).toMatchObject({ status: 404 });
  });

  test("for another reason, also in the middle: the cause", async () => {
    const error = new vscode.LanguageModelError("Unknown", "Unknown", new Error("socket hang up"));
    vscode.lm.models = [refusing(error, text("Half"))];
    expect(await refusal()).toMatchObject({ status: 502, message: "socket hang up" });
  });
});

describe("cancelling", () => {
  test("reaches the model while it answers", async () => {
    const stopped = new AbortController();
    vscode.lm.models = [
      model(async function* (token) {
        yield text("One");
        await new Promise<void>((resolve) => {
          token.onCancel = resolve;
          stopped.abort();
        });
        throw new vscode.LanguageModelError("Unknown", "Canceled");
      }),
    ];
    await expect(answer(request(), stopped.signal)).rejects.toThrow("Canceled");
    expect(asked?.token.isCancellationRequested).toBe(true);
  });

  test("before it was asked reaches it as well", async () => {
    vscode.lm.models = [saying(text("Hi"))];
    await answer(request(), AbortSignal.abort());
    expect(asked?.token.isCancellationRequested).toBe(true);
  });
});

test("models are told apart by vendor, and those that take images say so in either form", async () => {
  const plain = saying();
  vscode.lm.models = [
    plain,
    { ...plain, vendor: "other", capabilities: { supportsImageToText: true } },
    { ...plain, id: "eyes", capabilities: { imageInput: true } },
  ];
  expect(await vscodeAccess.models()).toEqual([
    { id: "acme/big", name: "Acme Big", maxInputTokens: 64_000, takesImages: false },
    { id: "other/big", name: "Acme Big", maxInputTokens: 64_000, takesImages: true },
    { id: "acme/eyes", name: "Acme Big", maxInputTokens: 64_000, takesImages: true },
  ]);
  expect(await vscodeAccess.countTokens("acme/big", "four")).toBe(4);
});

describe("the endpoint for the agent's server", () => {
  let bridge: ModelBridge;
  beforeEach(async () => {
    bridge = await ModelBridge.start(vscodeAccess);
  });
  afterEach(() => bridge.dispose());

  const ask = (body: object, key = bridge.key) =>
    fetch(`${bridge.baseUrl}/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const hello = { model: "acme/big", stream: true, messages: [{ role: "user", content: "Hello" }] };

  test("streams an answer and what it took", async () => {
    vscode.lm.models = [saying(text("Hi"), new vscode.LanguageModelToolCallPart("c1", "read", {}))];
    const said = await (await ask(hello)).text();
    const chunks = said
      .split("\n\n")
      .flatMap((line) => (line.startsWith("data: {") ? [JSON.parse(line.slice(6))] : []));
    expect(chunks.map(({ choices }) => choices[0]?.delta).filter(Boolean)).toMatchObject([
      { content: "Hi" },
      { tool_calls: [{ id: "c1", function: { name: "read", arguments: "{}" } }] },
      {},
    ]);
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: "tool_calls" }] });
    expect(chunks.at(-1)).toMatchObject({ usage: { prompt_tokens: 5, completion_tokens: 8 } });
    expect(said.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  test("gives a refusal its status before anything was said, and tells it in the stream afterwards", async () => {
    vscode.lm.models = [refusing(new vscode.LanguageModelError("Blocked", "No more today"))];
    const early = await ask(hello);
    expect(early.status).toBe(429);
    expect(await early.json()).toMatchObject({ error: { message: "No more today" } });
    vscode.lm.models = [refusing(new vscode.LanguageModelError("Blocked", "No more today"), text("Half"))];
    const late = await ask(hello);
    expect(late.status).toBe(200);
    expect(await late.text()).toMatch(/"content":"Half".*"message":"No more today"/s);
  });

  test("lets nobody in without its key", async () => {
    vscode.lm.models = [saying(text("Hi"))];
    expect((await ask(hello, "guess")).status).toBe(401);
    expect(asked).toBeUndefined();
  });
});

test("nothing is handed to a server until the person asked for it and there are models", async () => {
  const memory = new Map<string, unknown>();
  const models = new VSCodeModels(vscodeAccess, {
    get: (key, fallback) => (memory.get(key) ?? fallback) as typeof fallback,
    update: async (key, value) => void memory.set(key, value),
  });
  expect(await models.turnOn()).toEqual([]);
  expect(memory.size).toBe(0);
  vscode.lm.models = [saying()];
  expect(await models.environment()).toEqual({});
  await models.turnOn();
  const { ATOMIC_PROVIDERS } = await models.environment();
  expect(JSON.parse(ATOMIC_PROVIDERS ?? "")).toMatchObject({
    vscode: { models: [{ id: "acme/big", name: "Acme Big", contextWindow: 64_000, input: ["text"] }] },
  });
  vscode.lm.models = [];
  expect(await models.environment()).toEqual({});
  expect(await models.haveCome()).toBe(false);
  vscode.lm.models = [saying()];
  expect(await models.haveCome()).toBe(true);
  models.dispose();
});
