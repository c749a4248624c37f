/** Direct bash and sessions: what the model is told, and who owns a command when the session is replaced. */
import { expect, test } from "vitest";
import { count } from "../../support/records.ts";
import { messagesOf, readSession } from "../../support/session-file.ts";
import { sharedServer } from "../../support/shared-server.ts";

const t = sharedServer();
const userTexts = () =>
  t.endpoint.requests
    .at(-1)
    ?.conversation.filter((m) => m.role === "user")
    .map((m) => m.text) ?? [];
const started = (id: string, from: number) => t.rpc.event("bash_execution_update", from, (event) => event.id === id);
const recorded = async () =>
  (await t.rpc.ok("get_messages")).messages.filter((message) => message.role === "bashExecution");

test("6.9 output reaches the model with the next prompt, in the documented form", async () => {
  await t.rpc.ok("bash", { command: "printf 'total 48\\nfile'" });
  await t.rpc.run("what did I run");
  expect(userTexts()).toEqual(["Ran `printf 'total 48\\nfile'`\n```\ntotal 48\nfile\n```", "what did I run"]);
});

test("6.9 several commands are all in the next prompt, in order", async () => {
  await t.rpc.ok("bash", { command: "echo first" });
  await t.rpc.ok("bash", { command: "echo second" });
  await t.rpc.run("go");
  expect(userTexts().map((text) => text.split("\n")[0])).toEqual(["Ran `echo first`", "Ran `echo second`", "go"]);
});

test("6.9 exit code, cancellation and empty output are told to the model", async () => {
  await t.rpc.ok("bash", { command: "exit 4" });
  const from = t.rpc.mark();
  t.rpc.send({ id: "cc", type: "bash", command: "echo begun; sleep 300" });
  await started("cc", from);
  await t.rpc.ok("abort_bash");
  await t.rpc.response("cc", from);
  await t.rpc.run("go");
  const [first, second] = userTexts();
  expect(first).toBe("Ran `exit 4`\n(no output)\n\nCommand exited with code 4");
  expect(second).toMatch(/^Ran `echo begun; sleep 300`\n```\nbegun\n*```\n\n\(command cancelled\)$/);
});

test("6.10 no message event for the bash message; get_messages has it", async () => {
  const from = t.rpc.mark();
  await t.rpc.ok("bash", { command: "echo quiet" });
  expect(await recorded()).toMatchObject([
    {
      role: "bashExecution",
      command: "echo quiet",
      output: "quiet\n",
      exitCode: 0,
      cancelled: false,
      truncated: false,
      timestamp: expect.any(Number),
    },
  ]);
  const records = t.rpc.since(from);
  expect(count(records, "message_start:bashExecution") + count(records, "message_end:bashExecution")).toBe(0);
});

test("6.11 excludeFromContext keeps the output from the model, not from the session", async () => {
  await t.rpc.ok("bash", { command: "echo secret-ish", excludeFromContext: true });
  await t.rpc.run("go");
  expect(userTexts()).toEqual(["go"]);
  expect(await recorded()).toHaveLength(1);
});

for (const how of ["new_session", "clone", "fork", "switch_session"] as const) {
  test(`6.6 case 16: ownership survives ${how}`, async () => {
    await t.rpc.run("base");
    const { sessionFile } = await t.rpc.ok("get_state");
    const [first] = (await t.rpc.ok("get_fork_messages")).messages;
    let other = "";
    if (how === "switch_session") {
      await t.rpc.ok("new_session");
      await t.rpc.run("other");
      other = (await t.rpc.ok("get_state")).sessionFile as string;
      await t.rpc.ok("switch_session", { sessionPath: sessionFile as string });
    }
    const from = t.rpc.mark();
    const command = `echo early; until [ -e after-${how} ]; do sleep 0.02; done; echo late`;
    t.rpc.send({ id: how, type: "bash", command });
    await started(how, from);
    if (how === "fork") await t.rpc.ok("fork", { entryId: first?.entryId as string });
    else if (how === "switch_session") await t.rpc.ok("switch_session", { sessionPath: other });
    else await t.rpc.ok(how);
    expect(t.rpc.since(from).filter((r) => r.type === "response" && r.id === how)).toEqual([]);
    t.folder.writeWorkspaceFile(`after-${how}`, "");
    const response = await t.rpc.response(how, from);
    expect(response).toMatchObject({ success: true, data: { output: "early\nlate\n", cancelled: false } });
    const updates = t.rpc.since(from).filter((r) => r.type === "bash_execution_update" && r.id === how);
    expect(updates.map((r) => r.delta).join("")).toBe("early\nlate\n");
    expect(await recorded()).toEqual([]);
    const stored = messagesOf(readSession(sessionFile)).filter((message) => message.role === "bashExecution");
    expect(stored.map((message) => message.command)).toEqual([command]);
  });
}

test("6.5 abort_bash reaches a command from before a replacement", async () => {
  await t.rpc.run("base");
  const from = t.rpc.mark();
  t.rpc.send({ id: "old", type: "bash", command: "echo up; sleep 300" });
  await started("old", from);
  await t.rpc.ok("new_session");
  await t.rpc.ok("abort_bash", { requestId: "old" });
  expect(await t.rpc.response("old", from)).toMatchObject({ success: true, data: { cancelled: true } });
});
