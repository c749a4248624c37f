/** What a turn tells of itself, and how thinking shows. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PanelSettings } from "../../extension/panel/messages.ts";
import { Session, startAnswer, textDelta, thinkingDelta, update } from "./conversation.ts";
import { Harness } from "./harness/panel.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

describe("the foot of a turn", () => {
  it("shows time, model and cost, and the tokens when asked, by mouse or by keyboard", async () => {
    const session = new Session();
    session.user("Hello");
    session.answer([{ type: "text", text: "Hi." }]);
    const panel = await harness.open({ snapshot: session.snapshot });
    const totals = panel.page.locator(".foot-totals");
    expect(await totals.textContent()).toContain("1s · Sonnet 4.5 · $0.01");
    await totals.click();
    expect(await totals.textContent()).toMatch(/^\d\d:\d\d 1,200 in, 300 out, 9k from cache$/);
    await totals.click();
    await panel.page.locator(".transcript").focus();
    await panel.page.keyboard.press("End");
    for (let step = 0; step < 8; step += 1) {
      if (await totals.evaluate((button) => button === document.activeElement)) break;
      await panel.page.keyboard.press("Tab");
    }
    await panel.page.keyboard.press("Enter");
    expect(await totals.textContent()).toContain("1,200 in");
    await panel.close();
  });

  it("keeps its label in sight", async () => {
    const session = new Session();
    const id = session.user("Hello");
    session.answer([{ type: "text", text: "Hi." }]);
    session.add({ type: "label", targetId: id, label: "before the rename" });
    const panel = await harness.open({ snapshot: session.snapshot });
    expect(await panel.page.locator(".label-pill").textContent()).toBe("before the rename");
    await panel.close();
  });
});

describe("thinking", () => {
  const settings = (thinkingDisplay: PanelSettings["thinkingDisplay"]): PanelSettings => ({
    thinkingDisplay,
    enterWhileRunning: "steer",
    escape: "stop",
  });
  const shown = { always: [true, true], auto: [true, false], never: [false, false] } as const;
  it.each(Object.entries(shown))("%s: while it streams, and afterwards", async (display, [streaming, done]) => {
    const state = { isStreaming: true, settings: settings(display as PanelSettings["thinkingDisplay"]) };
    const panel = await harness.open({ snapshot: {}, state });
    await panel.push(...startAnswer(), thinkingDelta("Let me "), thinkingDelta("look."));
    const group = panel.page.getByRole("group", { name: "Thinking" });
    const isOpen = async () => (await group.textContent())?.includes("Let me look.");
    expect(await isOpen()).toBe(streaming);
    await panel.push(update({ type: "thinking_end", contentIndex: 0, content: "Let me look." }), textDelta("Here.", 1));
    await panel.state({ isStreaming: false });
    await expect.poll(() => group.textContent()).toMatch(/^Thought/);
    expect(await isOpen()).toBe(done);
    // What the person opens or closes stays so.
    await group.locator(".row-toggle").click();
    expect(await isOpen()).toBe(!done);
    await panel.push(textDelta(" More.", 1));
    expect(await isOpen()).toBe(!done);
    await panel.close();
  });
});
