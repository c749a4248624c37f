/** Script time of one update while a message streams: a long one against a short one, and against drawing it whole. */
import path from "node:path";
import { build } from "esbuild";
import { startAnswer, textDelta } from "../../panel/conversation.ts";
import type { Harness, Panel } from "../../panel/harness/panel.ts";
import { type Figure, median } from "../metric.ts";
import { markdownText } from "./markdown-text.ts";
import { openSession, percentile, scriptTime } from "./measure.ts";

const UPDATES = 150;
const WHOLE_RENDERS = 20;
const DELTA = 24;

/** Script ms of each of so many updates behind a text of `length`. */
async function updates(harness: Harness, length: number): Promise<number[]> {
  const panel = await harness.open({ snapshot: {}, state: { isStreaming: true } });
  const session = await openSession(panel);
  const text = markdownText(length + UPDATES * DELTA);
  await panel.push(...startAnswer());
  for (let at = 0; at < length; at += 4000) await panel.push(textDelta(text.slice(at, Math.min(length, at + 4000))));
  await panel.page.locator(".markdown").first().waitFor();
  const idle = await emptyUpdates(panel, session);
  const times: number[] = [];
  for (let update = 0; update < UPDATES; update += 1) {
    const at = length + update * DELTA;
    const before = await scriptTime(session);
    await panel.push(textDelta(text.slice(at, at + DELTA)));
    times.push((await scriptTime(session)) - before - idle);
  }
  await panel.close();
  return times;
}

/** What the measuring itself takes: a batch that changes nothing. */
async function emptyUpdates(panel: Panel, session: Parameters<typeof scriptTime>[0]): Promise<number> {
  const times: number[] = [];
  for (let update = 0; update < 30; update += 1) {
    const before = await scriptTime(session);
    await panel.push({ kind: "accepted", clientMessageId: "none" });
    times.push((await scriptTime(session)) - before);
  }
  return median(times);
}

/** Script ms of drawing the whole message anew with react-markdown on each update, as a view without blocks does. */
async function wholeRenders(harness: Harness, length: number): Promise<number[]> {
  const code = await build({
    entryPoints: [path.join(import.meta.dirname, "react-markdown.tsx")],
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const panel = await harness.open({ snapshot: {} });
  const session = await openSession(panel);
  await panel.page.evaluate(code.outputFiles[0]?.text ?? "");
  const text = markdownText(length + WHOLE_RENDERS * DELTA);
  const times: number[] = [];
  for (let update = 0; update < WHOLE_RENDERS; update += 1) {
    const before = await scriptTime(session);
    await panel.page.evaluate(
      // As a task of the page: what an evaluation itself runs is not counted.
      (value) =>
        new Promise<void>((resolve) => {
          setTimeout(() => {
            (window as unknown as { drawWhole(text: string): void }).drawWhole(value);
            resolve();
          });
        }),
      text.slice(0, length + update * DELTA),
    );
    times.push((await scriptTime(session)) - before);
  }
  await panel.close();
  return times;
}

export async function measureUpdates(harness: Harness): Promise<Record<string, Figure>> {
  const long = await updates(harness, 100_000);
  const short = await updates(harness, 2000);
  const whole = await wholeRenders(harness, 100_000);
  return {
    update_100kb_ms_p95: { value: percentile(long, 0.95), baseline: percentile(whole, 0.95) },
    update_100kb_vs_2kb: { value: median(long), baseline: median(short) },
  };
}
