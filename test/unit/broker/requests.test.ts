import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RequestLedger } from "../../../extension/broker/requests.ts";
import type { ExtensionUIAnswer, ExtensionUIDialog } from "../../../server/protocol/extension-ui.ts";
import { FakePanel, fakeHost } from "../../support/fake-panel.ts";
import { until } from "../../support/until.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function ledger() {
  const answers: [string, ExtensionUIAnswer][] = [];
  const done: [string, unknown][] = [];
  const requests = new RequestLedger({
    answer: (id, answer) => answers.push([id, answer]),
    changed: () => undefined,
    done: (request, outcome) => done.push([request.id, outcome]),
  });
  return { requests, answers, done };
}

const select = (id: string, timeout?: number): ExtensionUIDialog => ({
  type: "extension_ui_request",
  id,
  method: "select",
  title: "Which?",
  options: ["left", "right"],
  ...(timeout ? { timeout } : {}),
});

test("each request is answered at most once and over exactly once, whatever happens in whatever order", () => {
  const id = fc.constantFrom("a", "b", "c");
  const step = fc.oneof(
    fc.record({
      do: fc.constant("add" as const),
      id,
      timeout: fc.option(fc.constantFrom(10, 50), { nil: undefined }),
      run: fc.boolean(),
    }),
    fc.record({ do: fc.constant("answer" as const), id, value: fc.constantFrom("left", "neither") }),
    fc.record({ do: fc.constant("cancel" as const), id }),
    fc.constantFrom({ do: "endRun" as const }, { do: "endAll" as const }, { do: "wait" as const }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { requests, answers, done } = ledger();
      let serial = 0;
      const latest = new Map<string, string>();
      for (const one of steps) {
        if (one.do === "add") {
          const id = `${one.id}${++serial}`;
          latest.set(one.id, id);
          requests.add(select(id, one.timeout), one.run);
          requests.add(select(id, one.timeout), one.run);
        } else if (one.do === "answer") requests.answer(latest.get(one.id) ?? "none", { value: one.value });
        else if (one.do === "cancel") requests.answer(latest.get(one.id) ?? "none", { cancelled: true });
        else if (one.do === "endRun") requests.endRun();
        else if (one.do === "endAll") requests.endAll();
        else vi.advanceTimersByTime(20);
      }
      requests.endAll();
      expect(requests.open).toEqual([]);
      expect(new Set(answers.map(([id]) => id)).size).toBe(answers.length);
      expect(new Set(done.map(([id]) => id)).size).toBe(done.length);
      expect(done).toHaveLength(serial);
      for (const [, answer] of answers) expect(answer).not.toEqual({ value: "neither" });
    }),
  );
});

test("a request that runs out of time is taken down and not answered", () => {
  const { requests, answers, done } = ledger();
  requests.add(select("a", 30_000), true);
  expect(requests.open[0]).toMatchObject({ expiresAt: Date.now() + 30_000 });
  vi.advanceTimersByTime(30_000);
  expect(requests.open).toEqual([]);
  expect(done).toEqual([["a", { kind: "lapsed", seconds: 30 }]]);
  expect(requests.answer("a", { value: "left" })).toBe(false);
  expect(answers).toEqual([]);
});

test("the end of a run takes down what the run asked, and nothing else", () => {
  const { requests } = ledger();
  requests.add(select("of the run"), true);
  requests.add(select("of a command"), false);
  requests.endRun();
  expect(requests.open.map(({ request }) => request.id)).toEqual(["of a command"]);
});

test("what a new session asks while it begins outlives the end of the old one", () => {
  const { requests } = ledger();
  requests.add(select("old"), false);
  const mark = requests.mark();
  requests.add(select("new"), false);
  requests.endAll(mark);
  expect(requests.open.map(({ request }) => request.id)).toEqual(["new"]);
});

test("a dialog survives the panel that showed it, and its answer reaches the agent once", async () => {
  vi.useRealTimers();
  const { agent, chat } = await fakeHost();
  const first = new FakePanel(chat);
  first.hello();
  first.say("ask me");
  await until("it is asked", () => first.state?.requests.length === 1);
  first.router.dispose();
  const second = new FakePanel(chat);
  second.hello("view-2");
  const id = second.state?.requests[0]?.request.id ?? "";
  second.send({ type: "answer", id, answer: { value: "right" } });
  second.send({ type: "answer", id, answer: { value: "left" } });
  await until("the run goes on", () => second.streamed.includes("You said right."));
  const answers = agent.received.filter((record) => record.type === "extension_ui_response");
  expect(answers).toHaveLength(1);
  expect(second.of("requestDone")).toMatchObject([
    { id, title: "Which one?", outcome: { kind: "answered", text: "right" } },
  ]);
  expect(second.state?.requests).toEqual([]);
});
