/** Switches hold for the process; only `persist: true` reaches settings.json. */
import { expect, test } from "vitest";
import { scenario } from "../support/scenario.ts";
import { sharedServer } from "../support/shared-server.ts";

const t = sharedServer();
const switches = [
  ["set_steering_mode", { mode: "all" }, { steeringMode: "all" }, { steeringMode: "all" }],
  ["set_follow_up_mode", { mode: "all" }, { followUpMode: "all" }, { followUpMode: "all" }],
  ["set_auto_compaction", { enabled: false }, { autoCompactionEnabled: false }, { compaction: { enabled: false } }],
  ["set_auto_retry", { enabled: false }, {}, { retry: { enabled: false } }],
] as const;

for (const [command, args, state, settings] of switches) {
  test(`decision 10: ${command} holds for the process, in every session, and leaves settings.json alone`, async () => {
    const before = t.folder.readAgentFile("settings.json");
    expect((await t.rpc.command(command, args)).success).toBe(true);
    expect(await t.rpc.ok("get_state")).toMatchObject(state);
    await t.rpc.ok("new_session");
    expect(await t.rpc.ok("get_state")).toMatchObject(state);
    expect(t.folder.readAgentFile("settings.json")).toBe(before);
  });

  test(`decision 10: ${command} with persist reaches settings.json, and a new process starts with it`, async () => {
    const { rpc, folder, spawn } = await scenario();
    expect((await rpc.command(command, { ...args, persist: true })).success).toBe(true);
    expect(folder.settings()).toMatchObject(settings);
    await rpc.stop();
    expect(await spawn().ok("get_state")).toMatchObject(state);
  });
}
