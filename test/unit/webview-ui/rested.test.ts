import { beforeEach, expect, test, vi } from "vitest";
import { whenRested } from "../../../webview/composer/rested.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test("the work is done once after a rest; who never rests is not put off for ever", () => {
  const task = vi.fn();
  const rest = whenRested(task, 250, 1000);
  rest.changed();
  vi.advanceTimersByTime(200);
  rest.changed();
  vi.advanceTimersByTime(249);
  expect(task).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(1);

  for (let key = 0; key < 21; key += 1) {
    rest.changed();
    vi.advanceTimersByTime(100);
  }
  expect(task).toHaveBeenCalledTimes(3);
  rest.cancel();
  vi.advanceTimersByTime(5000);
  expect(task).toHaveBeenCalledTimes(3);
});
