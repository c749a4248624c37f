/** abort: what it ends, what it keeps, when it answers. */
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { count, expectOrder, lastMessage, textOf } from "../../support/records.ts";
import { newUserTexts, startHeld } from "../../support/runs.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { isRunning, until } from "../../support/until.ts";

const t = sharedServer();

test("3.8 abort ends the run with an aborted message, closes the model request and answers when idle", async () => {
  const { from } = await startHeld(t);
  await t.rpc.ok("abort");
  const records = t.rpc.since(from);
  expect(lastMessage(records, "assistant").stopReason).toBe("aborted");
  expect(textOf(lastMessage(records, "assistant"))).toBe("part one ");
  expectOrder(records, ["agent_end", "response:abort:ok"]);
  expect((await t.rpc.ok("get_state")).isStreaming).toBe(false);
  expect(await t.endpoint.requests[0]?.closed).toBe(true);
});

test("3.8 abort of an idle session succeeds at once, without an event", async () => {
  const from = t.rpc.mark();
  await t.rpc.ok("abort");
  expect(count(t.rpc.since(from), "agent_end")).toBe(0);
});

test("3.8 abort stops a running tool and its process tree", async () => {
  const command = "sleep 300 & echo $! > child.pid; echo $$ > shell.pid; wait; echo late > late.txt";
  t.endpoint.push([{ tool: "bash", args: { command } }]);
  const from = t.rpc.mark();
  await t.rpc.ok("prompt", { message: "go" });
  const pidFile = path.join(t.folder.workspace, "shell.pid");
  await until("the tool runs", () => existsSync(pidFile));
  await t.rpc.ok("abort");
  const end = await t.rpc.event("tool_execution_end", from);
  expect(end.isError).toBe(true);
  for (const file of ["child.pid", "shell.pid"]) {
    const pid = Number(t.folder.readWorkspaceFile(file));
    await until(`${file} is gone`, () => !isRunning(pid));
  }
  expect(existsSync(path.join(t.folder.workspace, "late.txt"))).toBe(false);
});

test("3.7 case 11: abort with queued messages goes on with them", async () => {
  const { from } = await startHeld(t);
  await t.rpc.ok("follow_up", { message: "still wanted" });
  t.endpoint.push(["continued"]);
  await t.rpc.ok("abort");
  await t.rpc.event("agent_settled", from);
  expect(newUserTexts(t.endpoint.requests)).toEqual([["start"], ["still wanted"]]);
  expectOrder(t.rpc.since(from), ["agent_end", "response:abort:ok", "agent_start", "agent_end", "agent_settled"]);
});

test("3.7 case 11: clear_queue, then abort, does not go on", async () => {
  const { from } = await startHeld(t);
  await t.rpc.ok("follow_up", { message: "not wanted" });
  expect(await t.rpc.ok("clear_queue")).toEqual({ steering: [], followUp: ["not wanted"] });
  await t.rpc.ok("abort");
  await t.rpc.event("agent_settled", from);
  expect(await t.rpc.ok("get_state")).toMatchObject({ isStreaming: false, pendingMessageCount: 0 });
  expect(t.endpoint.requests).toHaveLength(1);
});
