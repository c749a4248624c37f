/** Direct bash: results, channels, cancellation, truncation. */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { WireRecord } from "../../support/rpc.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { isRunning, until } from "../../support/until.ts";

const t = sharedServer();
const waitFor = (flag: string) => `until [ -e ${flag} ]; do sleep 0.02; done`;
const raise = (flag: string) => t.folder.writeWorkspaceFile(flag, "");
const deltasOf = (id: string, from: number) =>
  t.rpc.since(from).filter((r) => r.type === "bash_execution_update" && r.id === id);
const join = (records: WireRecord[]) => records.map((r) => r.delta).join("");
const delta = (id: string, from: number, text = "") =>
  t.rpc.event("bash_execution_update", from, (event) => event.id === id && event.delta.includes(text));

test("6.1 result fields", async () => {
  const response = await t.rpc.command("bash", { command: "printf 'a\\nb\\n'" }, "b");
  expect(response).toEqual({
    type: "response",
    id: "b",
    command: "bash",
    success: true,
    data: { output: "a\nb\n", exitCode: 0, cancelled: false, truncated: false },
  });
});

test("bash: runs in the workspace folder", async () => {
  expect((await t.rpc.ok("bash", { command: "pwd -P" })).output.trim()).toBe(t.folder.workspace);
});

test("6.1 a failing command is a successful response with its exit code", async () => {
  const result = await t.rpc.ok("bash", { command: "echo oops >&2; exit 3" });
  expect(result).toEqual({ output: "oops\n", exitCode: 3, cancelled: false, truncated: false });
});

test("6.2 deltas name their channel, in order", async () => {
  const from = t.rpc.mark();
  const command = `echo out; ${waitFor("c1")}; echo err >&2; ${waitFor("c2")}; echo out2`;
  t.rpc.send({ id: "ch", type: "bash", command });
  await delta("ch", from, "out");
  raise("c1");
  await delta("ch", from, "err");
  raise("c2");
  await t.rpc.response("ch", from);
  expect(deltasOf("ch", from).map((r) => [r.channel, r.delta])).toEqual([
    ["stdout", "out\n"],
    ["stderr", "err\n"],
    ["stdout", "out2\n"],
  ]);
});

test("6.2 a command without id streams without id", async () => {
  const from = t.rpc.mark();
  t.rpc.send({ type: "bash", command: "echo anonymous" });
  const response = await t.rpc.waitFor((r) => r.type === "response" && r.command === "bash", { from });
  const updates = t.rpc.since(from).filter((r) => r.type === "bash_execution_update");
  expect(join(updates)).toBe("anonymous\n");
  for (const record of [response, ...updates]) expect("id" in record).toBe(false);
});

test("6.4 concurrent commands keep their own streams and responses", async () => {
  const from = t.rpc.mark();
  t.rpc.send({ id: "slow", type: "bash", command: `echo slow1; ${waitFor("fast-done")}; echo slow2` });
  t.rpc.send({ id: "fast", type: "bash", command: "echo fast1; echo fast2" });
  const fast = await t.rpc.response("fast", from);
  expect(t.rpc.since(from).filter((r) => r.type === "response" && r.id === "slow")).toEqual([]);
  raise("fast-done");
  const slow = await t.rpc.response("slow", from);
  expect([fast.data.output, join(deltasOf("fast", from))]).toEqual(["fast1\nfast2\n", "fast1\nfast2\n"]);
  expect([slow.data.output, join(deltasOf("slow", from))]).toEqual(["slow1\nslow2\n", "slow1\nslow2\n"]);
});

test("6.5 case 15: abort_bash with requestId cancels only that command", async () => {
  const from = t.rpc.mark();
  t.rpc.send({ id: "victim", type: "bash", command: "echo v; sleep 300" });
  t.rpc.send({ id: "other", type: "bash", command: `echo o; ${waitFor("aborted")}; echo finished` });
  await delta("victim", from);
  await delta("other", from);
  const response = await t.rpc.command("abort_bash", { requestId: "victim" }, "cancel-1");
  expect(response).toEqual({ type: "response", id: "cancel-1", command: "abort_bash", success: true });
  expect((await t.rpc.response("victim", from)).data).toEqual({ output: "v\n", cancelled: true, truncated: false });
  raise("aborted");
  expect((await t.rpc.response("other", from)).data).toMatchObject({ cancelled: false, output: "o\nfinished\n" });
});

test("6.5 abort_bash without requestId cancels all of them; with nothing running it succeeds", async () => {
  const from = t.rpc.mark();
  for (const id of ["all1", "all2"]) t.rpc.send({ id, type: "bash", command: "echo up; sleep 300" });
  for (const id of ["all1", "all2"]) await delta(id, from);
  await t.rpc.ok("abort_bash");
  for (const id of ["all1", "all2"]) expect((await t.rpc.response(id, from)).data.cancelled).toBe(true);
  await t.rpc.ok("abort_bash");
  await t.rpc.ok("abort_bash", { requestId: "not-there" });
});

test("6.5 cancelling ends grandchildren too", async () => {
  const from = t.rpc.mark();
  t.rpc.send({ id: "gc", type: "bash", command: "sh -c 'sleep 300 & echo $! > gc.pid; echo ready; wait'" });
  await delta("gc", from, "ready");
  const pid = Number(t.folder.readWorkspaceFile("gc.pid"));
  expect(isRunning(pid)).toBe(true);
  await t.rpc.ok("abort_bash", { requestId: "gc" });
  await t.rpc.response("gc", from);
  await until("the grandchild is gone", () => !isRunning(pid));
});

test("6.7 6.8 long output is cut to its tail; a private file under the session's temp folder holds all of it", async () => {
  const { sessionId } = await t.rpc.ok("get_state");
  const result = await t.rpc.ok("bash", { command: 'for i in $(seq 1 20000); do echo "output line number $i"; done' });
  expect([result.truncated, result.exitCode]).toEqual([true, 0]);
  expect(result.output).toMatch(/output line number 20000\s*$/);
  expect(result.output).not.toContain("output line number 1\n");
  const file = result.fullOutputPath as string;
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([20_000, "output line number 1", "output line number 20000"]);
  const folder = path.join(t.folder.temp, `atomic-${process.getuid?.()}`, sessionId);
  expect(path.dirname(file)).toBe(folder);
  const mode = (each: string) => (statSync(each).mode & 0o777).toString(8);
  expect([folder, path.dirname(folder), file].map(mode)).toEqual(["700", "700", "600"]);
});

test("6.3 case 15: a UTF-8 character cut over two writes arrives whole", async () => {
  const from = t.rpc.mark();
  const command = "printf '\\360\\237'; touch half; until [ -e whole ]; do sleep 0.02; done; printf '\\246\\200 crab'";
  t.rpc.send({ id: "utf", type: "bash", command });
  await until("the first half was written", () => t.folder.hasWorkspaceFile("half"));
  raise("whole");
  expect((await t.rpc.response("utf", from)).data.output).toBe("🦀 crab");
  expect(join(deltasOf("utf", from))).toBe("🦀 crab");
});

test("6.4 commands are served while bash runs", async () => {
  const from = t.rpc.mark();
  t.rpc.send({ id: "bg", type: "bash", command: waitFor("served") });
  await t.rpc.ok("get_state");
  await t.rpc.ok("get_messages");
  raise("served");
  await t.rpc.response("bg", from);
});

test("6.12 session variables are in the environment", async () => {
  const { sessionId } = await t.rpc.ok("get_state");
  const { output } = await t.rpc.ok("bash", { command: 'echo "$ATOMIC_SESSION_ID"' });
  expect(output.trim()).toBe(sessionId);
});
