/** A server without any model. */
import { expect, test } from "vitest";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer({ models: [], settings: {}, args: ["--offline"] });

test("4.13 decision 6: get_state.model is null when no model is selected", async () => {
  const state = await t.rpc.ok("get_state");
  expect("model" in state).toBe(true);
  expect(state.model).toBeNull();
});

test("4.9 contextUsage is left out when no model is available", async () => {
  expect("contextUsage" in (await t.rpc.ok("get_session_stats"))).toBe(false);
});

test("10.1 a prompt without a model is refused in words a person can act on, and nothing follows", async () => {
  const from = t.rpc.mark();
  const error = await t.rpc.refused("prompt", { message: "x" });
  expect(error).toMatch(/model/i);
  expect(error).not.toMatch(/undefined|\/login|node_modules/);
  await t.rpc.ok("get_state");
  expect(t.rpc.since(from).filter((r) => r.type !== "response")).toEqual([]);
});
