import { writeFileSync } from "node:fs";
import path from "node:path";
import { fauxAssistantMessage, fauxText } from "@earendil-works/pi-ai";
import { expect, test, vi } from "vitest";
import { demoTools } from "../../../server/builtin/demo/extension.ts";
import { brokenKeys } from "../../../server/session/broken-files.ts";
import { plainError } from "../../../server/session/errors.ts";
import { availableModels, loginProvider, setModel } from "../../../server/session/models.ts";
import { type OpenHost, openHost } from "./open-host.ts";

const demo = { name: "demo", factory: demoTools };

const warnings = ({ records }: OpenHost) =>
  records.flatMap((record) =>
    record.type === "extension_ui_request" && record.method === "notify" && record.notifyType === "warning"
      ? [record.message]
      : [],
  );

test("broken auth.json: named with the remedy, at the start, for a prompt and for a new key; the demo model works", async () => {
  vi.stubEnv("ATOMIC_DEMO_PACE_MS", "0");
  try {
    const opened = await openHost({
      args: ["--model", "demo/demo"],
      builtins: [demo],
      files: { "auth.json": "{ not json" },
    });
    const { host, agentDir, records } = opened;
    const named = new RegExp(`${path.join(agentDir, "auth.json")} cannot be read: .*remove it and set the keys again`);
    expect(warnings(opened)).toEqual([expect.stringMatching(named)]);
    expect(availableModels(host.current).models.map(({ id }) => id)).toContain("demo");

    await host.prompting.prompt("hello", {}, () => {});
    await host.current.sdk.waitForIdle();
    const answers = records.filter((record) => record.type === "message_end" && record.message.role === "assistant");
    expect(JSON.stringify(answers)).toContain("demo model");
    expect(JSON.stringify(answers)).not.toContain('"errorMessage"');

    await expect(loginProvider(host.current, "anthropic", "sk-abcdefgh")).rejects.toThrow(named);
  } finally {
    vi.unstubAllEnvs();
  }
});

test("auth.json that breaks while the server runs: the prompt is refused by name, and the demo model can be chosen", async () => {
  const { host, agentDir } = await openHost({ responses: [fauxAssistantMessage(fauxText("hi"))] });
  writeFileSync(path.join(agentDir, "auth.json"), "[");
  await expect(host.current.sdk.modelRuntime.getAuth("faux")).rejects.toThrow(path.join(agentDir, "auth.json"));
  expect(await setModel(host.current, "demo", "demo", false)).toMatchObject({ provider: "demo" });
});

test("broken auth.json: what is refused for want of a key names it", async () => {
  const { agentDir } = await openHost();
  const refused = new Error("No API key found for anthropic.\n\nUse /login");
  expect(plainError(refused)).toContain("login_provider");
  writeFileSync(path.join(agentDir, "auth.json"), "[");
  expect(plainError(refused)).toContain(path.join(agentDir, "auth.json"));
  expect(plainError(new Error("Something else"))).toBe("Something else");
});

test("no part of a key is quoted from a broken auth.json", async () => {
  const { agentDir } = await openHost();
  const file = path.join(agentDir, "auth.json");
  writeFileSync(file, '{"anthropic":{"type":"api_key","key":sk-secret-0123456789}}');
  expect(brokenKeys(file)).toContain("Unexpected token");
  expect(brokenKeys(file)).not.toMatch(/sk-|secret/);
  writeFileSync(file, "{}");
  expect(brokenKeys(file)).toBeUndefined();
});

test("broken settings.json and models.json are warned of with their paths and what is wrong", async () => {
  const opened = await openHost({ files: { "settings.json": "{ nope", "models.json": '{"providers": [' } });
  const said = warnings(opened);
  expect(said).toHaveLength(2);
  expect(said[0]).toMatch(/^Settings \(global, .*settings\.json\): .*JSON/);
  expect(said[0]).toContain(path.join(opened.agentDir, "settings.json"));
  expect(said[1]).toMatch(/models\.json: .*JSON/);
  expect(said[1]).toContain(path.join(opened.agentDir, "models.json"));
});
