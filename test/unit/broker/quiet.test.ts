import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { QUIET_MS, QuietWatch } from "../../../extension/broker/quiet.ts";
import type { ServerRecord } from "../../../server/protocol/event.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const start: ServerRecord = { type: "agent_start" };
const toolStart = (toolCallId: string): ServerRecord => ({
  type: "tool_execution_start",
  toolCallId,
  toolName: "bash",
  args: {},
});
const toolEnd = (toolCallId: string): ServerRecord => ({
  type: "tool_execution_end",
  toolCallId,
  toolName: "bash",
  result: { content: [], details: undefined },
  isError: false,
});

function watched() {
  const seen = { remarks: 0, running: true };
  const watch = new QuietWatch({
    expectsOutput: () => seen.running,
    remark: () => {
      seen.remarks += 1;
    },
  });
  return { watch, seen };
}

describe("case 32: no output for 60 s", () => {
  test("is remarked on once a silence, to the second", () => {
    const { watch, seen } = watched();
    watch.heard(start);
    vi.advanceTimersByTime(QUIET_MS - 1);
    expect(seen.remarks).toBe(0);
    vi.advanceTimersByTime(1);
    expect(seen.remarks).toBe(1);
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(seen.remarks).toBe(1);
    watch.heard(start);
    vi.advanceTimersByTime(QUIET_MS);
    expect(seen.remarks).toBe(2);
  });

  test("is not said while a tool runs, and only from its end on", () => {
    const { watch, seen } = watched();
    watch.heard(start);
    watch.heard(toolStart("a"));
    watch.heard(toolStart("b"));
    watch.heard(toolEnd("a"));
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(seen.remarks).toBe(0);
    watch.heard(toolEnd("b"));
    vi.advanceTimersByTime(QUIET_MS);
    expect(seen.remarks).toBe(1);
  });

  test("is not said when nothing runs, when something else is waited for by then, or when the server is gone", () => {
    const { watch, seen } = watched();
    seen.running = false;
    watch.heard(start);
    vi.advanceTimersByTime(QUIET_MS);
    seen.running = true;
    watch.heard(start);
    seen.running = false;
    vi.advanceTimersByTime(QUIET_MS);
    seen.running = true;
    watch.heard(start);
    watch.stop();
    vi.advanceTimersByTime(QUIET_MS);
    expect(seen.remarks).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
