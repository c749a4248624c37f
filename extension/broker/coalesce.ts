/**
 * Makes a task that never runs twice at once: a call while it runs makes it run once more afterwards.
 * The promise is that of a run which began after the call.
 */
export function coalesce(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    running = task().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running
      .then(undefined, () => undefined)
      .then(() => {
        next = undefined;
        return running ?? start();
      });
    return next;
  };
}
