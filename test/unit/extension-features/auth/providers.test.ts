import { getEnvApiKey } from "@earendil-works/pi-ai/compat";
import { builtinProviders } from "@earendil-works/pi-ai/providers/all";
import { expect, test } from "vitest";
import { cleanKey, keyProblem } from "../../../../extension/auth/key-check.ts";
import { storedKeys, storeKey } from "../../../../extension/auth/keys.ts";
import { keyProviders } from "../../../../extension/auth/providers.ts";

test("every provider that the SDK takes a key for is offered, under its own name", () => {
  const known = builtinProviders()
    .filter((provider) => provider.auth.apiKey)
    .map(({ id, name }) => ({ id, name }));
  const offered = keyProviders.map(({ id, name }) => ({ id, name }));
  expect(offered.toSorted(byId)).toEqual(known.toSorted(byId));
});

test("the SDK finds each key in the variable it is handed over by", () => {
  for (const { id, variable } of keyProviders) {
    const found = getEnvApiKey(id, { [variable]: "the-key" });
    // Bedrock signs with what it finds itself and only says that there is something.
    expect([id, found]).toEqual([id, id === "amazon-bedrock" ? "<authenticated>" : "the-key"]);
  }
});

const provider = (id: string) => {
  const found = keyProviders.find((one) => one.id === id);
  if (!found) throw new Error(`no provider ${id}`);
  return found;
};

test("a key comes out of what it was copied with", () => {
  for (const text of [
    " sk-abc12345 \n",
    '"sk-abc12345"',
    "'sk-abc12345'",
    "OPENAI_API_KEY=sk-abc12345",
    'export OPENAI_API_KEY="sk-abc12345"',
    "Bearer sk-abc12345",
  ]) {
    expect(cleanKey(text)).toBe("sk-abc12345");
  }
});

test("what cannot be a key is refused, one of somebody else is remarked on", () => {
  expect(keyProblem("", provider("openai"))).toEqual({ kind: "empty" });
  expect(keyProblem("sk-12", provider("openai"))).toEqual({ kind: "short" });
  expect(keyProblem("sk-abc 12345", provider("openai"))).toEqual({ kind: "character", character: " " });
  expect(keyProblem("sk-abc…12345", provider("openai"))).toEqual({ kind: "character", character: "…" });
  expect(keyProblem("sk-ant-0123456", provider("openai"))).toEqual({ kind: "other", name: "Anthropic" });
  expect(keyProblem("sk-ant-0123456", provider("anthropic"))).toBeUndefined();
  expect(keyProblem("sk-proj-012345", provider("openai"))).toBeUndefined();
  expect(keyProblem("gsk_0123456789", provider("mistral"))).toEqual({ kind: "other", name: "Groq" });
  expect(keyProblem("0123456789abc", provider("mistral"))).toBeUndefined();
});

test("keys are kept by variable, and removed; other secrets are left alone", async () => {
  const kept = new Map<string, string>([["something.else", "x"]]);
  const secrets = {
    keys: async () => [...kept.keys()],
    get: async (key: string) => kept.get(key),
    store: async (key: string, value: string) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
    onDidChange: () => ({ dispose: () => undefined }),
  };
  await storeKey(secrets, "OPENAI_API_KEY", "sk-1");
  await storeKey(secrets, "HF_TOKEN", "hf_1");
  expect(await storedKeys(secrets)).toEqual({ OPENAI_API_KEY: "sk-1", HF_TOKEN: "hf_1" });
  await storeKey(secrets, "OPENAI_API_KEY", undefined);
  expect(await storedKeys(secrets)).toEqual({ HF_TOKEN: "hf_1" });
  expect(kept.get("something.else")).toBe("x");
});

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}
