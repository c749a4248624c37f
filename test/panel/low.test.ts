/** A panel that is one of three views of a small window. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { short } from "./harness/conversation.ts";
import { Harness } from "./harness/panel.ts";
import { button, message } from "./harness/parts.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

describe("in a low panel", () => {
  test.each([120, 160, 219, 220, 270])(
    "of %i px the conversation keeps its room, and one can write and stop",
    async (height) => {
      const panel = await harness.open({
        height,
        snapshot: { ...short, draft: { text: "one\ntwo\nthree\nfour", caret: 0, images: [] } },
        state: {
          isStreaming: true,
          changes: [{ path: "src/a.ts", added: 2, removed: 1 }],
          queue: { steering: ["One", "Two"], followUp: ["Three"] },
        },
      });
      expect(await panel.page.locator(".transcript").evaluate((view) => view.clientHeight)).toBeGreaterThanOrEqual(75);
      for (const name of ["Steer", "Follow up", "Stop"]) {
        const box = await button(panel, name).boundingBox();
        expect(box?.y).toBeGreaterThan(0);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      }
      await message(panel).fill("Go on");
      await button(panel, "Steer").click();
      expect(await panel.waitFor("send")).toMatchObject({ text: "Go on" });
      // All of it is back where there is room.
      await panel.page.setViewportSize({ width: 380, height: 700 });
      for (const selector of [".model-picker", ".footer", ".changes", ".queue-list"])
        expect(await panel.page.locator(selector).first().isVisible()).toBe(true);
      await panel.close();
    },
  );
});
