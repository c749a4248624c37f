import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { ModelRuntime } from "@earendil-works/pi-coding-agent";
import { parse } from "jsonc-parser";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addProvider, type EndpointProvider, ModelsFileError } from "../../../../extension/auth/models-file.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "atomic-models-"));
  file = path.join(folder, "models.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ollama: EndpointProvider = {
  name: "Ollama",
  baseUrl: "http://127.0.0.1:11434/v1",
  api: "openai-completions",
  apiKey: "none",
  models: [
    { id: "qwen3:8b", contextWindow: 40960, reasoning: true },
    { id: "llava", input: ["text", "image"] },
  ],
};
const read = () => readFileSync(file, "utf8");

test("a missing or empty file is made; the server's own reader finds the models in it", async () => {
  await addProvider(file, "ollama", ollama);
  expect(JSON.parse(read())).toEqual({ providers: { ollama } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const models = await ModelRuntime.create({ modelsPath: file, authPath: path.join(folder, "auth.json") });
  expect(models.getModel("ollama", "qwen3:8b")).toMatchObject({ contextWindow: 40960, reasoning: true });
  expect(models.getModel("ollama", "llava")?.input).toEqual(["text", "image"]);
  writeFileSync(file, "\n");
  await addProvider(file, "ollama", ollama);
  expect(JSON.parse(read())).toEqual({ providers: { ollama } });
});

test("everything else stays: comments, trailing commas, order, indentation, line ends, other providers", async () => {
  const text = [
    "// mine",
    "{",
    '\t"$schema": "x", // kept',
    '\t"providers": {',
    '\t\t"other": { "baseUrl": "http://h/v1", "api": "openai-completions", "apiKey": "k", "models": [{ "id": "a" },] },',
    "\t},",
    '\t"more": 1.50',
    "}",
    "",
  ].join("\r\n");
  writeFileSync(file, text);
  await addProvider(file, "ollama", ollama);
  const after = read();
  for (const line of text.split("\r\n").slice(0, 4)) expect(after).toContain(line);
  const content = parse(after, [], { allowTrailingComma: true }) as { providers: Record<string, unknown> };
  expect(content.providers).toEqual({
    other: { baseUrl: "http://h/v1", api: "openai-completions", apiKey: "k", models: [{ id: "a" }] },
    ollama,
  });
  expect(after).toContain('"more": 1.50');
  expect(after).toContain('\t\t"ollama": {');
  expect(after.replaceAll("\r\n", "")).not.toContain("\n");
  const models = await ModelRuntime.create({ modelsPath: file, authPath: path.join(folder, "auth.json") });
  expect(models.getError?.()).toBeUndefined();
});

test("a provider that is connected again keeps its other fields and the models someone adjusted", async () => {
  const known = {
    baseUrl: "http://old/v1",
    headers: { "x-team": "a" },
    models: [{ id: "llava", maxTokens: 99 }, { id: "old" }],
  };
  writeFileSync(file, JSON.stringify({ providers: { ollama: known } }, null, 4));
  await addProvider(file, "ollama", ollama);
  const { ollama: now } = (JSON.parse(read()) as { providers: { ollama: Record<string, unknown> } }).providers;
  expect(now.headers).toEqual({ "x-team": "a" });
  expect(now.baseUrl).toBe(ollama.baseUrl);
  expect(now.models).toEqual([{ id: "llava", maxTokens: 99 }, { id: "old" }, ollama.models[0]]);
});

test.each([
  ["{ broken", "line 1, column 3"],
  ['{ "providers": { } \n', "not readable"],
  ["[]", "the whole file should be an object"],
  ['{ "providers": [] }', '"providers" should be an object'],
  ['{ "providers": { "ollama": 5 } }', '"ollama" should be an object'],
  ['{ "providers": { "ollama": { "models": {} } } }', '"models" of "ollama" should be a list'],
])("%j is refused, named, and left as it is", async (text, reason) => {
  writeFileSync(file, text);
  const refusal = addProvider(file, "ollama", ollama);
  await expect(refusal).rejects.toThrow(ModelsFileError);
  await expect(refusal).rejects.toThrow(reason);
  await expect(refusal).rejects.toThrow(file);
  expect(read()).toBe(text);
  expect(readdirSync(folder)).toEqual(["models.json"]);
});

test("a link stays a link, rights stay as they are", async () => {
  const real = path.join(folder, "dotfiles.json");
  writeFileSync(real, "{}");
  chmodSync(real, 0o640);
  symlinkSync(real, file);
  await addProvider(file, "ollama", ollama);
  expect(readdirSync(folder).toSorted()).toEqual(["dotfiles.json", "models.json"]);
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(JSON.parse(readFileSync(real, "utf8"))).toEqual({ providers: { ollama } });
});
