/** Where a direct bash command is recorded, and what the model is told (behaviours 6.6, 6.9, 6.10). */
import { describe, expect, test } from "vitest";
import { Gate } from "../support/gate.ts";
import { scenario } from "../support/scenario.ts";
import { type Line, messagesOf, readSession } from "../support/session-file.ts";
import { sharedServer } from "../support/shared-server.ts";

const t = sharedServer();

/** Starts a command that waits for the file `go` in the workspace. */
async function startWaiting(id = "own"): Promise<number> {
  const from = t.rpc.mark();
  t.rpc.send({
    id,
    type: "bash",
    command: `echo early; while [ ! -e go-${id} ]; do sleep 0.02; done; rm go-${id}; echo late`,
  });
  await t.rpc.waitFor((r) => r.type === "bash_execution_update" && r.id === id, { from });
  return from;
}

async function finish(from: number, id = "own") {
  t.folder.writeWorkspaceFile(`go-${id}`, "");
  return t.rpc.response(id, from);
}

const bashIn = (lines: Line[]) => messagesOf(lines).filter((message) => message.role === "bashExecution");

test("6.6 recorded once in its own session, which may have gone on and been left again in the meantime", async () => {
  await t.rpc.run("base");
  const { sessionFile } = await t.rpc.ok("get_state");
  const from = await startWaiting();
  await t.rpc.ok("new_session");
  await t.rpc.ok("switch_session", { sessionPath: sessionFile as string });
  await t.rpc.run("went on");
  await t.rpc.ok("new_session");
  expect((await finish(from)).data.output).toBe("early\nlate\n");
  const lines = readSession(sessionFile);
  expect(bashIn(lines)).toHaveLength(1);

  await t.rpc.ok("switch_session", { sessionPath: sessionFile as string });
  const { messages } = await t.rpc.ok("get_messages");
  expect(messages.map((message) => message.role)).toEqual(["user", "assistant", "user", "assistant", "bashExecution"]);
});

test("6.6 back in its session when it ends: it is told with the next prompt there", async () => {
  await t.rpc.run("base");
  const { sessionFile } = await t.rpc.ok("get_state");
  const from = await startWaiting();
  await t.rpc.ok("new_session");
  await t.rpc.ok("switch_session", { sessionPath: sessionFile as string });
  await finish(from);
  await t.rpc.run("what happened");
  expect(t.endpoint.agentRequests.at(-1)?.conversation.at(-2)?.text).toMatch(/^Ran `echo early;/);
  expect(bashIn(readSession(sessionFile))).toHaveLength(1);
});

test("6.6 a session that is not on disk yet keeps its command, too", async () => {
  const { sessionId } = await t.rpc.ok("get_state");
  const from = await startWaiting();
  await t.rpc.ok("new_session");
  expect((await finish(from)).success).toBe(true);
  expect((await t.rpc.ok("get_messages")).messages).toEqual([]);
  expect((await t.rpc.ok("get_state")).sessionId).not.toBe(sessionId);
});

test("6.6 in memory a fork goes on in the same place: the late result is in neither session", async () => {
  const { rpc, folder } = await scenario({ args: ["--no-session"] });
  await rpc.run("base");
  const from = rpc.mark();
  rpc.send({ id: "own", type: "bash", command: "echo early; while [ ! -e go ]; do sleep 0.02; done" });
  await rpc.waitFor((r) => r.type === "bash_execution_update", { from });
  const [first] = (await rpc.ok("get_fork_messages")).messages;
  await rpc.ok("fork", { entryId: first?.entryId as string });
  folder.writeWorkspaceFile("go", "");
  expect((await rpc.response("own", from)).success).toBe(true);
  expect((await rpc.ok("get_messages")).messages.some((message) => message.role === "bashExecution")).toBe(false);
});

test("6.6 a replacement that an agent extension cancels changes nothing", async () => {
  const { rpc, folder } = await scenario({
    files: { "extensions/no.ts": `export default (pi) => pi.on("session_before_switch", () => ({ cancel: true }));` },
  });
  const from = rpc.mark();
  rpc.send({ id: "own", type: "bash", command: "echo early; while [ ! -e go ]; do sleep 0.02; done" });
  await rpc.waitFor((r) => r.type === "bash_execution_update", { from });
  expect(await rpc.ok("new_session")).toEqual({ cancelled: true });
  folder.writeWorkspaceFile("go", "");
  await rpc.response("own", from);
  expect((await rpc.ok("get_messages")).messages.map((message) => message.role)).toEqual(["bashExecution"]);
});

describe("6.10 a command that ends while a run goes on", () => {
  test("is held back, and told behind the results of the tools that were running", async () => {
    const gate = new Gate();
    t.endpoint.push([{ tool: "bash", args: { command: "echo tool" }, id: "c1" }], [{ gate }, "done"]);
    const from = t.rpc.mark();
    await t.rpc.ok("prompt", { message: "use the tool" });
    await gate.reached;
    await t.rpc.ok("bash", { command: "echo meanwhile" });
    gate.open();
    await t.rpc.event("agent_settled", from);
    expect(t.rpc.since(from).some((r) => r.type.startsWith("message_") && r.message?.role === "bashExecution")).toBe(
      false,
    );
    await t.rpc.run("and now");
    const roles = t.endpoint.agentRequests.at(-1)?.conversation.map((message) => message.role);
    expect(roles).toEqual(["user", "assistant", "tool", "assistant", "user", "user"]);
    expect(t.endpoint.agentRequests.at(-1)?.conversation[4]?.text).toBe("Ran `echo meanwhile`\n```\nmeanwhile\n\n```");
  });

  test("is recorded when the run is aborted and when the session is replaced", async () => {
    const gate = new Gate();
    t.endpoint.push([{ gate }, "never"]);
    await t.rpc.ok("prompt", { message: "wait" });
    await gate.reached;
    await t.rpc.ok("bash", { command: "echo meanwhile" });
    const { sessionFile } = await t.rpc.ok("get_state");
    await t.rpc.ok("new_session");
    gate.open();
    expect(bashIn(readSession(sessionFile)).map((message) => message.command)).toEqual(["echo meanwhile"]);
  });
});

test("6.9 the file with all of a long output is told to the model", async () => {
  const { fullOutputPath } = await t.rpc.ok("bash", { command: "seq 1 5000" });
  await t.rpc.run("go");
  expect(t.endpoint.agentRequests.at(-1)?.conversation[0]?.text).toMatch(
    new RegExp(`\`\`\`\\n\\n\\[Output truncated\\. Full output: ${fullOutputPath}\\]$`),
  );
});

test("case 25: a session that another server has is not written to", async () => {
  const { rpc, spawn } = await scenario();
  await rpc.run("base");
  const { sessionFile } = await rpc.ok("get_state");
  const second = spawn({ args: ["--session", sessionFile as string] });
  await second.ok("get_state");
  expect(await second.refused("bash", { command: "echo x" })).toContain("open in another server");
  expect(bashIn(readSession(sessionFile))).toEqual([]);
});
