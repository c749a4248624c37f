/** Opening, searching and coming back to long conversations. */
import { EntryStore } from "../../../extension/broker/entries.ts";
import { snapshotOf } from "../../../extension/broker/snapshot.ts";
import type { SnapshotMessage } from "../../../extension/panel/messages.ts";
import { conversation } from "../../panel/conversation.ts";
import type { Harness, Panel } from "../../panel/harness/panel.ts";
import { snapshot as sampleSnapshot } from "../../panel/harness/samples.ts";
import { type Figure, least } from "../metric.ts";
import { openSession, scriptTime } from "./measure.ts";

/** Rows of one sample turn: message, thinking, run of quiet tools, command, answer. */
const ROWS_A_TURN = 5;
const ROUNDS = 5;

interface HostWindow {
  host: { load(snapshot: SnapshotMessage): void; painted(seq: number): Promise<void> };
}

/** The snapshot that the host makes of a session with so many rows: its newest part, and how much is older. */
function hostSnapshot(rows: number, seq: number): SnapshotMessage {
  const { entries = [], leafId = null } = conversation(rows / ROWS_A_TURN);
  const store = new EntryStore();
  store.add(entries, leafId);
  return { type: "snapshot", seq, ...snapshotOf(sampleSnapshot({}).state, store, [], null).content };
}

/** ms from the snapshot to its last rows on screen. */
async function open(panel: Panel, snapshot: SnapshotMessage): Promise<number> {
  return panel.page.evaluate(async (value) => {
    const view = window as unknown as HostWindow;
    const start = performance.now();
    view.host.load(value);
    await view.host.painted(value.seq);
    return performance.now() - start;
  }, snapshot);
}

/** The same rows as plain elements, all of them. */
async function openPlain(panel: Panel, rows: number): Promise<number> {
  return panel.page.evaluate(async (count) => {
    const start = performance.now();
    const list = document.createElement("div");
    list.style.cssText = "block-size: 600px; overflow: auto";
    for (let row = 0; row < count; row += 1) {
      const line = document.createElement("div");
      line.className = "row";
      line.innerHTML = `<span class="icon"></span><span class="row-verb">Read</span><span class="row-object ellipsis">file ${row}</span>`;
      list.append(line);
    }
    document.body.append(list);
    list.scrollTop = list.scrollHeight;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const time = performance.now() - start;
    list.remove();
    return time;
  }, rows);
}

export async function measureOpen(harness: Harness, rows: number): Promise<Figure> {
  const times: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const panel = await harness.open({ snapshot: conversation(1) });
    await panel.page.locator(".transcript").waitFor();
    times.push(await open(panel, hostSnapshot(rows, 2)));
    plain.push(await openPlain(panel, rows));
    await panel.close();
  }
  return { value: least(times), baseline: least(plain) };
}

export async function measureNodes(harness: Harness): Promise<Figure> {
  const panel = await harness.open({ snapshot: conversation(30_000 / ROWS_A_TURN) });
  await panel.page.locator(".transcript").waitFor();
  const counts: number[] = [];
  for (let step = 0; step < 10; step += 1) {
    counts.push(await panel.page.evaluate(() => document.querySelectorAll("*").length));
    await panel.page.locator(".transcript").evaluate((view) => view.scrollBy(0, -view.clientHeight * 3));
    await panel.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
  await panel.close();
  return { value: Math.max(...counts) };
}

/**
 * ms of the page's thread from the input of a query to its count on screen, over 30,000 rows that are all loaded.
 * The bar has been open for as long as a hand takes from the keys that open it to the first letter.
 */
export async function measureFind(harness: Harness): Promise<Figure> {
  const panel = await harness.open({ snapshot: conversation(30_000 / ROWS_A_TURN) });
  await panel.page.locator(".transcript").waitFor();
  const session = await openSession(panel);
  await panel.page.keyboard.press("Control+f");
  const field = panel.page.getByRole("textbox", { name: "Find in the conversation" });
  await field.waitFor();
  await panel.page.waitForTimeout(300);
  const times: number[] = [];
  for (const query of ["word-5999", "echo", "Answer 12", "list", "the end."]) {
    await field.fill("");
    await panel.page.waitForFunction(() => document.querySelector(".find-number")?.textContent === "");
    const before = await scriptTime(session, "Task");
    await field.fill(query);
    await panel.page.waitForFunction(() => document.querySelector(".find-number")?.textContent !== "");
    times.push((await scriptTime(session, "Task")) - before);
  }
  await panel.close();
  return { value: Math.max(...times) };
}

/**
 * ms from a webview that begins anew, as VS Code starts it when the view is shown again, to the paint of the same
 * picture.
 */
export async function measureHideShow(harness: Harness): Promise<Figure> {
  const panel = await harness.open({ snapshot: conversation(80) });
  await panel.page.locator(".bubble").last().waitFor();
  const rows = await visibleText(panel);
  await panel.page.addInitScript(notePaint);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await panel.page.reload({ waitUntil: "commit" });
    const shown = await panel.page.waitForFunction(() => (window as unknown as PaintWindow).paintedAt);
    times.push(await shown.jsonValue());
    if ((await visibleText(panel)) !== rows) throw new Error("The view came back with another picture");
  }
  await panel.close();
  return { value: least(times) };
}

interface PaintWindow {
  /** ms from the start of the page to the paint of its first rows. */
  paintedAt: number;
}

/** Runs in the page before anything else. */
function notePaint(): void {
  const watcher = new MutationObserver(() => {
    if (!document.querySelector(".transcript .bubble")) return;
    watcher.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        (window as unknown as PaintWindow).paintedAt = performance.now();
      };
      port2.postMessage(null);
    });
  });
  watcher.observe(document, { subtree: true, childList: true });
}

/** What stands in the visible part of the transcript. */
function visibleText(panel: Panel): Promise<string> {
  return panel.page.evaluate(() => {
    const view = document.querySelector(".transcript")?.getBoundingClientRect();
    const seen = [...document.querySelectorAll(".transcript [data-key]")].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return view !== undefined && bottom > view.top && top < view.bottom;
    });
    return seen.map((row) => row.textContent).join("\n");
  });
}
