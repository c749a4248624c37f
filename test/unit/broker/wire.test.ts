/** What goes between host and panel: nothing old over something new, nothing unknown that breaks it, nothing large. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonBytes } from "../../../extension/broker/clip.ts";
import { type HostMessage, MAX_MESSAGE_BYTES } from "../../../extension/panel/messages.ts";
import type { SessionEntry } from "../../../server/protocol/entry.ts";
import type { ServerRecord } from "../../../server/protocol/event.ts";
import { initialView, type ViewState } from "../../../webview/state/model.ts";
import { reduce } from "../../../webview/state/reducer.ts";
import { FakePanel, fakeHost } from "../../support/fake-panel.ts";
import { until } from "../../support/until.ts";

type Shown = Exclude<HostMessage, { type: "reply" }>;
const shown = (panel: FakePanel) => panel.messages.filter((message): message is Shown => message.type !== "reply");
const show = (view: ViewState, message: Shown) => reduce(view, { type: "host", message });

describe("case 44: a stale or repeated snapshot or batch never overwrites newer state", () => {
  test("hellos that are repeated and acknowledgements that are stale: numbers only grow, nothing is told twice", async () => {
    const { chat, agent } = await fakeHost();
    const panel = new FakePanel(chat);
    panel.hello();
    panel.say("wait for it");
    await until("it streams", () => panel.streamed === "Echo:");
    for (const seq of [0, 1, panel.seq - 1, panel.seq + 1000]) panel.send({ type: "ack", seq: Math.max(0, seq) });
    for (let i = 0; i < 3; i++) panel.hello();
    agent.release();
    await until("the answer is whole", () => panel.streamed === "Echo: wait for it" || panel.of("entries").length > 0);
    await until("it is idle", () => panel.state?.isStreaming === false);
    const numbers = shown(panel).map((message) => (message.type === "snapshot" ? message.seq : message.to));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(panel.state).toEqual(JSON.parse(JSON.stringify(chat.state)));
  });

  test("a panel that shows another chat hears no more of the one before", async () => {
    const one = await fakeHost();
    const other = await fakeHost();
    const panel = new FakePanel(one.chat);
    panel.hello();
    panel.say("wait in the first chat");
    await until("it streams", () => panel.streamed === "Echo:");
    const before = panel.messages.length;
    panel.router.show(other.chat);
    one.agent.release();
    await until("the first run is over", () => !one.chat.state.isStreaming);
    panel.say("in the second chat");
    await until("the second answers", () => panel.streamed === "Echo: in the second chat");
    const since = shown(panel).slice(before);
    expect(since[0]?.type).toBe("snapshot");
    expect(JSON.stringify(since)).not.toContain("in the first chat");
  });

  test("whatever of the past comes again, the panel's view stays what it is", async () => {
    const { chat } = await fakeHost();
    const panel = new FakePanel(chat);
    panel.hello();
    panel.say("first");
    await until("the first is over", () => panel.of("entries").length > 0 && panel.state?.isStreaming === false);
    panel.hello();
    panel.say("second");
    await until("the second is over", () => chat.state.stats?.totalMessages === 4 && !chat.state.isStreaming);
    await until("the panel has it all", () => panel.state?.stats?.totalMessages === 4);
    const messages = shown(panel);
    const whole = messages.reduce(show, initialView);
    expect(whole.needsSnapshot).toBe(false);
    const picks = fc.array(fc.nat(messages.length - 1), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.nat(messages.length), picks, (cut, past) => {
        let view = messages.slice(0, cut).reduce(show, initialView);
        for (const at of past) if (at < cut) view = show(view, messages[at] as Shown);
        const after = messages.slice(cut).reduce(show, view);
        expect(after.chat).toEqual(whole.chat);
        expect(after.transcript.entries).toEqual(whole.transcript.entries);
        expect(after.seq).toBe(whole.seq);
      }),
    );
  });

  test("an answer about a session that has been replaced meanwhile is not used", async () => {
    const { chat, agent } = await fakeHost();
    agent.entries.push(message("0000aaaa", "of the old session"));
    agent.leafId = "0000aaaa";
    const asked = chat.sync.newEntries();
    const replaced = chat.replaceSession("new_session", {});
    await Promise.all([asked, replaced]);
    await until("the new session is there", () => chat.state.session?.id === agent.sessionId);
    expect(JSON.stringify(chat.snapshot())).not.toContain("of the old session");
  });
});

describe("case 37: what is not known passes the broker", () => {
  test("an unknown event is shown as it is, an unknown method is answered or ignored, and the run goes on", async () => {
    const { chat, agent } = await fakeHost();
    const panel = new FakePanel(chat);
    panel.hello();
    panel.say("wait");
    await until("it streams", () => panel.streamed === "Echo:");
    const receive = (record: object) => chat.receive(record as ServerRecord);
    const odd = { type: "cache_hint", cache: { hit: true } };
    receive(odd);
    receive({ type: "extension_ui_request", id: "u1", method: "hologram", title: "?" });
    receive({ type: "extension_ui_request", id: "u2", method: "setWidget", widgetKey: "w", widgetLines: 5 });
    receive({ type: "extension_ui_request", id: "u3", method: "notify", message: "Hm", notifyType: "shout" });
    receive({ type: "message_update", usage: {}, assistantMessageEvent: { type: "smell_delta", contentIndex: 0 } });
    receive({ type: "compaction_start", reason: "full moon" });
    receive({ type: "compaction_end", reason: "full moon", aborted: false, willRetry: false });
    receive({ type: "thinking_level_changed", level: "galactic" });
    agent.release();
    await until("the run is over", () => panel.state?.isStreaming === false && panel.streamed === "Echo: wait");
    expect(panel.of("event").map(({ event }) => event)).toContainEqual(odd);
    expect(agent.received).toContainEqual({ type: "extension_ui_response", id: "u1", cancelled: true });
    expect(panel.of("notice")).toMatchObject([{ level: "info", text: "Hm" }]);
    expect(panel.state).toMatchObject({ widgets: [], compaction: null, thinkingLevel: "low" });
  });

  test("entries with unknown types, roles and blocks come through whole", async () => {
    const { chat, agent } = await fakeHost();
    const odd = [
      { type: "hologram", id: "0000aaa1", parentId: agent.leafId, timestamp: "2026-01-01T00:00:00.000Z", depth: 3 },
      { ...message("0000aaa2", ""), parentId: "0000aaa1", message: { role: "oracle", content: "yes", timestamp: 1 } },
      {
        ...message("0000aaa3", ""),
        parentId: "0000aaa2",
        message: { role: "user", content: [{ type: "scent", data: "pine" }], timestamp: 1 },
      },
      { ...message("0000aaa4", ""), parentId: "0000aaa3", message: null },
    ] as unknown as SessionEntry[];
    agent.entries.push(...odd);
    agent.leafId = "0000aaa4";
    await chat.sync.newEntries();
    const panel = new FakePanel(chat);
    panel.hello();
    const [snapshot] = shown(panel);
    expect(snapshot?.type === "snapshot" && snapshot.entries.slice(-4)).toEqual(odd);
    const { nodes } = (await panel.ask({ type: "query", what: "tree" })) as { nodes: { id: string }[] };
    expect(nodes.slice(-4).map(({ id }) => id)).toEqual(odd.map(({ id }) => id));
  });

  test("an entry whose fields are anything at all passes: told, drawn as a row of the tree, and in the next snapshot", async () => {
    const types = [
      "message",
      "compaction",
      "branch_summary",
      "model_change",
      "label",
      "session_info",
      "custom",
      "custom_message",
      "hologram",
    ];
    const roles = ["user", "assistant", "toolResult", "bashExecution", "branchSummary", "oracle"];
    const message = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          role: fc.oneof(fc.constantFrom(...roles), fc.jsonValue()),
          content: fc.oneof(
            fc.jsonValue(),
            fc.array(fc.record({ type: fc.constantFrom("text", "toolCall"), text: fc.jsonValue() })),
          ),
          ...{
            timestamp: fc.jsonValue(),
            toolCallId: fc.jsonValue(),
            toolName: fc.jsonValue(),
            command: fc.jsonValue(),
          },
          ...{ summary: fc.jsonValue(), errorMessage: fc.jsonValue() },
        },
        { requiredKeys: [] },
      ),
    );
    const fields = { timestamp: fc.jsonValue(), summary: fc.jsonValue(), label: fc.jsonValue(), name: fc.jsonValue() };
    const more = {
      targetId: fc.jsonValue(),
      content: fc.jsonValue(),
      customType: fc.jsonValue(),
      modelId: fc.jsonValue(),
    };
    const body = fc.record({ message, ...fields, ...more }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...types), body), { maxLength: 6 }), async (bodies) => {
        const { chat, agent } = await fakeHost();
        const panel = new FakePanel(chat);
        panel.hello();
        for (const [at, [type, rest]] of bodies.entries()) {
          const id = (0xaaaa + at).toString(16).padStart(8, "0");
          agent.entries.push({ ...rest, type, id, parentId: agent.leafId } as unknown as SessionEntry);
          agent.leafId = id;
        }
        await chat.sync.newEntries();
        const { nodes } = (await panel.ask({ type: "query", what: "tree" })) as { nodes: { text: unknown }[] };
        expect(nodes).toHaveLength(bodies.length + 1);
        expect(nodes.every(({ text }) => typeof text === "string")).toBe(true);
        panel.hello("reloaded");
        expect(panel.state?.session?.id).toBe("session-1");
      }),
      { numRuns: 60 },
    );
  });

  test("a message that is none of the panel's is dropped and logged", async () => {
    const { chat } = await fakeHost();
    const logged: string[] = [];
    const panel = new FakePanel(chat, { log: (text) => logged.push(text) });
    const none = [null, 5, "hello", {}, { type: "format_disk" }, { type: "ack" }, { type: "ack", seq: "1" }];
    for (const value of none) panel.router.receive(value);
    expect(logged).toHaveLength(none.length);
    expect(panel.messages).toEqual([]);
  });
});

describe("case 80: no message between host and panel grows with the transcript", () => {
  test("an 8,000-entry session: resume, a prompt, its end, the tree, fork and going back stay below 256 KB each", async () => {
    const { chat, agent } = await fakeHost({ extras: true });
    for (let i = 0; i < 8000; i++) {
      const id = (0x10000 + i).toString(16).padStart(8, "0");
      agent.entries.push({ ...message(id, `entry ${i} `.repeat(40)), parentId: agent.leafId } as SessionEntry);
      agent.leafId = id;
    }
    await chat.agentReady();
    const panel = new FakePanel(chat);
    panel.hello();
    panel.say("go on");
    await until("the run is over", () => panel.state?.isStreaming === false && panel.of("entries").length > 0);
    panel.hello("reloaded");
    const first = agent.entries[1]?.id ?? "";
    const middle = agent.entries[4000]?.id ?? "";
    await panel.ask({ type: "query", what: "older", before: agent.entries[7000]?.id, limit: 5000 });
    const rows: { id: string }[] = [];
    for (let from: number | undefined = 0; from !== undefined; ) {
      const page = (await panel.ask({ type: "query", what: "tree", from })) as {
        nodes: { id: string }[];
        next?: number;
      };
      rows.push(...page.nodes);
      from = page.next;
    }
    expect(rows.map(({ id }) => id)).toEqual(chat.sync.entries.all.map(({ id }) => id));
    await panel.ask({ type: "command", command: "navigate_tree", args: { targetId: middle } });
    await panel.ask({ type: "command", command: "fork", args: { entryId: middle } });
    await until("the fork is there", () => chat.sync.entries.all.length < 5000);
    panel.hello("reloaded again");
    expect(chat.sync.entries.get(first)).toBeDefined();
    const sizes = panel.messages.map(jsonBytes);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    expect(panel.messages.filter(({ type }) => type === "snapshot").length).toBeGreaterThan(3);
  });
});

function message(id: string, text: string): SessionEntry {
  return {
    type: "message",
    id,
    parentId: null,
    timestamp: "2026-01-01T00:00:00.000Z",
    message: { role: "user", content: [{ type: "text", text }], timestamp: 1 },
  };
}
