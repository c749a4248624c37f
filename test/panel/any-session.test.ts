/** Sessions of any shape in the browser: what the entries say is what is drawn, and nothing stops the view. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelRecord, SnapshotMessage } from "../../extension/panel/messages.ts";
import type { SessionEntry } from "../../server/protocol/entry.ts";
import { hasConversation } from "../../webview/state/transcript.ts";
import { linesOf } from "../../webview/transcript/lines.ts";
import { anyTree, pathTo } from "../unit/webview-state/any-tree.ts";
import { open as openView } from "../unit/webview-state/chat.ts";
import { oddEntry, oddEvent } from "../unit/webview-state/odd.ts";
import { Session } from "./conversation.ts";
import { Harness, type Panel } from "./harness/panel.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

interface HostWindow {
  host: { snapshot: SnapshotMessage; load(snapshot: SnapshotMessage): void };
}

/** Puts another path of the session into the panel, as a host does when the leaf has moved. */
async function load(panel: Panel, entries: readonly SessionEntry[]): Promise<void> {
  const seq = await panel.page.evaluate((path) => {
    const { host } = window as unknown as HostWindow;
    const seq = host.snapshot.seq + 1;
    host.load({ ...host.snapshot, seq, entries: path as never, leafId: path.at(-1)?.id ?? null, records: [] });
    return seq;
  }, entries as SessionEntry[]);
  await panel.painted(seq);
}

/** Keys and words of the lines that the entries make, said by the reducer alone. */
function expected(entries: readonly SessionEntry[]): { key: string; words: string }[] {
  const { turns } = openView({ entries: entries as SessionEntry[] }).transcript;
  return turns.flatMap((turn, at) =>
    linesOf(turn, { last: at === turns.length - 1, running: false }).map((line) => ({
      key: line.key,
      words: "row" in line && "text" in line.row && line.row.kind !== "thinking" ? line.row.text.trim() : "",
    })),
  );
}

function drawn(panel: Panel): Promise<{ key: string; words: string }[]> {
  return panel.page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".transcript [data-key]")].map((line) => ({
      key: line.dataset.key ?? "",
      words: line.textContent ?? "",
    })),
  );
}

describe("case 39: what is drawn", () => {
  it("is the entries on the active path, for random trees, forks and compactions", async () => {
    const first = new Session();
    first.user("Begin");
    const panel = await harness.open({ height: 6000, snapshot: first.snapshot });
    const trees = fc.sample(fc.tuple(anyTree, fc.array(fc.nat(), { minLength: 2, maxLength: 3 })), {
      numRuns: 15,
      seed: 39,
    });
    let compared = 0;
    for (const [entries, leaves] of trees) {
      for (const pick of leaves) {
        const path = pathTo(entries, `e${pick % entries.length}`);
        const lines = expected(path);
        // A session in which nobody has said anything shows what one can start from.
        if (!hasConversation(openView({ entries: path }).transcript)) continue;
        await load(panel, path);
        await expect.poll(async () => (await drawn(panel)).map(({ key }) => key)).toEqual(lines.map(({ key }) => key));
        for (const [at, { words }] of (await drawn(panel)).entries()) expect(words).toContain(lines[at]?.words);
        compared += lines.length;
      }
    }
    expect(compared).toBeGreaterThan(100);
    await panel.close();
  });
});

describe("case 37: whatever arrives", () => {
  const odd = (count: number, seed: number) => ({ numRuns: count, seed });

  it("as events or entries is drawn, opened and searched without an error", async () => {
    const first = new Session();
    first.user("Begin");
    const panel = await harness.open({ height: 6000, snapshot: first.snapshot, state: { isStreaming: true } });
    const events = fc
      .sample(oddEvent, odd(120, 37))
      .map((event): PanelRecord => ({ kind: "event", at: 5, event: event as never }));
    for (let at = 0; at < events.length; at += 20) await panel.push(...events.slice(at, at + 20));
    const parentId = first.entries.at(-1)?.id;
    const entries = fc.sample(oddEntry, odd(80, 73)).map((body, index) => ({
      ...body,
      id: `odd-${index}`,
      parentId: index === 0 ? parentId : `odd-${index - 1}`,
    }));
    await panel.push({ kind: "entries", entries: entries as never, leafId: "odd-79" });
    await panel.state({ isStreaming: false });
    await panel.page.evaluate(() => {
      for (let round = 0; round < 2; round += 1) {
        for (const fold of document.querySelectorAll<HTMLElement>(".transcript [aria-expanded=false]")) fold.click();
      }
    });
    await panel.push({ kind: "notice", at: 9, level: "info", text: "still here", toast: false });
    await panel.page.getByText("still here").waitFor();
    await panel.page.keyboard.press("Control+f");
    await panel.page.getByRole("textbox", { name: "Find in the conversation" }).fill("still here");
    await expect.poll(() => panel.page.locator(".find-number").textContent()).toBe("1 of 1");
    expect(await panel.page.getByText("This view hit an error").count()).toBe(0);
    await panel.close();
  });
});
