import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fauxAssistantMessage, fauxText } from "@earendil-works/pi-ai";
import { expect, test } from "vitest";
import { queueModes } from "../../../server/commands/queue-modes.ts";
import { retry } from "../../../server/commands/retry.ts";
import type { CommandName } from "../../../server/protocol/command.ts";
import type { Call, Command } from "../../../server/rpc/dispatcher.ts";
import { plainError } from "../../../server/session/errors.ts";
import type { SessionHost } from "../../../server/session/host.ts";
import { availableModels, cycleModel, setModel } from "../../../server/session/models.ts";
import { sessionState } from "../../../server/session/state.ts";
import { setThinkingLevel } from "../../../server/session/thinking.ts";
import { openHost } from "./open-host.ts";

const settings = { retry: { enabled: true, maxRetries: 2 }, defaultThinkingLevel: "medium" };

function run<N extends CommandName>(command: Command<N>, host: SessionHost, args: Parameters<Command<N>["run"]>[0]) {
  return command.run(args, { host } as Call);
}

async function opened() {
  const opened = await openHost({ settings, responses: [fauxAssistantMessage(fauxText("hi"))] });
  const file = path.join(opened.agentDir, "settings.json");
  const saved = async () => {
    await opened.host.current.services.settingsManager.flush();
    return readFileSync(file, "utf8");
  };
  return { ...opened, saved, before: readFileSync(file, "utf8") };
}

test("decision 10: switches hold for the process, new sessions included, and leave the settings file alone", async () => {
  const { host, saved, before } = await opened();
  run(queueModes.set_steering_mode, host, { mode: "all" });
  run(queueModes.set_follow_up_mode, host, { mode: "all" });
  run(retry.set_auto_retry, host, { enabled: false });
  host.setup.settings.autoCompaction = false;
  await setModel(host.current, "faux", "two", false);
  setThinkingLevel(host.current, "low", false);
  await host.prompting.prompt("x", {}, () => {});
  await host.current.sdk.waitForIdle();
  await host.newSession();
  expect(sessionState(host.current)).toMatchObject({
    steeringMode: "all",
    followUpMode: "all",
    autoCompactionEnabled: false,
  });
  expect(host.current.sdk.autoRetryEnabled).toBe(false);
  expect(await saved()).toBe(before);
});

test("persist saves each of them", async () => {
  const { host, saved } = await opened();
  run(queueModes.set_steering_mode, host, { mode: "all", persist: true });
  run(retry.set_auto_retry, host, { enabled: false, persist: true });
  setThinkingLevel(host.current, "high", true);
  await setModel(host.current, "faux", "one", true);
  expect(JSON.parse(await saved())).toMatchObject({
    steeringMode: "all",
    retry: { enabled: false, maxRetries: 2 },
    defaultProvider: "faux",
    defaultModel: "one",
    defaultThinkingLevel: "high",
  });
});

test("case 18: a level is clamped in the session, and the answer says what holds and for which model", async () => {
  const { host } = await opened();
  expect(setThinkingLevel(host.current, "max", false)).toEqual({ level: "high", provider: "faux", modelId: "one" });
  await setModel(host.current, "faux", "two", false);
  expect(sessionState(host.current).thinkingLevel).toBe("off");
});

test("a switch of models keeps the level of the session rather than going back to the saved one", async () => {
  const { host } = await opened();
  setThinkingLevel(host.current, "low", false);
  await setModel(host.current, "faux", "one", false);
  expect(sessionState(host.current).thinkingLevel).toBe("low");
});

test("a model that is not there is refused by name; the demo model comes when it is called", async () => {
  const { host } = await opened();
  await expect(setModel(host.current, "invalid", "model", false)).rejects.toThrow("Model not found: invalid/model");
  expect(availableModels(host.current).models.some((model) => model.provider === "demo")).toBe(false);
  expect(await setModel(host.current, "demo", "demo", false)).toMatchObject({ provider: "demo", id: "demo" });
  expect(availableModels(host.current).models.some((model) => model.provider === "demo")).toBe(true);
});

test("cycling goes round, and is null where there is nothing to go to", async () => {
  const { host } = await opened();
  expect(await cycleModel(host.current, "forward", false)).toMatchObject({ model: { id: "two" }, isScoped: false });
  expect(await cycleModel(host.current, "backward", false)).toMatchObject({ model: { id: "one" } });
  host.current.sdk.setScopedModels(
    host.models
      .getModels("faux")
      .slice(0, 1)
      .map((model) => ({ model })),
  );
  expect(await cycleModel(host.current, "forward", false)).toBeNull();
});

test("error texts speak of this server", () => {
  expect(plainError(new Error("No API key found for x.\n\nUse /login to log into"))).toBe(
    "No API key found for x. Add one with login_provider or models.json.",
  );
  expect(plainError("No model selected.\n\nUse /login")).not.toContain("/login");
  expect(plainError(new Error("other"))).toBe("other");
});

test("a bare agent folder gets nothing written by a start alone", async () => {
  const { agentDir } = await openHost({ args: ["--no-session"] });
  expect(existsSync(path.join(agentDir, "settings.json"))).toBe(false);
});
