/** Waits for a rest, but not for ever: work that each of many changes asks for is done once in a while. */
export interface Rested {
  /** There was a change. */
  changed(): void;
  /** The work was done otherwise, or is not wanted any more. */
  cancel(): void;
}

/** Runs `task` when no change has come for `quietMs`, and at the latest `mostMs` after the first one. */
export function whenRested(task: () => void, quietMs: number, mostMs: number): Rested {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = 0;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const changed = () => {
    const now = Date.now();
    if (timer === undefined) dueAt = now + mostMs;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        timer = undefined;
        task();
      },
      Math.max(0, Math.min(quietMs, dueAt - now)),
    );
  };
  return { changed, cancel };
}
