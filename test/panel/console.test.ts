/** The console of the panel stays empty in the whole suite: whoever closes a panel fails on what it said. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conversation, startAnswer, textDelta, toolRun } from "./conversation.ts";
import { galleryStates } from "./harness/gallery-states.ts";
import { Harness } from "./harness/panel.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

/** Resolves when the page has drawn two frames more. */
const frames = () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));

describe("case 51: any error or warning in the console fails the test it happens in", () => {
  const mishaps: [string, () => unknown, RegExp][] = [
    ["an error", () => console.error("it broke"), /it broke/],
    ["a warning", () => console.warn("it may break"), /it may break/],
    [
      "an exception nobody caught",
      () =>
        queueMicrotask(() => {
          throw new Error("thrown");
        }),
      /thrown/,
    ],
    ["a promise nobody waits for", () => void Promise.reject(new Error("rejected")), /rejected/],
    [
      "a ResizeObserver that loops",
      () => {
        const box = document.body.appendChild(document.createElement("div"));
        new ResizeObserver(() => {
          box.style.height = `${box.offsetHeight + 1}px`;
        }).observe(box);
      },
      /ResizeObserver loop/,
    ],
  ];
  test.each(mishaps)("%s", async (_, mishap, words) => {
    const panel = await harness.open();
    await panel.page.evaluate(mishap);
    await panel.page.evaluate(frames);
    await expect.poll(() => panel.problems.join()).toMatch(words);
    await expect(panel.close()).rejects.toThrow(words);
  });

  test("the panel says nothing while it streams and is made narrower and wider", async () => {
    const panel = await harness.open({ snapshot: conversation(20), state: { isStreaming: true } });
    await panel.push(...startAnswer());
    for (const width of [900, 240, 380, 600, 299, 1200, 320]) {
      await panel.page.setViewportSize({ width, height: 200 + (width % 7) * 90 });
      await panel.push(
        textDelta("Words that wrap. ".repeat(30)),
        ...toolRun("bash", { command: `echo ${width}` }, "a\nb"),
      );
      await panel.page.evaluate(frames);
    }
    await panel.state({ isStreaming: false });
    await panel.close();
  });

  const tall = ["02-streaming", "03-conversation", "04-dialogs", "06-attachments"];
  test.each(galleryStates.filter(({ name }) => tall.includes(name)))(
    "$name says nothing while its panel changes its size",
    async (state) => {
      const panel = await harness.open({ ...state.open(), height: state.height ?? 700 });
      await state.act?.(panel);
      for (const width of [240, 900]) {
        await panel.page.setViewportSize({ width, height: 500 });
        await panel.page.evaluate(frames);
      }
      await panel.close();
    },
  );
});
