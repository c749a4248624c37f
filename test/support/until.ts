import { readFileSync } from "node:fs";

/** Resolves as soon as `condition` holds; looks every few milliseconds. Rejects after `patience` ms. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  patience = 10_000,
): Promise<void> {
  const end = Date.now() + patience;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`still not so after ${patience} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Whether a process lives. One that was killed and waits to be reaped does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
