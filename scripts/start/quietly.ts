/** Runs `work` without what it prints: its own words say nothing to someone who only wants to start. */
export async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { log, warn, info } = console;
  const nothing = () => {};
  Object.assign(console, { log: nothing, warn: nothing, info: nothing });
  try {
    return await work();
  } finally {
    Object.assign(console, { log, warn, info });
  }
}
