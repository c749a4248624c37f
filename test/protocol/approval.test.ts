/** The approval gate (server option --approval) as any client sees it. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { scenario } from "../support/scenario.ts";
import type { Step } from "../support/script.ts";
import { type SharedServer, sharedServer } from "../support/shared-server.ts";

const gate = (mode: string) => ({ args: ["--approval", mode] });
const bash = (command: string): Step => ({ tool: "bash", args: { command } });

/** Sends a prompt for which the model makes these calls one after the other; gives where its records begin. */
async function calling({ endpoint, rpc }: SharedServer, ...calls: Step[]): Promise<number> {
  endpoint.push(...calls.map((call) => [call]), ["done"]);
  const from = rpc.mark();
  await rpc.ok("prompt", { message: "go" });
  return from;
}

/** Ends of tools since `from`: the result's text, whether it failed, and what its details say of the approval. */
function results({ rpc }: SharedServer, from: number) {
  return rpc
    .since(from)
    .filter((r) => r.type === "tool_execution_end")
    .map((r) => ({ text: r.result.content[0]?.text, isError: r.isError, approval: r.result.details?.approval }));
}

const settled = ({ rpc }: SharedServer, from: number) => rpc.event("agent_settled", from);
const asked = ({ rpc }: SharedServer, from: number) =>
  rpc.since(from).filter((r) => r.type === "extension_ui_request" && r.method === "select");

const s = sharedServer(gate("commands"));
const wasHere = () => existsSync(path.join(s.folder.workspace, "was-here"));

test("commands: the question says what and why, shows the command whole, and offers four answers", async () => {
  const from = await calling(s, bash("echo one &&\necho two"));
  const request = await s.rpc.uiRequest("select", from);
  expect(request.title).toBe("Run this command?\nEvery command is asked about.\n\n```\necho one &&\necho two\n```");
  expect(request.options).toEqual(["Allow once", "Deny", "Deny with a reason…"]);
  s.rpc.answer(request.id, { value: "Allow once" });
  await settled(s, from);
  expect(results(s, from)).toEqual([
    { text: "one\ntwo\n", isError: false, approval: { allowed: "once", waitedMs: expect.any(Number) } },
  ]);
});

test("allowed for the session: the same words are let through, nothing behind an operator is, and a new session asks again", async () => {
  const from = await calling(s, bash("ls -a"), bash("ls -a ."), bash("ls -a; echo more"));
  const first = await s.rpc.uiRequest("select", from);
  expect(first.options).toEqual(["Allow once", "Allow for this session (ls -a*)", "Deny", "Deny with a reason…"]);
  s.rpc.answer(first.id, { value: "Allow for this session (ls -a*)" });
  const second = await s.rpc.waitFor((r) => r.method === "select" && r.id !== first.id, { from });
  expect(second.title).toContain("ls -a; echo more");
  s.rpc.answer(second.id, { value: "Deny" });
  await settled(s, from);
  expect(results(s, from).map(({ isError, approval }) => [isError, approval])).toEqual([
    [false, { allowed: "session", pattern: "ls -a*", waitedMs: expect.any(Number) }],
    [false, { allowed: "session", pattern: "ls -a*" }],
    [true, undefined],
  ]);
  await s.rpc.ok("new_session");
  const again = await calling(s, bash("ls -a"));
  s.rpc.answer((await s.rpc.uiRequest("select", again)).id, { value: "Deny" });
  await settled(s, again);
});

test("a denial reaches the model with its reason, and nothing ran", async () => {
  const from = await calling(s, bash("touch was-here"));
  s.rpc.answer((await s.rpc.uiRequest("select", from)).id, { value: "Deny with a reason…" });
  const why = await s.rpc.uiRequest("input", from);
  expect(why.title).toBe("Why not?");
  s.rpc.answer(why.id, { value: "use git instead" });
  await settled(s, from);
  expect(results(s, from)).toEqual([
    { text: "The user did not allow this: use git instead", isError: true, approval: undefined },
  ]);
  expect(s.endpoint.agentRequests.at(-1)?.conversation.at(-1)).toEqual({
    role: "tool",
    text: "The user did not allow this: use git instead",
  });
  expect(wasHere()).toBe(false);
});

test.each([
  ["Deny", { value: "Deny" }],
  ["a closed dialog", { cancelled: true as const }],
  ["an answer that was not offered", { value: "Allow everything" }],
])("%s is a denial without a reason", async (_, answer) => {
  const from = await calling(s, bash("touch was-here"));
  s.rpc.answer((await s.rpc.uiRequest("select", from)).id, answer);
  await settled(s, from);
  expect(results(s, from)[0]).toMatchObject({ text: "The user did not allow this.", isError: true });
  expect(wasHere()).toBe(false);
});

test("a reason that is not given after all is a denial", async () => {
  const from = await calling(s, bash("touch was-here"));
  s.rpc.answer((await s.rpc.uiRequest("select", from)).id, { value: "Deny with a reason…" });
  s.rpc.answer((await s.rpc.uiRequest("input", from)).id, { cancelled: true });
  await settled(s, from);
  expect(results(s, from)[0]?.text).toBe("The user did not allow this.");
});

test("case 10: an abort while it is asked answers at once, and nothing runs", async () => {
  const from = await calling(s, bash("touch was-here"));
  const request = await s.rpc.uiRequest("select", from);
  await s.rpc.ok("abort");
  s.rpc.answer(request.id, { value: "Allow once" });
  expect((await s.rpc.ok("get_state")).isStreaming).toBe(false);
  expect(wasHere()).toBe(false);
});

test("calls of one message are asked about one after the other", async () => {
  s.endpoint.push([bash("echo a"), bash("echo b")], ["done"]);
  const from = s.rpc.mark();
  await s.rpc.ok("prompt", { message: "go" });
  const first = await s.rpc.uiRequest("select", from);
  await s.rpc.ok("get_state");
  expect(asked(s, from)).toHaveLength(1);
  s.rpc.answer(first.id, { value: "Deny" });
  const second = await s.rpc.waitFor((r) => r.method === "select" && r.id !== first.id, { from });
  s.rpc.answer(second.id, { value: "Allow once" });
  await settled(s, from);
  expect(new Set(results(s, from).map(({ isError }) => isError))).toEqual(new Set([true, false]));
});

test("a dangerous command is never offered for the session, and asked about although a pattern fits", async () => {
  const from = await calling(s, bash("cat a"), bash("cat a | sh"));
  s.rpc.answer((await s.rpc.uiRequest("select", from)).id, { value: "Allow for this session (cat a*)" });
  const second = await s.rpc.waitFor((r) => r.method === "select" && r.title.includes("| sh"), { from });
  expect(second.title).toContain("Dangerous: it can run whatever it is given.");
  expect(second.options).toEqual(["Allow once", "Deny", "Deny with a reason…"]);
  s.rpc.answer(second.id, { value: "Deny" });
  await settled(s, from);
});

describe("modes", () => {
  test("never, also without the option: nothing is asked", async () => {
    for (const options of [{}, gate("never")]) {
      const s = await scenario(options);
      const from = await calling(s, bash("echo free"));
      await settled(s, from);
      expect([asked(s, from), results(s, from)]).toEqual([
        [],
        [{ text: "free\n", isError: false, approval: undefined }],
      ]);
    }
  });

  test("commands: edits and reading are free", async () => {
    const s = await scenario(gate("commands"));
    const from = await calling(
      s,
      { tool: "write", args: { path: "a.txt", content: "x" } },
      { tool: "read", args: { path: "a.txt" } },
    );
    await settled(s, from);
    expect(asked(s, from)).toEqual([]);
    expect(readFileSync(path.join(s.folder.workspace, "a.txt"), "utf8")).toBe("x");
  });

  test("ask: a change is asked about, its details keep what the tool says; reading is free", async () => {
    const s = await scenario({ ...gate("ask"), workspace: { "a.txt": "one\n" } });
    const edit = { path: "a.txt", edits: [{ oldText: "one", newText: "two" }] };
    const from = await calling(s, { tool: "read", args: { path: "a.txt" } }, { tool: "edit", args: edit });
    const request = await s.rpc.uiRequest("select", from);
    expect(request.title).toBe("Edit this file?\nEvery change is asked about.\n\n```\na.txt\n```");
    expect(request.options[1]).toBe("Allow for this session (a.txt)");
    s.rpc.answer(request.id, { value: "Allow for this session (a.txt)" });
    await settled(s, from);
    const end = s.rpc.since(from).findLast((r) => r.type === "tool_execution_end");
    expect(end?.result.details).toMatchObject({
      diff: expect.any(String),
      approval: { allowed: "session", pattern: "a.txt", waitedMs: expect.any(Number) },
    });
    expect(readFileSync(path.join(s.folder.workspace, "a.txt"), "utf8")).toBe("two\n");
    const { messages } = await s.rpc.ok("get_messages");
    const stored = messages.findLast((message) => message.role === "toolResult");
    expect(stored).toMatchObject({ details: { approval: { allowed: "session" } } });
  });

  test("outside: only what leaves the workspace folder", async () => {
    const s = await scenario(gate("outside"));
    writeFileSync(path.join(s.folder.root, "secret"), "hidden");
    const from = await calling(
      s,
      bash("echo inside > b.txt && cat b.txt"),
      { tool: "read", args: { path: "../secret" } },
      bash("cat ../secret"),
    );
    const read = await s.rpc.uiRequest("select", from);
    expect(read.title).toBe(
      `Use this tool?\nIt is outside the workspace folder.\n\n\`\`\`\nread ${path.join(s.folder.root, "secret")}\n\`\`\``,
    );
    s.rpc.answer(read.id, { value: "Deny" });
    const cat = await s.rpc.waitFor((r) => r.method === "select" && r.id !== read.id, { from });
    expect(cat.title).toContain("It reaches outside the workspace folder: ../secret");
    s.rpc.answer(cat.id, { value: "Deny" });
    await settled(s, from);
    expect(results(s, from).map(({ isError }) => isError)).toEqual([false, true, true]);
    expect(s.endpoint.agentRequests.at(-1)?.allText).not.toContain("hidden");
  });

  test("a mode that does not exist is refused by name", async () => {
    const s = await scenario();
    const server = s.spawn({ args: ["--approval", "sometimes"] });
    expect((await server.exited).code).toBe(1);
    expect(server.stderr).toContain('--approval "sometimes" is none of: ask, commands, outside, never');
  });

  test("/approval changes the mode, tells what is allowed and forgets it", async () => {
    const s = await scenario();
    const say = async (text: string) => {
      const from = s.rpc.mark();
      await s.rpc.ok("prompt", { message: text });
      return (await s.rpc.uiRequest("notify", from)).message;
    };
    expect(await say("/approval")).toBe('Approval is "never". Allowed for this session: nothing.');
    expect(await say("/approval commands")).toBe('Approval is now "commands".');
    const from = await calling(s, bash("ls"));
    s.rpc.answer((await s.rpc.uiRequest("select", from)).id, { value: "Allow for this session (ls*)" });
    await settled(s, from);
    expect(await say("/approval")).toBe('Approval is "commands". Allowed for this session: ls*.');
    await say("/approval forget");
    const again = await calling(s, bash("ls"));
    s.rpc.answer((await s.rpc.uiRequest("select", again)).id, { value: "Deny" });
    await settled(s, again);
  });
});

test("direct bash is what a person typed: it is not asked about", async () => {
  const s = await scenario(gate("ask"));
  expect((await s.rpc.ok("bash", { command: "echo mine" })).output).toBe("mine\n");
});

test("what an agent extension makes of a call is what is asked about", async () => {
  const files = {
    "extensions/change.ts": `export default (pi) => pi.on("tool_call", (event) => { event.input.command = "echo changed"; });`,
  };
  const s = await scenario({ ...gate("commands"), files });
  const from = await calling(s, bash("echo original"));
  const request = await s.rpc.uiRequest("select", from);
  expect(request.title).toContain("echo changed");
  s.rpc.answer(request.id, { value: "Allow once" });
  await settled(s, from);
  expect(results(s, from)[0]?.text).toBe("changed\n");
});
