/** From a prompt to the first event: what is looked at, in which order, and what is on disk. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { count, expectOrder, label, lastMessage, textOf, updates, userTexts } from "../support/records.ts";
import { scenario } from "../support/scenario.ts";
import { sharedServer } from "../support/shared-server.ts";

const hooks = `
export default function (pi) {
  pi.registerCommand("known", { handler: async (args, ctx) => ctx.ui.notify("known ran") });
  pi.on("input", async (event) => {
    if (event.text === "rewrite me") return { action: "transform", text: "/greet Bob" };
    if (event.text === "swallow me") return { action: "handled" };
  });
  pi.on("before_agent_start", async (event, ctx) => {
    if (event.prompt.includes("ask first")) await ctx.ui.confirm("Start?", "before the run");
  });
}`;

describe("hooks", () => {
  const t = sharedServer({
    files: { "extensions/hooks.js": hooks, "prompts/greet.md": "Expanded greeting for $1 here.\n" },
  });

  test("2.2 input hooks see the text before templates are expanded", async () => {
    expect(userTexts(await t.rpc.run("rewrite me"))).toEqual(["Expanded greeting for Bob here.\n"]);
  });

  test("2.2 what an input hook handled succeeds and starts no run", async () => {
    const from = t.rpc.mark();
    await t.rpc.ok("prompt", { message: "swallow me" });
    await t.rpc.ok("get_state");
    expect(count(t.rpc.since(from), "agent_start")).toBe(0);
    expect(t.endpoint.requests).toEqual([]);
  });

  test("2.2 before_agent_start hooks run before the response, the run after it", async () => {
    const from = t.rpc.mark();
    t.rpc.send({ id: "p", type: "prompt", message: "ask first" });
    const request = await t.rpc.uiRequest("confirm", from);
    await t.rpc.ok("get_state");
    expect(t.rpc.since(from).filter((r) => r.id === "p")).toEqual([]);
    t.rpc.answer(request.id, { confirmed: true });
    await t.rpc.event("agent_settled", from);
    expectOrder(t.rpc.since(from), ["ui:confirm", "response:prompt:ok", "agent_start"]);
  });

  test("2.2 an extension command is recognised before hooks, and its response comes when it is done", async () => {
    const from = t.rpc.mark();
    await t.rpc.ok("prompt", { message: "/known" });
    expectOrder(t.rpc.since(from), ["ui:notify", "response:prompt:ok"]);
    expect(t.endpoint.requests).toEqual([]);
  });
});

test("2.6 template arguments are split as a shell splits them", async () => {
  const placeholders = ["$1", "$2", "$@", "$ARGUMENTS", "$" + "{@:2}", "$" + "{@:2:1}", "$" + "{4:-none}"];
  const template = placeholders.map((each) => `[${each}]`).join("");
  const { rpc } = await scenario({ files: { "prompts/args.md": template } });
  const [text] = userTexts(await rpc.run(`/args a "b c" 'd'`));
  expect(text).toBe("[a][b c][a b c d][a b c d][b c d][b c][none]");
});

describe("a run", () => {
  const t = sharedServer();

  test("decision 3: an accepted prompt is in the session file before its response", async () => {
    t.endpoint.push([{ silence: true }]);
    t.rpc.send({ id: "p", type: "prompt", message: "written through" });
    await t.rpc.response("p");
    const { sessionFile } = await t.rpc.ok("get_state");
    expect(readFileSync(sessionFile as string, "utf8")).toContain("written through");
    await t.rpc.ok("abort");
  });

  test("2.8 the updates start, done and error never stand on the wire", async () => {
    t.endpoint.push(["fine"], { status: 400, body: { error: { message: "no" } } });
    const kinds = updates([...(await t.rpc.run("a")), ...(await t.rpc.run("b"))]).map((event) => event.type);
    expect(kinds.filter((kind) => ["start", "done", "error"].includes(kind))).toEqual([]);
    expect(kinds.length).toBeGreaterThan(0);
  });

  test("2.9 case 9: every update has usage and no snapshot; text, tool, text keep their order by contentIndex", async () => {
    t.endpoint.push(["before", { tool: "read", args: { path: "x" } }, "after"], ["done"]);
    const records = await t.rpc.run("go");
    for (const record of records.filter((r) => r.type === "message_update")) {
      expect(Object.keys(record).sort()).toEqual(["assistantMessageEvent", "type", "usage"]);
      expect("partial" in record.assistantMessageEvent).toBe(false);
      expect(record.usage.cost).toMatchObject({ total: expect.any(Number) });
    }
    const first = records.find((r) => label(r) === "message_end:assistant")?.message;
    const blocks = new Map<number, string>();
    for (const event of updates(records).filter((e) => e.type.endsWith("_delta"))) {
      if (blocks.size < first.content.length) blocks.set(event.contentIndex, event.type);
    }
    const kind = { text: "text_delta", toolCall: "toolcall_delta", thinking: "thinking_delta" };
    expect([...blocks].sort(([a], [b]) => a - b).map(([, type]) => type)).toEqual(
      first.content.map((block: { type: keyof typeof kind }) => kind[block.type]),
    );
  });

  test("2.13 a tool call in a message cut by length is not executed", async () => {
    t.endpoint.push([{ tool: "bash", args: { command: "touch never" } }, { finish: "length" }], ["after"]);
    const records = await t.rpc.run("go");
    const result = lastMessage(records, "toolResult");
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("was not executed");
    expect(t.folder.hasWorkspaceFile("never")).toBe(false);
  });

  test("2.14 decision 16: agent_end always has willRetry, agent_settled comes once, last", async () => {
    t.endpoint.push([{ tool: "read", args: { path: "x" } }], ["done"]);
    const records = await t.rpc.run("go");
    expect(records.filter((r) => r.type === "agent_end").map((r) => r.willRetry)).toEqual([false]);
    expect(count(records, "agent_settled")).toBe(1);
    expect(records.at(-1)?.type).toBe("agent_settled");
  });

  test("2.15 an empty completion is retried like an error", async () => {
    t.endpoint.push([{ usage: { completion_tokens: 0 } }], ["second try"]);
    const records = await t.rpc.run("go");
    expect(count(records, "auto_retry_start")).toBe(1);
    expect(textOf(lastMessage(records, "assistant"))).toBe("second try");
  });

  test("1.15 tool_execution_update is merged, and all of it comes before the end of the tool", async () => {
    const command = "i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); done";
    t.endpoint.push([{ tool: "bash", args: { command } }], ["done"]);
    const records = await t.rpc.run("go");
    const ofTool = records.filter((r) => r.type.startsWith("tool_execution"));
    const inUpdates = ofTool.filter((r) => r.type === "tool_execution_update");
    expect(ofTool.at(-1)?.type).toBe("tool_execution_end");
    expect(inUpdates.length).toBeGreaterThan(0);
    expect(inUpdates.length).toBeLessThan(300);
  });
});

const endTurn = `
import { fauxAssistantMessage, fauxProvider } from "@earendil-works/pi-ai";
export default function (pi) {
  const faux = fauxProvider({ provider: "faux", models: [{ id: "one" }] });
  const say = (text, more) => () => ({ ...fauxAssistantMessage(text), ...more });
  faux.setResponses([say("first", { endTurn: true }), say("second", { endTurn: false }), say("third", {})]);
  pi.registerProvider(faux.provider);
}`;

test("2.9 endTurn is on message_update exactly when the provider reported it, false included", async () => {
  const { rpc } = await scenario({ files: { "extensions/faux.js": endTurn } });
  await rpc.ok("set_model", { provider: "faux", modelId: "one" });
  for (const expected of [[true], [false], []]) {
    const records = await rpc.run("go");
    const seen = records.filter((r) => r.type === "message_update" && "endTurn" in r).map((r) => r.endTurn);
    expect([...new Set(seen)]).toEqual(expected);
    const message = lastMessage(records, "assistant");
    expect("endTurn" in message ? [message.endTurn] : []).toEqual(expected);
  }
});
