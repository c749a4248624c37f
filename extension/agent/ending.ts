/** Servers on their way out. The extension host must not go before they have gone: it is what kills one that does not. */

const ending = new Set<Promise<unknown>>();

/** Gives `end` back, and counts it as under way until it settles. */
export function countEnding<T>(end: Promise<T>): Promise<T> {
  ending.add(end);
  const done = () => ending.delete(end);
  end.then(done, done);
  return end;
}

/** Resolves, never rejects, when every end that is under way now has settled. A server takes three seconds at most. */
export async function allEnded(): Promise<void> {
  await Promise.allSettled(ending);
}
