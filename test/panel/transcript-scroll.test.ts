/** Following and staying: the end is kept, the reader's place is kept, and nothing gets shorter while it streams. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelRecord } from "../../extension/panel/messages.ts";
import { conversation, Session, startAnswer, textDelta, thinkingDelta, toolRun } from "./conversation.ts";
import { Harness, type Panel } from "./harness/panel.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

interface Place {
  top: number;
  height: number;
  gap: number;
}

function place(page: Page): Promise<Place> {
  return page.locator(".transcript").evaluate((view) => ({
    top: view.scrollTop,
    height: view.scrollHeight,
    gap: view.scrollHeight - view.clientHeight - view.scrollTop,
  }));
}

/** Tops of all lines on screen, by key. */
function tops(page: Page): Promise<Record<string, number>> {
  return page.locator(".transcript").evaluate((view) => {
    const { top, bottom } = view.getBoundingClientRect();
    const lines = [...view.querySelectorAll<HTMLElement>("[data-key]")].map((line) => ({
      key: line.dataset.key,
      box: line.getBoundingClientRect(),
    }));
    return Object.fromEntries(
      lines.filter(({ box }) => box.bottom > top && box.top < bottom).map(({ key, box }) => [key, box.top]),
    );
  });
}

async function wheel(panel: Panel, deltaY: number): Promise<void> {
  const before = (await place(panel.page)).top;
  const box = await panel.page.locator(".transcript").boundingBox();
  await panel.page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 100);
  await panel.page.mouse.wheel(0, deltaY);
  await panel.page.waitForFunction((top) => document.querySelector(".transcript")?.scrollTop !== top, before);
  // The browser scrolls in steps: until two frames show the same place.
  await panel.page.waitForFunction(async () => {
    const view = document.querySelector(".transcript") as HTMLElement;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const { scrollTop } = view;
    for (let frames = 0; frames < 4; frames += 1) await frame();
    return view.scrollTop === scrollTop;
  });
}

const words = "The answer goes on, word by word, and gets longer than the screen is high. ";

function paragraphs(count: number): string {
  return Array.from({ length: count }, (_, index) => `Paragraph ${index}. ${words}`).join("\n\n");
}

describe("case 48: at the end", () => {
  it("the end stays in view while an answer of all kinds streams", async () => {
    const panel = await harness.open({ snapshot: conversation(6), state: { isStreaming: true } });
    await panel.push(...startAnswer());
    const parts: PanelRecord[] = [
      ...(paragraphs(4)
        .match(/.{1,40}/gs)
        ?.map((text) => textDelta(text)) ?? []),
      textDelta("\n\n```ts\nconst a = 1;\nconst b = 2;\n"),
      textDelta("```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"),
      ...toolRun("read", { path: "a.ts" }),
      ...toolRun("bash", { command: "ls" }, "one\ntwo\nthree"),
      ...toolRun("edit", { path: "a.ts", edits: [{ oldText: "a", newText: "b" }] }),
    ];
    for (const part of parts) {
      await panel.push(part);
      expect((await place(panel.page)).gap).toBeLessThanOrEqual(2);
    }
    await panel.state({ isStreaming: false });
    expect((await place(panel.page)).gap).toBeLessThanOrEqual(2);
    expect(panel.problems).toEqual([]);
    await panel.close();
  });

  it("a streaming turn never gets shorter, though its thinking folds", async () => {
    const panel = await harness.open({ snapshot: conversation(6), state: { isStreaming: true } });
    await panel.push(...startAnswer());
    let height = (await place(panel.page)).height;
    const thoughts = paragraphs(6).match(/.{1,60}/gs) ?? [];
    const steps = [
      ...thoughts.map((text) => thinkingDelta(text)),
      textDelta("So.", 1),
      ...toolRun("read", { path: "a.ts" }),
      ...toolRun("grep", { pattern: "b" }, "a.ts:1: b"),
      ...toolRun("read", { path: "c.ts" }),
      textDelta("Done.", 2),
    ];
    for (const step of steps) {
      await panel.push(step);
      const now = (await place(panel.page)).height;
      expect(now).toBeGreaterThanOrEqual(height - 1);
      height = now;
    }
    await panel.close();
  });

  it("the end of a turn scrolls nothing", async () => {
    const panel = await harness.open({ snapshot: conversation(6), state: { isStreaming: true } });
    await panel.push(...startAnswer(), textDelta(paragraphs(5)));
    const before = await tops(panel.page);
    await panel.state({ isStreaming: false });
    const after = await tops(panel.page);
    for (const [key, top] of Object.entries(after)) {
      if (before[key] !== undefined) expect(Math.abs(top - before[key])).toBeLessThanOrEqual(1);
    }
    await panel.close();
  });
});

describe("case 48: scrolled up", () => {
  it("nothing moves, whatever arrives, and the way back says how much is new", async () => {
    const panel = await harness.open({ snapshot: conversation(30), state: { isStreaming: true } });
    await panel.push(...startAnswer(), textDelta(paragraphs(3)));
    await wheel(panel, -1500);
    const before = await tops(panel.page);
    expect(Object.keys(before).length).toBeGreaterThan(3);
    const steps = [
      ...(paragraphs(20)
        .match(/.{1,200}/gs)
        ?.map((text) => textDelta(text)) ?? []),
      ...toolRun("read", { path: "a.ts" }),
      ...toolRun("read", { path: "b.ts" }),
      ...toolRun("bash", { command: "ls" }, "one\ntwo"),
      textDelta("More.", 1),
    ];
    for (const step of steps) {
      await panel.push(step);
      const now = await tops(panel.page);
      for (const [key, top] of Object.entries(before))
        expect(Math.abs((now[key] ?? Number.NaN) - top)).toBeLessThanOrEqual(1);
    }
    await panel.state({ isStreaming: false });
    const ended = await tops(panel.page);
    for (const [key, top] of Object.entries(before))
      expect(Math.abs((ended[key] ?? Number.NaN) - top)).toBeLessThanOrEqual(1);
    const jump = panel.page.getByRole("button", { name: /^Scroll to the end, \d+ new$/ });
    expect(await jump.textContent()).toMatch(/\d+ new/);
    await jump.click();
    expect((await place(panel.page)).gap).toBeLessThanOrEqual(2);
    expect(await panel.page.locator(".jump").count()).toBe(0);
    // And it is followed again.
    await panel.push(textDelta(paragraphs(3), 1));
    expect((await place(panel.page)).gap).toBeLessThanOrEqual(2);
    await panel.close();
  });

  it("counts what has come since the end was left, turn after turn, and nothing else", async () => {
    const all = conversation(12);
    const entries = all.entries ?? [];
    const panel = await harness.open({
      snapshot: { ...all, entries: entries.slice(-32), olderCount: entries.length - 32 },
      state: { isStreaming: true },
      respond: (message) =>
        message.type === "query" && message.what === "older"
          ? { ok: true, data: { entries: entries.slice(0, -32), olderCount: 0 } }
          : undefined,
    });
    const jump = panel.page.locator(".jump");
    await wheel(panel, -600);
    expect(await jump.getAttribute("aria-label")).toBe("Scroll to the end");
    for (let turn = 1; turn <= 3; turn += 1) {
      await panel.push(...startAnswer(`And ${turn}?`), thinkingDelta("Hm."));
      await panel.push(...toolRun("read", { path: "a.ts" }), ...toolRun("read", { path: "b.ts" }));
      await panel.push(textDelta(paragraphs(40), 1));
      await panel.state({ isStreaming: false });
      // A question, thinking, two files that fold into one row, and an answer, however long.
      expect(await jump.textContent()).toBe(`${turn * 5} new`);
      await panel.state({ isStreaming: true });
    }
    // An older page is nothing new.
    await panel.page.locator(".transcript").evaluate((view) => {
      view.scrollTop = 0;
    });
    await panel.page.getByRole("heading", { name: "Question 0" }).waitFor();
    expect(await jump.textContent()).toBe("15 new");
    await jump.click();
    await jump.waitFor({ state: "detached" });
    // Left again, the count begins anew.
    await wheel(panel, -600);
    expect(await jump.textContent()).toBe("");
    await panel.close();
  });

  it("lines keep their place while those above are drawn for the first time", async () => {
    const panel = await harness.open({ snapshot: conversation(60) });
    for (let step = 0; step < 12; step += 1) {
      const before = await tops(panel.page);
      const { top } = await place(panel.page);
      await wheel(panel, -240);
      const after = await tops(panel.page);
      const moved = Object.entries(after).flatMap(([key, now]) =>
        before[key] === undefined ? [] : [now - before[key]],
      );
      // All that stays on screen moves together, whatever the lines above turned out to measure.
      for (const distance of moved) expect(Math.abs(distance - (moved[0] ?? 0))).toBeLessThanOrEqual(1);
      expect((await place(panel.page)).top).toBeLessThan(top);
    }
    expect(panel.problems).toEqual([]);
    await panel.close();
  });

  it("older pages come before what is read, which stays where it is", async () => {
    const all = conversation(40);
    const entries = all.entries ?? [];
    const tail = entries.slice(-30);
    const panel = await harness.open({
      snapshot: { ...all, entries: tail, olderCount: entries.length - tail.length },
      respond: (message) => {
        if (message.type !== "query" || message.what !== "older") return undefined;
        const end = entries.findIndex(({ id }) => id === message.before);
        const start = Math.max(0, end - 20);
        return { ok: true, data: { entries: entries.slice(start, end), olderCount: start } };
      },
    });
    const seen = new Set<string>();
    for (let step = 0; step < 200; step += 1) {
      for (const text of await panel.page.locator("[data-bubble]").allTextContents()) seen.add(text);
      const { top } = await place(panel.page);
      if (top === 0) break;
      await wheel(panel, -400);
    }
    expect(seen.size).toBe(40);
    expect(await panel.page.locator("[data-bubble]").first().textContent()).toContain("Question 0");
    await panel.close();
  });

  it("a page that comes at the very top does not push the reader away", async () => {
    const all = conversation(12);
    const entries = all.entries ?? [];
    let answer: (() => void) | undefined;
    const wait = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const panel = await harness.open({
      snapshot: { ...all, entries: entries.slice(-24), olderCount: entries.length - 24 },
      respond: async (message) => {
        if (message.type !== "query" || message.what !== "older") return { ok: true };
        await wait;
        return { ok: true, data: { entries: entries.slice(0, -24), olderCount: 0 } };
      },
    });
    await panel.page.locator(".transcript").evaluate((view) => {
      view.dispatchEvent(new WheelEvent("wheel", { deltaY: -1 }));
      view.scrollTop = 0;
    });
    await panel.waitFor("query");
    const before = await tops(panel.page);
    answer?.();
    await panel.page.waitForFunction(() => (document.querySelector(".transcript")?.scrollTop ?? 0) > 0);
    const after = await tops(panel.page);
    const kept = Object.entries(before).filter(([key]) => after[key] !== undefined);
    expect(kept.length).toBeGreaterThan(2);
    for (const [key, top] of kept) expect(Math.abs((after[key] ?? 0) - top)).toBeLessThanOrEqual(1);
    await panel.close();
  });
});

describe("what is opened at the end", () => {
  it("stays where it was pressed, with its head in view, and closes there", async () => {
    const session = new Session();
    for (let turn = 0; turn < 6; turn += 1) {
      session.user(`Question ${turn}`);
      session.answer([{ type: "text", text: paragraphs(3) }]);
    }
    session.tool("bash", { command: "seq 10" }, Array.from({ length: 10 }, (_, line) => `${line}`).join("\n"));
    const panel = await harness.open({ snapshot: session.snapshot, height: 420 });
    const card = panel.page.getByRole("group", { name: "Tool bash" });
    const headTop = async () => (await card.boundingBox())?.y;
    const toggle = card.locator(".card-toggle");
    const before = await headTop();
    await toggle.click();
    await card.locator("pre").waitFor();
    expect(await headTop()).toBe(before);
    // The end is below now: the way there is shown, and what comes does not push the card away.
    await panel.page.locator(".jump").waitFor();
    await panel.state({ isStreaming: true });
    await panel.push(...startAnswer(), textDelta(paragraphs(3)));
    expect(await headTop()).toBe(before);
    await panel.page.locator(".jump").click();
    await panel.page.locator(".jump").waitFor({ state: "detached" });
    await panel.close();

    const again = await harness.open({ snapshot: session.snapshot, height: 420 });
    const other = again.page.getByRole("group", { name: "Tool bash" });
    const top = (await other.boundingBox())?.y;
    for (const count of [1, 0, 1, 0]) {
      await other.locator(".card-toggle").press("Enter");
      await expect.poll(() => again.page.locator(".jump").count()).toBe(count);
      expect((await other.boundingBox())?.y).toBe(top);
    }
    expect((await place(again.page)).gap).toBeLessThanOrEqual(2);
    await again.close();
  });
});

describe("a conversation that is opened", () => {
  it.each([240, 380, 900])("at %i px it ends right above the composer, and has its edges", async (width) => {
    const panel = await harness.open({ snapshot: conversation(20), width });
    const edges = await panel.page.evaluate(() => {
      const box = (selector: string) => {
        const last = [...document.querySelectorAll(selector)].at(-1) as Element;
        const { left, right, top, bottom } = last.getBoundingClientRect();
        return { left, right, top, bottom };
      };
      const view = document.querySelector(".transcript") as HTMLElement;
      return {
        bar: view.offsetWidth - view.clientWidth,
        foot: box(".line"),
        bubble: box(".bubble"),
        composer: box(".composer"),
      };
    });
    expect(edges.bar).toBe(10);
    expect(edges.composer.top - edges.foot.bottom).toBeLessThan(20);
    expect([edges.bubble.left, edges.bubble.right]).toEqual([edges.composer.left, edges.composer.right]);
    await panel.close();
  });
});

describe("sending", () => {
  it("goes to the end and follows it, wherever one has scrolled to", async () => {
    const panel = await harness.open({ snapshot: conversation(20) });
    await wheel(panel, -600);
    await panel.page.getByRole("textbox", { name: "Message" }).fill("And then?");
    await panel.page.keyboard.press("Enter");
    await panel.page.getByRole("heading", { name: "And then?" }).waitFor();
    await expect.poll(async () => (await place(panel.page)).gap).toBeLessThanOrEqual(2);
    await panel.close();
  });
});

describe("the message on screen", () => {
  it("sticks as one line once it is scrolled past, and leads back", async () => {
    const panel = await harness.open({ snapshot: conversation(3, paragraphs(12)) });
    const sticky = panel.page.locator(".sticky");
    expect(await sticky.textContent()).toContain("Question 2");
    await sticky.locator(".sticky-bubble").click();
    await sticky.waitFor({ state: "detached" });
    expect(await panel.page.getByRole("heading", { name: "Question 2" }).isVisible()).toBe(true);
    await panel.close();
  });
});

describe("a long conversation", () => {
  it("costs what is on screen", async () => {
    const count = (panel: Panel) => panel.page.evaluate(() => document.querySelectorAll("*").length);
    const short = await harness.open({ snapshot: conversation(8) });
    const long = await harness.open({ snapshot: conversation(3000) });
    expect(await count(long)).toBeLessThan((await count(short)) * 1.2);
    expect(await count(long)).toBeLessThan(800);
    await short.close();
    await long.close();
  });
});
