/** The process: start, end, and what is on disk in between. */
import { expect, test } from "vitest";
import { Gate } from "../../support/gate.ts";
import { count, deltas, roles } from "../../support/records.ts";
import { scenario } from "../../support/scenario.ts";
import { messagesOf, readSession } from "../../support/session-file.ts";
import { isRunning, until } from "../../support/until.ts";

test("11.1 commands sent right after the start are answered; closing stdin ends with code 0", async () => {
  const { rpc } = await scenario();
  for (let i = 0; i < 5; i++) rpc.send({ id: `early${i}`, type: "get_state" });
  for (let i = 0; i < 5; i++) expect((await rpc.response(`early${i}`)).success).toBe(true);
  await rpc.stop(0);
});

test("11.1 closing stdin ends the process while the model is answering, and closes the request", async () => {
  const { rpc, endpoint } = await scenario();
  endpoint.push(["x", { gate: new Gate() }]);
  const from = rpc.mark();
  await rpc.ok("prompt", { message: "go" });
  await rpc.event("message_update", from);
  await rpc.stop(0);
  expect(await endpoint.requests[0]?.closed).toBe(true);
});

test("6.13 11.1 closing stdin cancels direct bash, whose response is still written", async () => {
  const { rpc, folder } = await scenario();
  rpc.send({ id: "b", type: "bash", command: "echo $$ > shell.pid; echo up; sleep 300" });
  await rpc.event("bash_execution_update");
  const pid = Number(folder.readWorkspaceFile("shell.pid"));
  await rpc.stop(0);
  expect(rpc.records.find((r) => r.id === "b" && r.type === "response")).toMatchObject({
    success: true,
    data: { cancelled: true, output: "up\n" },
  });
  await until("the command is gone", () => !isRunning(pid));
});

test("11.2 SIGTERM ends with 143, SIGHUP with 129", async () => {
  const { rpc, spawn } = await scenario();
  await rpc.ok("get_state");
  rpc.kill("SIGTERM");
  expect(await rpc.exited).toEqual({ code: 143, signal: null });
  const other = spawn();
  await other.ok("get_state");
  other.kill("SIGHUP");
  expect(await other.exited).toEqual({ code: 129, signal: null });
});

test("lifecycle: the conversation is on disk when the process is gone", async () => {
  const { rpc } = await scenario();
  await rpc.run("persist me please");
  const { sessionFile } = await rpc.ok("get_state");
  await rpc.stop();
  const [header, ...lines] = readSession(sessionFile);
  expect(header?.type).toBe("session");
  expect(roles(messagesOf(lines))).toEqual([
    ["user", "persist me please"],
    ["assistant", "ok"],
  ]);
});

test("1.14 a slow reader loses no record and no order", async () => {
  const { rpc, endpoint } = await scenario();
  const words = Array.from({ length: 3000 }, (_, i) => `w${i} `);
  const gate = new Gate();
  endpoint.push(["first", { text: "", pieces: words.slice(0, 600) }, { gate }, { text: "", pieces: words.slice(600) }]);
  const from = rpc.mark();
  await rpc.ok("prompt", { message: "long" });
  await rpc.event("message_update", from);
  rpc.child.stdout?.pause();
  await gate.reached; // more than a pipe holds is under way
  rpc.child.stdout?.resume();
  gate.open();
  await rpc.event("agent_settled", from);
  expect(deltas(rpc.since(from), "text_delta")).toBe(`first${words.join("")}`);
  expect(count(rpc.since(from), "agent_end")).toBe(1);
});
