import { expect, test } from "vitest";
import type { SnapshotMessage } from "../../../extension/panel/messages.ts";
import { FakePanel, fakeHost } from "../../support/fake-panel.ts";
import { until } from "../../support/until.ts";

for (const extras of [false, true]) {
  const kind = extras ? "a server with extras" : "a server that knows the protocol page only";

  test(`${kind}: a prompt is accepted, streams, settles in entries, and the chat is idle again`, async () => {
    const { chat } = await fakeHost({ extras });
    const panel = new FakePanel(chat);
    panel.hello();
    const id = panel.say("hello");
    await until(
      "the run is over",
      () => panel.of("accepted").length > 0 && !chat.state.isStreaming && panel.of("entries").length > 0,
    );
    expect(panel.of("accepted")).toEqual([{ kind: "accepted", clientMessageId: id }]);
    expect(panel.streamed).toBe("Echo: hello");
    await until("entries are there", () => panel.of("entries").flatMap((record) => record.entries).length === 2);
    const roles = panel
      .of("entries")
      .flatMap(({ entries }) => entries.map((e) => e.type === "message" && e.message.role));
    expect(roles).toEqual(["user", "assistant"]);
    await until("statistics are there", () => panel.state?.stats?.totalMessages === 2);
    await until("the panel shows it idle", () => panel.state?.isStreaming === false);
    await until("nothing is left to replay", () => chat.snapshot().content.records.length === 0);
  });
}

test("a panel that comes back in mid-run gets what has settled and what streams, and then the rest", async () => {
  const { chat, agent } = await fakeHost();
  const first = new FakePanel(chat);
  first.hello();
  first.say("first");
  await until("the first run is over", () => !chat.state.isStreaming && first.of("accepted").length === 1);
  first.say("wait here");
  await until("the second answer begins", () => first.streamed.endsWith("Echo:"));
  first.router.dispose();

  const second = new FakePanel(chat);
  second.hello("view-2");
  const snapshot = second.messages[0] as SnapshotMessage;
  const texts = JSON.stringify(snapshot.entries);
  expect(texts).toContain("Echo: first");
  expect(second.streamed).toBe("Echo:");
  agent.release();
  await until("the answer is whole", () => second.streamed === "Echo: wait here");
  await until("the run is over", () => second.state?.isStreaming === false);
});

test("a server that dies: the run ends, the queue returns to the composer, requests are closed", async () => {
  const { chat, agent, die } = await fakeHost();
  const panel = new FakePanel(chat);
  panel.hello();
  panel.say("wait");
  await until("it runs", () => panel.streamed !== "");
  panel.say("and then this", { images: [{ type: "image", data: "QUJD", mimeType: "image/png" }] });
  await until("it is queued", () => chat.state.queue.steering.length === 1 && panel.of("accepted").length === 2);
  agent.take({ type: "noop" });
  die();
  await until("the text is back", () => panel.of("composer").length === 1);
  expect(panel.of("composer")[0]).toMatchObject({
    text: "and then this",
    reason: "queue",
    mode: "append",
    images: [{ data: "QUJD" }],
  });
  expect(chat.state).toMatchObject({ isStreaming: false, queue: { steering: [], followUp: [] } });
  chat.agentChanged({ phase: "ready", since: 0 });
  await until("it is said", () => panel.of("notice").length === 1);
  expect(panel.of("notice")[0]).toMatchObject({
    level: "error",
    text: "Restarted the agent. The last reply was cut off.",
  });
});

test("a prompt that the server refuses comes back whole", async () => {
  const { chat, agent } = await fakeHost();
  const panel = new FakePanel(chat);
  panel.hello();
  agent.refusals.set("prompt", "No API key");
  const images = [{ type: "image" as const, data: "QUJD", mimeType: "image/png" }];
  const id = panel.say("look", { images });
  await until("it is refused", () => panel.of("refused").length === 1);
  expect(panel.of("refused")[0]).toEqual({
    kind: "refused",
    clientMessageId: id,
    error: "No API key",
    text: "look",
    images,
  });
});

test("with no panel left, a refused text waits as the draft", async () => {
  const { chat, agent } = await fakeHost();
  const panel = new FakePanel(chat);
  panel.hello();
  agent.refusals.set("prompt", "No API key");
  panel.say("look");
  panel.router.channel.suspend();
  await until("the draft is there", () => chat.draft?.text === "look");
});

test("fork: another session, its entries, and the text in the composer", async () => {
  const { chat } = await fakeHost();
  const panel = new FakePanel(chat);
  panel.hello();
  panel.say("one");
  await until("the first run is over", () => chat.sync.entries.all.length === 3 && !chat.state.isStreaming);
  panel.say("two");
  await until("the second run is over", () => chat.sync.entries.all.length === 5 && !chat.state.isStreaming);
  const entryId = chat.sync.entries.path[3]?.id;
  const before = chat.state.session?.id;
  await expect(panel.ask({ type: "command", command: "fork", args: { entryId } })).resolves.toEqual({
    text: "two",
    cancelled: false,
  });
  expect(chat.state.session?.id).not.toBe(before);
  await until("the composer has it", () => panel.of("composer").length === 1);
  expect(panel.of("composer")[0]).toMatchObject({ text: "two", reason: "fork", mode: "replace" });
  expect(chat.sync.entries.path).toHaveLength(3);
});

test("a session that an agent extension replaced is noticed", async () => {
  const { chat, agent } = await fakeHost();
  const panel = new FakePanel(chat);
  panel.hello();
  panel.say("hello");
  await until("the run is over", () => !chat.state.isStreaming && chat.sync.entries.all.length === 3);
  agent.replaceSession();
  panel.say("/anything");
  await until("the new session is known", () => chat.state.session?.id === agent.sessionId);
  await until("only its entries are left", () => !JSON.stringify(chat.sync.entries.all).includes("Echo: hello"));
});

test("navigate_tree to an older entry brings a new picture", async () => {
  const { chat } = await fakeHost();
  const panel = new FakePanel(chat);
  panel.hello();
  panel.say("hello");
  await until("the run is over", () => !chat.state.isStreaming && chat.sync.entries.all.length === 3);
  const targetId = chat.sync.entries.path[0]?.id;
  const snapshots = panel.messages.filter((message) => message.type === "snapshot").length;
  await panel.ask({ type: "command", command: "navigate_tree", args: { targetId } });
  await until(
    "a snapshot came",
    () => panel.messages.filter((message) => message.type === "snapshot").length > snapshots,
  );
  const last = panel.messages.findLast((message) => message.type === "snapshot");
  expect((last as SnapshotMessage).entries).toHaveLength(1);
});

test("a direct command: its text comes before its output, and its entry settles", async () => {
  const { chat } = await fakeHost();
  const panel = new FakePanel(chat);
  panel.hello();
  await expect(panel.ask({ type: "command", command: "bash", args: { command: "echo out" } })).resolves.toMatchObject({
    exitCode: 0,
  });
  await until("its entry is there", () => panel.of("entries").length === 1);
  const updates = panel.of("event").map((record) => record.event);
  expect(updates[0]).toMatchObject({ type: "bash_execution_update", command: "echo out" });
  expect(updates.map((event) => (event.type === "bash_execution_update" ? event.delta : "")).join("")).toBe("out\n");
  expect(chat.snapshot().content.records).toEqual([]);
});

test("arguments of a relayed command are checked before anything is sent", async () => {
  const { chat, agent } = await fakeHost();
  const panel = new FakePanel(chat);
  panel.hello();
  const sent = agent.received.length;
  await expect(panel.ask({ type: "command", command: "set_model", args: { provider: "fake" } })).rejects.toThrow(
    /modelId/,
  );
  expect(agent.received.slice(sent).map((record) => record.type)).not.toContain("set_model");
});
