/** Reads of the browser that several figures need. */
import type { CDPSession } from "playwright-core";
import type { Panel } from "../../panel/harness/panel.ts";

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** ms of CPU that the page's scripts, or all its tasks, have used since it was opened. */
export async function scriptTime(session: CDPSession, what: "Script" | "Task" = "Script"): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === `${what}Duration`)?.value ?? 0) * 1000;
}

export async function openSession(panel: Panel): Promise<CDPSession> {
  const session = await panel.page.context().newCDPSession(panel.page);
  // In CPU time of the thread: what else the machine does is no part of it.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return session;
}

export interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  /** µs of time, and of CPU. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** What the browser did while `task` ran. */
export async function trace(panel: Panel, categories: string[], task: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await panel.page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error("The browser gives no session to trace");
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    traceConfig: { includedCategories: categories },
    transferMode: "ReportEvents",
  });
  try {
    await task();
  } finally {
    const done = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await done;
    await session.detach();
  }
  return events;
}

/** The events of the thread that draws the page: of all such threads, the one that has most to do. */
export function mainThread(events: readonly TraceEvent[]): TraceEvent[] {
  const threads = events
    .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
    .map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid));
  const busiest = threads.sort((a, b) => b.length - a.length)[0];
  if (!busiest) throw new Error("The trace names no main thread of a page");
  return busiest;
}
