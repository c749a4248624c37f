import fc from "fast-check";
import { expect, test } from "vitest";
import { PanelChannel } from "../../../extension/broker/channel.ts";
import { jsonBytes } from "../../../extension/broker/clip.ts";
import { type HostMessage, MAX_MESSAGE_BYTES, type PanelRecord } from "../../../extension/panel/messages.ts";

const delta = (text: string): PanelRecord =>
  ({
    kind: "event",
    at: 1,
    event: {
      type: "message_update",
      usage: {},
      assistantMessageEvent: { type: "text_delta", contentIndex: 0, delta: text },
    },
  }) as unknown as PanelRecord;

const textOf = (records: readonly PanelRecord[]): string =>
  records.map((record) => JSON.parse(JSON.stringify(record)).event.assistantMessageEvent.delta as string).join("");

/** A host that has said `told` so far, and a panel that has seen `shown`. */
class Pair {
  told = "";
  shown = "";
  seq = 0;
  unacknowledged: number[] = [];
  readonly tasks: (() => void)[] = [];
  readonly channel = new PanelChannel({
    post: (message) => this.#receive(message),
    snapshot: () => ({ content: { records: [delta(this.told)] }, rest: [] }) as never,
    schedule: (task) => this.tasks.push(task),
  });

  say(text: string): void {
    this.told += text;
    this.channel.push(delta(text));
  }

  runTasks(): void {
    for (const task of this.tasks.splice(0)) task();
  }

  #receive(message: HostMessage): void {
    expect(jsonBytes(message)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    if (message.type === "snapshot") {
      expect(message.seq).toBeGreaterThan(this.seq);
      this.seq = message.seq;
      this.shown = textOf(message.records);
      this.unacknowledged = [];
    } else if (message.type === "batch") {
      expect(message.from).toBe(this.seq);
      expect(this.unacknowledged).toEqual([]);
      this.seq = message.to;
      this.shown += textOf(message.records);
      this.unacknowledged.push(message.to);
    }
  }
}

test("whatever comes in whatever order, the panel ends up with what was said, by small messages, one under way", () => {
  const step = fc.oneof(
    fc.string({ maxLength: 20 }).map((text) => ({ do: "say" as const, text })),
    fc.constantFrom({ do: "ack" as const }, { do: "staleAck" as const }, { do: "tasks" as const }),
    fc.constantFrom({ do: "hello" as const }, { do: "suspend" as const }, { do: "hold" as const }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const pair = new Pair();
      for (const one of steps) {
        if (one.do === "say") pair.say(one.text);
        else if (one.do === "ack") {
          const [seq] = pair.unacknowledged.splice(0);
          if (seq !== undefined) pair.channel.ack(seq);
        } else if (one.do === "staleAck") pair.channel.ack(pair.seq - 1);
        else if (one.do === "tasks") pair.runTasks();
        else if (one.do === "hello") pair.channel.resync();
        else if (one.do === "suspend") pair.channel.suspend();
        else pair.channel.hold();
      }
      pair.channel.resync();
      pair.say("the end");
      for (let i = 0; i < 10; i++) {
        pair.runTasks();
        const [seq] = pair.unacknowledged.splice(0);
        if (seq !== undefined) pair.channel.ack(seq);
      }
      expect(pair.shown).toBe(pair.told);
    }),
  );
});

test("a slow panel makes bigger batches, not more of them", () => {
  const posted: HostMessage[] = [];
  const channel = new PanelChannel({
    post: (message) => posted.push(message),
    snapshot: () => ({ content: {}, rest: [] }) as never,
    schedule: (task) => task(),
  });
  channel.resync();
  for (let i = 0; i < 1000; i++) channel.push(delta("x"));
  expect(posted).toHaveLength(2);
  channel.ack(2);
  expect(posted).toHaveLength(3);
  expect(textOf((posted[2] as Extract<HostMessage, { type: "batch" }>).records)).toHaveLength(999);
});

test("a panel that is far behind is given the picture rather than what it missed", () => {
  const posted: HostMessage[] = [];
  const channel = new PanelChannel({
    post: (message) => posted.push(message),
    snapshot: () => ({ content: {}, rest: [] }) as never,
    schedule: (task) => task(),
  });
  channel.resync();
  for (let i = 0; i < 5000; i++) channel.push({ kind: "accepted", clientMessageId: String(i) });
  channel.ack(2);
  expect(posted.map((message) => message.type)).toEqual(["snapshot", "batch", "snapshot"]);
});

test("large records are spread over messages that stay below the limit", () => {
  const posted: HostMessage[] = [];
  const channel = new PanelChannel({
    post: (message) => posted.push(message),
    snapshot: () => ({ content: {}, rest: [] }) as never,
    schedule: (task) => task(),
  });
  channel.resync();
  const big = "é".repeat(16_000);
  for (let i = 0; i < 40; i++) channel.push({ kind: "notice", at: 0, level: "info", text: big, toast: false });
  for (let last = 0; last !== posted.length; ) {
    last = posted.length;
    const message = posted.at(-1);
    if (message?.type === "batch") channel.ack(message.to);
  }
  const sizes = posted.map(jsonBytes);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
  const notices = posted.flatMap((message) => (message.type === "batch" ? message.records : []));
  expect(notices).toHaveLength(40);
});
