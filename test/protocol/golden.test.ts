/**
 * Whole sessions as they stand on the wire, compared with test/golden. After an intended change:
 * `vitest run test/protocol/golden.test.ts -u`, and read the difference.
 */
import path from "node:path";
import { expect, test } from "vitest";
import { longSession, plan } from "../support/compaction.ts";
import { Normaliser } from "../support/normalise.ts";
import { overloaded } from "../support/provider-errors.ts";
import { startHeld } from "../support/runs.ts";
import { type Scenario, scenario } from "../support/scenario.ts";
import { uiExtension } from "../support/ui-extension.ts";

async function compare(name: string, { rpc, folder }: Scenario): Promise<void> {
  await rpc.stop();
  const transcript = new Normaliser(folder.root).transcript(rpc.records);
  await expect(transcript).toMatchFileSnapshot(path.join(import.meta.dirname, "..", "golden", `${name}.jsonl`));
}

test("golden: thinking and text", async () => {
  const t = await scenario();
  t.endpoint.push([{ reasoning: "Let me think." }, "The answer is 42."]);
  await t.rpc.run("What is the answer?");
  await t.rpc.ok("get_messages");
  await t.rpc.ok("get_last_assistant_text");
  await compare("thinking-and-text", t);
});

test("golden: tools that read, run and fail", async () => {
  const t = await scenario({ workspace: { "notes.txt": "first line\nsecond line\n" } });
  t.endpoint.push(
    ["Looking.", { tool: "read", args: { path: "notes.txt" }, id: "call_read" }],
    [{ tool: "bash", args: { command: "cat notes.txt | wc -l; exit 3" }, id: "call_bash" }],
    [{ tool: "edit", args: { path: "missing.txt", edits: [{ oldText: "a", newText: "b" }] }, id: "call_edit" }],
    ["Done."],
  );
  await t.rpc.run("What is in the notes?");
  await t.rpc.ok("get_entries");
  await compare("tools", t);
});

test("golden: a steer, a follow-up and an abort", async () => {
  const t = await scenario();
  const held = await startHeld(t, "start");
  await t.rpc.ok("steer", { message: "turn left" });
  await t.rpc.ok("follow_up", { message: "and then" });
  await t.rpc.ok("get_state");
  held.gate.open();
  await t.rpc.event("agent_settled");
  const again = await startHeld(t, "once more");
  await t.rpc.ok("follow_up", { message: "not any more" });
  await t.rpc.ok("clear_queue");
  await t.rpc.ok("abort");
  await t.rpc.event("agent_settled", again.from);
  await compare("queue-and-abort", t);
});

test("golden: retries, and a failure that stays", async () => {
  const t = await scenario();
  t.endpoint.push(overloaded, ["Recovered."], {
    status: 400,
    body: { error: { message: "unsupported parameter", type: "invalid_request_error" } },
  });
  await t.rpc.run("first");
  await t.rpc.run("second");
  await t.rpc.ok("get_session_stats");
  await compare("retries", t);
});

test("golden: a compaction and what follows it", async () => {
  const t = await scenario();
  await longSession(t);
  plan(t.endpoint, [2, 30], [45, 60]);
  await t.rpc.ok("compact");
  await t.rpc.ok("get_session_stats");
  await t.rpc.run("go on");
  await t.rpc.ok("get_messages");
  await compare("compaction", t);
});

test("golden: the session tree: names, labels, branches, fork, clone", async () => {
  const t = await scenario({ args: ["--name", "golden"] });
  await t.rpc.run("one");
  await t.rpc.run("two");
  const [, second] = (await t.rpc.ok("get_fork_messages")).messages;
  const entryId = second?.entryId as string;
  await t.rpc.ok("set_label", { targetId: entryId, label: "before two" });
  await t.rpc.ok("navigate_tree", { targetId: entryId });
  await t.rpc.run("two again");
  await t.rpc.ok("get_tree");
  await t.rpc.ok("fork", { entryId });
  await t.rpc.ok("clone");
  await t.rpc.ok("get_state");
  await compare("tree", t);
});

test("golden: an agent extension that asks and tells, and direct bash", async () => {
  const t = await scenario({ files: { "extensions/ui.js": uiExtension } });
  t.rpc.send({ id: "ask", type: "prompt", message: "/ask-select" });
  t.rpc.answer((await t.rpc.uiRequest("select")).id, { value: "Beta" });
  await t.rpc.response("ask");
  await t.rpc.ok("prompt", { message: "/notices" });
  await t.rpc.ok("bash", { command: "echo out" });
  await t.rpc.refused("bash", {});
  await t.rpc.refused("no_such_command");
  await t.rpc.run("what did I run");
  await compare("extension-and-bash", t);
});
