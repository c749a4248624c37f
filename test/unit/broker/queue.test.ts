import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { flatQueue, planQueue, QueueImages, type QueueTexts } from "../../../extension/broker/queue.ts";
import { FakePanel, fakeHost } from "../../support/fake-panel.ts";
import { until } from "../../support/until.ts";

const image = { type: "image" as const, data: "QUJD", mimeType: "image/png" };
const queue = (steering: string[], followUp: string[] = []): QueueTexts => ({ steering, followUp });
const none = (texts: readonly string[]) => texts.map(() => []);
const texts = (plan: ReturnType<typeof planQueue>) => plan.map((message) => message.text);

test("a queue set anew is what was wanted, whatever was moved, removed or edited, when nothing else happened", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 5 });
  fc.assert(
    fc.property(words, words, words, words, (a, b, c, d) => {
      const seen = queue(a, b);
      const plan = planQueue(seen, seen, queue(c, d), none);
      expect(plan.map(({ kind, text }) => ({ kind, text }))).toEqual(flatQueue(queue(c, d)));
    }),
  );
});

test("what was delivered meanwhile is not sent again, what joined meanwhile stays", () => {
  const plan = planQueue(queue(["a", "b"]), queue(["b", "new"]), queue(["b", "a"]), none);
  expect(texts(plan)).toEqual(["b", "new"]);
});

test("an edited text is never lost, not even when its message has just been delivered", () => {
  expect(texts(planQueue(queue(["a"]), queue([]), queue(["a, and b"]), none))).toEqual(["a, and b"]);
});

test("images follow their message when it is moved to the other kind or edited", () => {
  const images = new QueueImages();
  images.add({ kind: "steer", text: "look", images: [image] });
  const moved = planQueue(queue(["look"]), queue(["look"]), queue([], ["look"]), (all) => images.take(all));
  expect(moved).toEqual([{ kind: "followUp", text: "look", images: [image] }]);
  images.add({ kind: "steer", text: "look", images: [image] });
  const seen = queue(["first", "look"]);
  const edited = planQueue(seen, seen, queue(["first", "look here"]), (all) => images.take(all));
  expect(edited[1]).toEqual({ kind: "steer", text: "look here", images: [image] });
});

test("images of what left the queue are forgotten, one for each equal text", () => {
  const images = new QueueImages();
  images.add({ kind: "steer", text: "look", images: [image] });
  images.add({ kind: "steer", text: "look", images: [image, image] });
  images.retain(queue(["look"]));
  expect(images.take(["look", "look"])).toEqual([[image], []]);
});

async function running() {
  const host = await fakeHost();
  const panel = new FakePanel(host.chat);
  panel.hello();
  panel.say("wait");
  await until("it runs", () => panel.streamed !== "");
  return { ...host, panel };
}

test("setQueue: edited, moved and removed messages arrive with their images", async () => {
  const { agent, chat, panel } = await running();
  panel.say("one", { images: [image] });
  panel.say("two");
  panel.say("three", { behavior: "followUp" });
  await until("three are queued", () => flatQueue(chat.state.queue).length === 3 && panel.of("accepted").length === 4);
  await panel.ask({ type: "setQueue", steering: ["two"], followUp: ["one, changed"] });
  expect(agent.steering.map((message) => message.text)).toEqual(["two"]);
  expect(agent.followUp).toEqual([{ text: "one, changed", images: [image] }]);
  await until("the panel shows it", () => panel.state?.queue.followUp[0] === "one, changed");
  expect(panel.state?.queue).toEqual(queue(["two"], ["one, changed"]));
  agent.release();
  await until("all are delivered", () => agent.images.has("one, changed"));
  expect(agent.images.get("one, changed")).toBe(1);
});

test("while the queue is rearranged the panel is not shown an empty one", async () => {
  const { chat, panel } = await running();
  panel.say("one");
  panel.say("two");
  await until("two are queued", () => chat.state.queue.steering.length === 2);
  const seen: number[] = [];
  chat.listen({ changed: (patch) => patch.queue && seen.push(flatQueue(patch.queue).length) });
  await panel.ask({ type: "setQueue", steering: ["two", "one"], followUp: [] });
  expect(seen).toEqual([2]);
});

test("the run ends between clearing and queueing again: the messages still go", async () => {
  const { agent, chat, panel } = await running();
  panel.say("one");
  await until("it is queued", () => chat.state.queue.steering.length === 1);
  chat.listen({
    received: (record) => {
      if (record.type === "queue_update" && record.steering.length === 0) agent.release();
    },
  });
  await panel.ask({ type: "setQueue", steering: ["one"], followUp: [] });
  await until("it is delivered", () => agent.images.has("one"));
});

test("a message that is refused on its way back returns to the composer with those after it", async () => {
  const { agent, chat, panel } = await running();
  panel.say("one", { images: [image] });
  panel.say("two");
  await until("two are queued", () => chat.state.queue.steering.length === 2 && panel.of("accepted").length === 3);
  agent.refusals.set("prompt", "not now");
  await expect(panel.ask({ type: "setQueue", steering: ["two", "one"], followUp: [] })).rejects.toThrow("not now");
  await until("they are back", () => panel.of("composer").length === 1);
  expect(panel.of("composer")[0]).toMatchObject({ text: "two\n\none", images: [image], reason: "queue" });
});

test("stop: the queue returns to the composer, then the run is aborted", async () => {
  const { agent, chat, panel } = await running();
  panel.say("later", { images: [image] });
  await until("it is queued", () => chat.state.queue.steering.length === 1 && panel.of("accepted").length === 2);
  panel.send({ type: "stop" });
  await until("the run is over", () => panel.state?.isStreaming === false);
  expect(panel.of("composer")).toMatchObject([{ text: "later", images: [image], reason: "queue", mode: "append" }]);
  const order = agent.received
    .map((record) => record.type)
    .filter((type) => type === "clear_queue" || type === "abort");
  expect(order).toEqual(["clear_queue", "abort"]);
  expect(agent.images.has("later")).toBe(false);
});

test("stop is slow: after five seconds the person is told, once, and not when it went in time", async () => {
  const { agent, chat, panel } = await running();
  const told = vi.fn();
  chat.listen({ stopIsSlow: told });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const request = vi
      .spyOn(chat.link, "request")
      .mockImplementation((name) =>
        name === "abort" ? new Promise(() => undefined) : Promise.resolve({ steering: [], followUp: [] } as never),
      );
    panel.send({ type: "stop" });
    await vi.advanceTimersByTimeAsync(4900);
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(told).toHaveBeenCalledTimes(1);
    request.mockRestore();
    panel.send({ type: "stop" });
    vi.useRealTimers();
    await until("the run is over", () => !agent.streaming);
    expect(told).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});
