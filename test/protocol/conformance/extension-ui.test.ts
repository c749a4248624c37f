/** The extension UI sub-protocol: dialogs, notices, and extensions that get in the way. */
import { rmSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { count, expectOrder, lastMessage, textOf } from "../../support/records.ts";
import { startHeld } from "../../support/runs.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { uiExtension } from "../../support/ui-extension.ts";
import { until } from "../../support/until.ts";

const t = sharedServer({ files: { "extensions/ui.js": uiExtension } });
let from = 0;
beforeEach(() => {
  from = t.rpc.mark();
});

/** Sends an extension command without waiting: its response waits for the dialogs. */
function call(name: string): string {
  const id = `${name}-${t.rpc.mark()}`;
  t.rpc.send({ id, type: "prompt", message: `/${name}` });
  return id;
}
/** What the extension told under this name. */
async function told(what: string, since = from): Promise<unknown> {
  const prefix = `${what}=`;
  const notice = await t.rpc.waitFor((r) => r.method === "notify" && String(r.message).startsWith(prefix), {
    from: since,
  });
  return JSON.parse(notice.message.slice(prefix.length));
}
function raise(flag: string): void {
  const file = t.folder.writeWorkspaceFile(`.flag-${flag}`, "");
  onTestFinished(() => rmSync(file, { force: true }));
}

test("ui: extension commands are listed with their path", async () => {
  const { commands } = await t.rpc.ok("get_commands");
  expect(commands.find((command) => command.name === "ask-select")).toMatchObject({
    source: "extension",
    description: "test ask-select",
    path: path.join(t.folder.agentDir, "extensions", "ui.js"),
  });
});

test("ui: select: request fields, value answer, then the response of the command", async () => {
  const id = call("ask-select");
  const request = await t.rpc.uiRequest("select", from);
  const { id: requestId, ...fields } = request;
  expect(fields).toEqual({
    type: "extension_ui_request",
    method: "select",
    title: "Pick one",
    options: ["Alpha", "Beta"],
  });
  expect(t.rpc.since(from).filter((r) => r.id === id)).toEqual([]);
  t.rpc.answer(requestId, { value: "Beta" });
  expect(await told("select")).toBe("Beta");
  expect((await t.rpc.response(id, from)).success).toBe(true);
});

test("ui: confirm, input and editor: fields, answer and cancellation", async () => {
  const cases = [
    ["confirm", { title: "Sure?", message: "Really do it" }, { confirmed: true }, true, false],
    ["input", { title: "Name?", placeholder: "type here" }, { value: "Ada" }, "Ada", null],
    ["editor", { title: "Edit it", prefill: "line 1\nline 2" }, { value: "a\nb" }, "a\nb", null],
  ] as const;
  for (const [method, fields, answer, result, none] of cases) {
    for (const [reply, expected] of [
      [answer, result],
      [{ cancelled: true }, none],
    ] as const) {
      const since = t.rpc.mark();
      call(`ask-${method}`);
      const request = await t.rpc.uiRequest(method, since);
      expect(request).toEqual({ type: "extension_ui_request", id: request.id, method, ...fields });
      t.rpc.answer(request.id, reply);
      expect(await told(method, since)).toBe(expected);
    }
  }
});

test("ui: a timeout is announced and resolves by itself; a late answer does no harm", async () => {
  for (const [method, none] of [
    ["select", null],
    ["confirm", false],
    ["input", null],
  ] as const) {
    const since = t.rpc.mark();
    call(`ask-${method} timeout`);
    const request = await t.rpc.uiRequest(method, since);
    expect("timeout" in request && request.timeout).toBe(250);
    expect(await told(method, since)).toBe(none);
    t.rpc.answer(request.id, method === "confirm" ? { confirmed: true } : { value: "Alpha" });
  }
  await t.rpc.ok("get_state");
});

test("ui: notices in order, each with an id of its own and no null fields", async () => {
  const id = call("notices");
  await t.rpc.response(id, from);
  const requests = t.rpc.since(from).filter((r) => r.type === "extension_ui_request");
  expect(new Set(requests.map((r) => r.id)).size).toBe(requests.length);
  expect(requests.map(({ id: _id, type: _type, ...fields }) => fields)).toEqual([
    { method: "notify", message: "plain" },
    { method: "notify", message: "warn", notifyType: "warning" },
    { method: "setStatus", statusKey: "key", statusText: "working" },
    { method: "setStatus", statusKey: "key" },
    { method: "setWidget", widgetKey: "widget", widgetLines: ["one", "two"] },
    { method: "setWidget", widgetKey: "widget", widgetLines: ["below"], widgetPlacement: "belowEditor" },
    { method: "setWidget", widgetKey: "widget" },
    { method: "setTitle", title: "a title" },
    { method: "set_editor_text", text: "set text" },
    { method: "set_editor_text", text: "pasted text" },
  ]);
});

test("ui: an aborted dialog signal resolves without an answer", async () => {
  call("ask-signal");
  expect(await told("signal")).toBeNull();
});

test("ui: two open dialogs are answered by id, in any order", async () => {
  call("ask-two");
  const input = (title: string) => t.rpc.waitFor((r) => r.method === "input" && r.title === title, { from });
  const [first, second] = [await input("First?"), await input("Second?")];
  t.rpc.answer(second.id, { value: "2" });
  t.rpc.answer(first.id, { value: "1" });
  expect(await told("two")).toEqual(["1", "2"]);
});

test("decision 9: a select answer that is no option, and an answer of the wrong shape, count as cancelled", async () => {
  for (const answer of [{ value: "Gamma" }, { confirmed: true }] as const) {
    const since = t.rpc.mark();
    call("ask-select");
    t.rpc.answer((await t.rpc.uiRequest("select", since)).id, answer);
    expect(await told("select", since)).toBeNull();
  }
});

test("ui: answers with unknown ids are ignored and get no response; one without an id is an error", async () => {
  t.rpc.send({ type: "extension_ui_response", id: "no-such-request", value: "x" });
  await t.rpc.ok("get_state");
  expect(t.rpc.since(from).map((r) => r.command)).toEqual(["get_state"]);
  t.rpc.send({ type: "extension_ui_response", value: "x" });
  const refused = await t.rpc.waitFor((r) => r.success === false, { from });
  expect(refused).toMatchObject({ type: "response", error: expect.stringContaining("id") });
});

test("ui: commands are served while a dialog is open", async () => {
  call("ask-input");
  const request = await t.rpc.uiRequest("input", from);
  await t.rpc.ok("get_state");
  await t.rpc.ok("get_messages");
  t.rpc.answer(request.id, { value: "x" });
  expect(await told("input")).toBe("x");
});

test("2.5 an extension command runs at once while the agent streams", async () => {
  const { gate, from: start } = await startHeld(t);
  call("mode");
  expect(await told("mode")).toEqual(["rpc", true]);
  expect(count(t.rpc.since(start), "agent_end")).toBe(0);
  gate.open();
  await t.rpc.event("agent_settled", start);
  expect(t.endpoint.requests).toHaveLength(1);
});

test("2.5 3.10 an extension command that throws gives extension_error and succeeds; in the queue it is refused", async () => {
  const response = await t.rpc.command("prompt", { message: "/boom" });
  expect(response.success).toBe(true);
  expect(await t.rpc.event("extension_error", from)).toMatchObject({ error: expect.stringContaining("command boom") });
  for (const type of ["steer", "follow_up"]) {
    expect(await t.rpc.refused(type, { message: "/boom" })).toBe(
      'Extension command "/boom" cannot be queued. Use prompt() or execute the command when not streaming.',
    );
  }
});

test("10.2 case 24: a throwing event handler gives extension_error and the run goes on", async () => {
  raise("throw-turn");
  const records = await t.rpc.run("x");
  expect(records.find((r) => r.type === "extension_error")).toEqual({
    type: "extension_error",
    extensionPath: expect.stringContaining("ui.js"),
    event: "turn_end",
    error: expect.stringContaining("turn boom"),
  });
  expect(count(records, "agent_end")).toBe(1);
});

test("4.1 session_before_switch can cancel new_session and switch_session: nothing changed", async () => {
  await t.rpc.run("keep me");
  const before = await t.rpc.ok("get_state");
  raise("block-switch");
  expect(await t.rpc.ok("new_session")).toEqual({ cancelled: true });
  const { sessionPath } = { sessionPath: before.sessionFile as string };
  await t.rpc.ok("switch_session", { sessionPath });
  expect(await t.rpc.ok("get_state")).toEqual(before);
});

test("4.3 decision 6: session_before_fork can cancel fork, with its text, and clone", async () => {
  await t.rpc.run("keep me");
  const before = await t.rpc.ok("get_state");
  const [first] = (await t.rpc.ok("get_fork_messages")).messages;
  raise("block-fork");
  expect(await t.rpc.ok("fork", { entryId: first?.entryId as string })).toEqual({ text: "keep me", cancelled: true });
  expect(await t.rpc.ok("clone")).toEqual({ cancelled: true });
  expect(await t.rpc.ok("get_state")).toEqual(before);
});

test("ui: a dialog inside session_before_switch decides about new_session", async () => {
  const before = await t.rpc.ok("get_state");
  raise("ask-switch");
  for (const confirmed of [false, true]) {
    const since = t.rpc.mark();
    t.rpc.send({ id: `ns-${confirmed}`, type: "new_session" });
    t.rpc.answer((await t.rpc.uiRequest("confirm", since)).id, { confirmed });
    expect((await t.rpc.response(`ns-${confirmed}`, since)).data).toEqual({ cancelled: !confirmed });
    const { sessionId } = await t.rpc.ok("get_state");
    expect(sessionId === before.sessionId).toBe(!confirmed);
  }
});

test("ui: tool_call can block a tool, with its reason, and may ask first", async () => {
  raise("block-tool");
  t.endpoint.push([{ tool: "bash", args: { command: "echo no" } }], ["ok"]);
  const records = await t.rpc.run("x");
  const end = records.find((r) => r.type === "tool_execution_end");
  expect(end?.isError).toBe(true);
  expect(textOf(end?.result)).toContain("blocked by the test");
  rmSync(path.join(t.folder.workspace, ".flag-block-tool"));
  raise("ask-tool");
  t.endpoint.push([{ tool: "bash", args: { command: "echo yes" } }], ["ok"]);
  const since = t.rpc.mark();
  const run = t.rpc.run("y");
  t.rpc.answer((await t.rpc.uiRequest("confirm", since)).id, { confirmed: true });
  expect(textOf(lastMessage(await run, "toolResult"))).toBe("yes\n");
  expectOrder(t.rpc.since(since), ["tool_execution_start", "ui:confirm", "tool_execution_end"]);
});

test("decision 19: what needs a terminal does nothing; the first custom() is warned about", async () => {
  call("terminal");
  expect(await told("terminal")).toEqual([null, "", [], null, false]);
  expect(await told("no-terminal")).toBe(true);
  const warnings = t.rpc.since(from).filter((r) => r.method === "notify" && r.notifyType === "warning");
  expect(warnings.map((r) => r.message)).toEqual([expect.stringContaining("terminal")]);
  expect(count(t.rpc.since(from), "ui:setWidget")).toBe(0);
  const since = t.rpc.mark();
  call("terminal");
  await told("no-terminal", since);
  expect(t.rpc.since(since).filter((r) => r.notifyType === "warning")).toEqual([]);
});

test("1.12 case 4: what extensions print goes to stderr, stdout carries records only", async () => {
  call("print");
  expect(await told("printed")).toBe(true);
  expect(t.rpc.badLines).toEqual([]);
  const strays = ["STRAY LINE", "STRAY RAW", "STRAY WARNING"];
  await until("all of it is on stderr", () => strays.every((stray) => t.rpc.stderr.includes(stray)));
});
