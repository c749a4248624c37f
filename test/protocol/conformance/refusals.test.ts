/** Missing fields, wrong types, unknown values: refused by name, nothing changed. */
import { expect, test } from "vitest";
import { startHeld } from "../../support/runs.ts";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer();

const refusals: [type: string, args: object, field: string][] = [
  ["prompt", {}, "message"],
  ["prompt", { message: 5 }, "message"],
  ["prompt", { message: "x", streamingBehavior: "bogus" }, "streamingBehavior"],
  ["prompt", { message: "x", images: [{ type: "image", data: "aGk=" }] }, "mimeType"],
  ["prompt", { message: "x", images: "none" }, "images"],
  ["steer", {}, "message"],
  ["follow_up", { message: null }, "message"],
  ["set_model", { provider: "mock" }, "modelId"],
  ["set_model", { modelId: "main" }, "provider"],
  ["set_thinking_level", { level: "bogus" }, "level"],
  ["set_steering_mode", { mode: "bogus" }, "mode"],
  ["set_follow_up_mode", {}, "mode"],
  ["set_auto_compaction", { enabled: "yes" }, "enabled"],
  ["set_auto_retry", {}, "enabled"],
  ["bash", {}, "command"],
  ["bash", { command: ["ls"] }, "command"],
  ["abort_bash", { requestId: {} }, "requestId"],
  ["switch_session", {}, "sessionPath"],
  ["switch_session", { sessionPath: "/nonexistent/dir/x.jsonl" }, "/nonexistent/dir/x.jsonl"],
  ["fork", {}, "entryId"],
  ["get_entries", { since: 5 }, "since"],
  ["set_session_name", {}, "name"],
  ["export_html", { outputPath: 1 }, "outputPath"],
  ["logout_provider", {}, "provider"],
  ["login_provider", { provider: "mock" }, "apiKey"],
  ["navigate_tree", {}, "targetId"],
  ["cycle_model", { direction: "sideways" }, "direction"],
  ["new_session", { parentSession: 1 }, "parentSession"],
];

for (const [type, args, field] of refusals) {
  test(`case 2, decision 8: ${type} with ${JSON.stringify(args)} is refused naming "${field}"`, async () => {
    const before = await t.rpc.ok("get_state");
    const from = t.rpc.mark();
    const response = await t.rpc.command(type, args);
    expect(response).toMatchObject({ command: type, success: false, error: expect.stringContaining(field) });
    expect(response.error).not.toMatch(/undefined|is not a function|Cannot read/);
    expect(await t.rpc.ok("get_state")).toEqual(before);
    expect(t.rpc.since(from).filter((r) => r.type !== "response")).toEqual([]);
  });
}

test("7.5 unknown levels and modes are refused, whatever their case or spacing, and the state stays valid", async () => {
  const before = await t.rpc.ok("get_state");
  for (const value of ["bogus", "", "ALL", "High", " all "]) {
    expect(await t.rpc.refused("set_thinking_level", { level: value })).toContain("level");
    expect(await t.rpc.refused("set_steering_mode", { mode: value })).toContain("mode");
    expect(await t.rpc.refused("set_follow_up_mode", { mode: value })).toContain("mode");
  }
  expect(await t.rpc.ok("get_state")).toEqual(before);
});

test("4.8 an empty session name is refused", async () => {
  expect(await t.rpc.refused("set_session_name", { name: "  " })).toBe("Session name cannot be empty");
});

test("2.4 an unknown streamingBehavior is refused while streaming, not queued as something else", async () => {
  const { gate, from } = await startHeld(t);
  expect(await t.rpc.refused("prompt", { message: "x", streamingBehavior: "bogus" })).toContain("streamingBehavior");
  expect((await t.rpc.ok("get_state")).pendingMessageCount).toBe(0);
  gate.open();
  await t.rpc.event("agent_settled", from);
});

test("2.3 a prompt while streaming without streamingBehavior is refused in the known words", async () => {
  const { gate, from } = await startHeld(t);
  expect(await t.rpc.refused("prompt", { message: "x" })).toBe(
    "Agent is already processing. Specify streamingBehavior ('steer' or 'followUp') to queue the message.",
  );
  gate.open();
  await t.rpc.event("agent_settled", from);
});
