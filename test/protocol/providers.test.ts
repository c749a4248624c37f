/** Credentials: signing in and out, and keys that never come out. */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { secretKey } from "../support/agent-folder.ts";
import { lastMessage } from "../support/records.ts";
import { scenario } from "../support/scenario.ts";

const storedKey = "sk-stored-abcdefghijklmnop";
const envKey = "sk-from-env-abcdefghijklmnop";

test("7.6 logout_provider removes the stored key only, and answers with the refreshed catalogue", async () => {
  const stored = { baseUrl: "http://127.0.0.1:1/v1", api: "openai-completions", models: [{ id: "s-1" }] };
  const { rpc, folder } = await scenario({
    providers: { stored },
    auth: { stored: { type: "api_key", key: storedKey }, other: { type: "api_key", key: "kept" } },
  });
  const ids = (models: { id: string }[]) => models.map((model) => model.id);
  expect(ids((await rpc.ok("get_available_models")).models)).toContain("s-1");
  const answer = await rpc.ok("logout_provider", { provider: "stored" });
  expect(answer).toMatchObject({ provider: "stored", authStatus: { configured: false } });
  expect(ids(answer.models)).toEqual(["main", "plain"]);
  expect(JSON.parse(folder.readAgentFile("auth.json"))).toEqual({ other: { type: "api_key", key: "kept" } });
  expect(ids((await rpc.ok("get_available_models")).models)).toEqual(["main", "plain"]);
});

test("7.6 authentication that remains is reported with source and label", async () => {
  const { rpc } = await scenario({
    env: { OPENAI_API_KEY: envKey },
    auth: { openai: { type: "api_key", key: storedKey } },
  });
  const answer = await rpc.ok("logout_provider", { provider: "openai" });
  expect(answer.authStatus).toEqual({ configured: true, source: "environment", label: "OPENAI_API_KEY" });
  expect(answer.models.some((model) => model.provider === "openai")).toBe(true);
  expect((await rpc.ok("logout_provider", { provider: "mock" })).authStatus.configured).toBe(true);
  expect(JSON.stringify(rpc.records)).not.toContain(envKey);
});

test("7.7 login_provider stores a key privately and never echoes it", async () => {
  const { rpc, folder } = await scenario();
  const answer = await rpc.ok("login_provider", { provider: "openai", apiKey: storedKey });
  expect(answer).toMatchObject({ provider: "openai", authStatus: { configured: true } });
  expect(answer.models.some((model) => model.provider === "openai")).toBe(true);
  const file = path.join(folder.agentDir, "auth.json");
  expect(readFileSync(file, "utf8")).toContain(storedKey);
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  expect(JSON.stringify(rpc.records) + rpc.stderr).not.toContain(storedKey);
  await rpc.ok("set_model", {
    provider: "openai",
    modelId: answer.models.find((m) => m.provider === "openai")?.id ?? "",
  });
});

test("7.7 login_provider of an unknown provider is refused by name; logging out of one changes nothing", async () => {
  const { rpc, folder } = await scenario({ auth: { other: { type: "api_key", key: "kept" } } });
  expect(await rpc.refused("login_provider", { provider: "nobody", apiKey: storedKey })).toContain("nobody");
  expect((await rpc.ok("logout_provider", { provider: "nobody" })).authStatus).toEqual({ configured: false });
  expect(JSON.parse(folder.readAgentFile("auth.json"))).toEqual({ other: { type: "api_key", key: "kept" } });
});

test("7.8 get_available_models says which models are in scope", async () => {
  const { rpc } = await scenario({ args: ["--models", "mock/plain"] });
  const { models, scopedModels } = await rpc.ok("get_available_models");
  expect(models.map((model) => model.id)).toEqual(["main", "plain"]);
  expect(scopedModels?.map((model) => model.id)).toEqual(["plain"]);
});

test("case 23: no key in stdout, stderr, errors, the trace or exported HTML, even when the provider echoes it", async () => {
  const { rpc, endpoint, folder } = await scenario({
    args: ["--trace", "trace.jsonl"],
    settings: { retry: { enabled: false } },
  });
  endpoint.push({ status: 401, body: { error: { message: `Incorrect API key provided: ${secretKey}.` } } }, ["fine"]);
  const message = lastMessage(await rpc.run("go"), "assistant");
  expect(message.stopReason).toBe("error");
  expect(message.errorMessage).toContain("Incorrect API key");
  await rpc.run("again");
  await rpc.ok("login_provider", { provider: "openai", apiKey: storedKey });
  const { path: html } = await rpc.ok("export_html");
  const { sessionFile } = await rpc.ok("get_state");
  await rpc.stop();
  const everything = [
    JSON.stringify(rpc.records),
    rpc.stderr,
    readFileSync(path.resolve(folder.workspace, html), "utf8"),
    readFileSync(sessionFile as string, "utf8"),
    folder.readWorkspaceFile("trace.jsonl"),
  ];
  for (const text of everything) {
    expect(text).not.toContain(secretKey);
    expect(text).not.toContain(storedKey);
  }
});
