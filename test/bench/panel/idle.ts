/** What wakes the page while nothing happens. */
import { conversation } from "../../panel/conversation.ts";
import type { Harness } from "../../panel/harness/panel.ts";
import type { Figure } from "../metric.ts";
import { mainThread, trace } from "./measure.ts";

const SECONDS = 10;
const wakers = new Set([
  "TimerFire",
  "FireAnimationFrame",
  "FireIdleCallback",
  "FunctionCall",
  "HandlePostMessage",
  "EventDispatch",
]);

/** Timers, frames, messages and events in ten seconds of a settled conversation. */
export async function measureIdle(harness: Harness): Promise<Figure> {
  const panel = await harness.open({ snapshot: conversation(20) });
  await panel.page.locator(".bubble").last().waitFor();
  // Icons, fonts and colours have come; toasts are gone.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const events = await trace(
    panel,
    ["devtools.timeline", "toplevel", "__metadata"],
    () => new Promise((resolve) => setTimeout(resolve, SECONDS * 1000)),
  );
  await panel.close();
  return { value: mainThread(events).filter(({ name }) => wakers.has(name)).length };
}
