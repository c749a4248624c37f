import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IdleWatch, SILENCE_MS } from "../../../extension/broker/idle.ts";
import type { SessionState } from "../../../server/protocol/response.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watched(...answers: Partial<SessionState>[]) {
  const seen = { asked: 0, idle: 0, busy: true, pending: false };
  const watch = new IdleWatch({
    ask: async () => {
      const answer = answers[Math.min(seen.asked, answers.length - 1)];
      seen.asked += 1;
      return { isStreaming: false, isCompacting: false, pendingMessageCount: 0, ...answer } as SessionState;
    },
    busy: () => seen.busy,
    pending: () => seen.pending,
    idle: () => {
      seen.idle += 1;
      seen.busy = false;
    },
  });
  return { watch, seen };
}

test("after agent_end the server is asked, until it is idle", async () => {
  const { watch, seen } = watched({ isStreaming: true }, { pendingMessageCount: 1 }, {});
  watch.runEnded(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toMatchObject({ asked: 3, idle: 1 });
});

test("agent_end that says it will try again is not asked about", async () => {
  const { watch, seen } = watched({});
  watch.runEnded(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen.asked).toBe(0);
});

test("an open retry means busy, whatever the server says, until its silence is broken by asking", async () => {
  const { watch, seen } = watched({});
  seen.pending = true;
  watch.runEnded(false);
  await vi.advanceTimersByTimeAsync(3000);
  expect(seen.idle).toBe(0);
  await vi.advanceTimersByTimeAsync(SILENCE_MS);
  expect(seen.idle).toBe(1);
});

test("a run that begins meanwhile ends the asking", async () => {
  const { watch, seen } = watched({ isStreaming: true });
  watch.runEnded(false);
  await vi.advanceTimersByTimeAsync(60);
  watch.runStarted();
  const { asked } = seen;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen.asked).toBe(asked);
});

test("a server that settles by itself is believed at once and never asked after agent_end", async () => {
  const { watch, seen } = watched({});
  watch.settled();
  expect(seen.idle).toBe(1);
  seen.busy = true;
  watch.runEnded(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen.asked).toBe(0);
});

test("a busy server that falls silent without agent_end is asked and believed", async () => {
  const { watch, seen } = watched({ isStreaming: true }, { pendingMessageCount: 2 });
  watch.heard();
  await vi.advanceTimersByTimeAsync(SILENCE_MS);
  expect(seen).toMatchObject({ asked: 1, idle: 0 });
  await vi.advanceTimersByTimeAsync(SILENCE_MS);
  expect(seen).toMatchObject({ asked: 2, idle: 1 });
  await vi.advanceTimersByTimeAsync(SILENCE_MS * 4);
  expect(seen.asked).toBe(2);
});
