/** 1,000 deltas a second for 30 s on top of 3,000 rows: the longest task, and how quick the composer stays. */
import { conversation, startAnswer } from "../../panel/conversation.ts";
import type { Harness, Panel } from "../../panel/harness/panel.ts";
import type { Figure } from "../metric.ts";
import { markdownText } from "./markdown-text.ts";
import { mainThread, openSession, percentile, trace } from "./measure.ts";

const SECONDS = 30;
const PER_SECOND = 1000;
const DELTA = 12;
/** Rows of one sample turn. */
const ROWS_A_TURN = 5;

interface FloodWindow {
  host: { snapshot: { seq: number }; push(records: unknown[]): number; painted(seq: number): Promise<void> };
  flood: Promise<void>;
  keyTimes: number[];
}

/** Begins to send: what has come together goes as one batch once the last one is painted, as the host does it. */
async function beginFlood(panel: Panel, deltas: readonly string[]): Promise<void> {
  await panel.page.evaluate(
    ([texts, perSecond]) => {
      const view = window as unknown as FloodWindow;
      const start = performance.now();
      const usage = {
        input: 0,
        output: 0,
        cacheRead: 0,
        cacheWrite: 0,
        totalTokens: 0,
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
      };
      let sent = 0;
      view.flood = (async () => {
        while (sent < texts.length) {
          const due = Math.min(texts.length, Math.floor(((performance.now() - start) / 1000) * perSecond));
          if (due === sent) await new Promise((resolve) => setTimeout(resolve, 1));
          else {
            const records = texts.slice(sent, due).map((delta) => ({
              kind: "event",
              at: Date.now(),
              event: {
                type: "message_update",
                usage,
                assistantMessageEvent: { type: "text_delta", contentIndex: 0, delta },
              },
            }));
            sent = due;
            await view.host.painted(view.host.push(records));
          }
        }
      })();
    },
    [deltas, PER_SECOND] as const,
  );
}

/** Notes how long each key takes from its event to the frame after the character stands in the field. */
async function watchKeys(panel: Panel): Promise<void> {
  await panel.page.evaluate(() => {
    const view = window as unknown as FloodWindow;
    view.keyTimes = [];
    document.addEventListener("input", ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => view.keyTimes.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    });
  });
}

export async function measureFlood(harness: Harness): Promise<Record<string, Figure>> {
  const panel = await harness.open({ snapshot: conversation(3000 / ROWS_A_TURN), state: { isStreaming: true } });
  const text = markdownText(SECONDS * PER_SECOND * DELTA);
  const deltas = text.match(new RegExp(`[\\s\\S]{1,${DELTA}}`, "g")) ?? [];
  const session = await openSession(panel);
  await panel.push(...startAnswer());
  await watchKeys(panel);
  await session.send("HeapProfiler.collectGarbage");
  const heap = () =>
    panel.page.evaluate(() => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize);
  const heapBefore = await heap();
  const events = await trace(panel, ["toplevel", "__metadata"], async () => {
    await beginFlood(panel, deltas);
    const field = panel.page.getByRole("textbox", { name: "Message" });
    await field.focus();
    for (let key = 0; key < 150; key += 1) await panel.page.keyboard.type("x", { delay: 150 });
    await panel.page.evaluate(() => (window as unknown as FloodWindow).flood);
  });
  await session.send("HeapProfiler.collectGarbage");
  const grown = ((await heap()) - heapBefore) / 1024 / 1024;
  await panel.page.locator(".transcript").evaluate((view) => view.scrollTo(0, view.scrollHeight));
  const end =
    text
      .trimEnd()
      .split("\n")
      .at(-1)
      ?.replace(/[^\w ]/g, "")
      .trim()
      .slice(-12) ?? "";
  const shown = await panel.page.locator(".transcript").textContent();
  if (!shown?.replace(/[^\w ]/g, "").includes(end)) throw new Error(`The end of the flood is not shown: ${end}`);
  if (grown > 60) throw new Error(`The heap grew by ${grown.toFixed(0)} MiB in the flood`);
  const tasks = mainThread(events).filter(({ name }) => name.endsWith("RunTask"));
  const keys = await panel.page.evaluate(() => (window as unknown as FloodWindow).keyTimes);
  await panel.close();
  return {
    flood_longest_task_ms: { value: Math.max(...tasks.map(({ dur = 0, tdur = dur }) => tdur / 1000)) },
    type_under_load_ms_p95: { value: percentile(keys, 0.95) },
  };
}
