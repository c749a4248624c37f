import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conversation } from "./harness/conversation.ts";
import type { GalleryState } from "./harness/gallery-state.ts";
import { galleryStates } from "./harness/gallery-states.ts";
import { themes } from "./harness/page.ts";
import { Harness, type OpenOptions, type Panel } from "./harness/panel.ts";
import { button, focused, message } from "./harness/parts.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let harness: Harness;

beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

async function show(state: GalleryState, more: OpenOptions = {}): Promise<Panel> {
  const panel = await harness.open({ ...state.open(), reduceMotion: true, height: state.height ?? 700, ...more });
  await state.act?.(panel);
  return panel;
}

const state = (name: string) => galleryStates.find((one) => one.name === name) as GalleryState;

/** Serious and critical findings, each with the elements it is about. */
async function findings(panel: Panel): Promise<string[]> {
  const { violations } = await panel.page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`));
}

/** What reaches beyond the panel sideways, or makes it scroll there. */
function tooWide(panel: Panel): Promise<string[]> {
  return panel.page.evaluate(() => {
    const scrolls = (element: Element) => {
      const { overflowX } = getComputedStyle(element);
      return overflowX === "auto" || overflowX === "scroll" || overflowX === "hidden" || overflowX === "clip";
    };
    const clipped = (element: Element): boolean => {
      for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
        if (scrolls(parent)) return true;
      }
      return false;
    };
    const wide = [...document.querySelectorAll("#root *")].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (right > innerWidth + 0.5 || left < -0.5) && !clipped(element);
    });
    const sideways = [...document.querySelectorAll(".panel, .start, .transcript, .composer")].filter(
      (element) => element.scrollWidth > element.clientWidth + 1,
    );
    return [...wide, ...sideways].map((element) => `${element.tagName}.${element.className}`);
  });
}

describe("case 56: axe finds nothing serious in any state, in the four themes of VS Code", () => {
  test.each(galleryStates)("$name", async (one) => {
    const panel = await show(one);
    await panel.page.evaluate(axe);
    const found: string[] = [];
    for (const theme of themes.filter((name) => name !== "third-party")) {
      await panel.setTheme(theme);
      found.push(...(await findings(panel)).map((finding) => `${theme}: ${finding}`));
    }
    expect(found).toEqual([]);
    expect(panel.problems).toEqual([]);
    await panel.close();
  });
});

describe("case 56: motion and forced colours", () => {
  const animated = (panel: Panel) =>
    panel.page.evaluate(() =>
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY)
        .map((animation) => (animation as CSSAnimation).animationName),
    );

  test("what runs is still where motion is reduced, by VS Code or by the system", async () => {
    for (const reduced of [{ reduceMotion: true }, { context: { reducedMotion: "reduce" as const } }]) {
      const panel = await show(state("05-compacting"), { reduceMotion: false, ...reduced });
      expect(await animated(panel)).toEqual([]);
      await panel.close();
    }
    const moving = await show(state("05-compacting"), { reduceMotion: false });
    expect(await animated(moving)).toEqual(["turn"]);
    await moving.close();
  });

  test("forced colours: cards, fields, the ring and the bar keep their borders", async () => {
    const panel = await show(state("04-dialogs"), { context: { forcedColors: "active" } });
    const width = (selector: string) =>
      panel.page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).borderTopWidth);
    for (const selector of [".request", ".composer", ".button-secondary", ".ring svg"]) {
      expect(await width(selector), selector).toBe("1px");
    }
    await panel.close();
  });
});

describe("narrow, zoomed, right to left", () => {
  test.each(galleryStates)("$name: nothing reaches beyond 240 px, either way round", async (one) => {
    for (const direction of ["ltr", "rtl"] as const) {
      const panel = await show(one, { width: 240, direction });
      expect(await tooWide(panel), direction).toEqual([]);
      await panel.close();
    }
  });

  test("200 % zoom falls into the same steps as a panel of half the width", async () => {
    const layout = (panel: Panel) =>
      panel.page.evaluate(() =>
        [...document.querySelectorAll(".wide-only, .narrow-only")].map((element) => getComputedStyle(element).display),
      );
    const zoomed = await show(state("06-typing-while-running"), { width: 240, context: { deviceScaleFactor: 2 } });
    const narrow = await show(state("06-typing-while-running"), { width: 240 });
    expect(await layout(zoomed)).toEqual(await layout(narrow));
    const steer = button(zoomed, "Steer");
    expect(await steer.isVisible()).toBe(true);
    expect(await steer.locator(".codicon-compass").isVisible()).toBe(true);
    await zoomed.close();
    await narrow.close();
  });

  test("a larger chat font grows rows and buttons with it", async () => {
    const panel = await harness.open();
    const height = async () => (await button(panel, "Send").boundingBox())?.height ?? 0;
    expect(await height()).toBe(26);
    await panel.page.evaluate(() => document.documentElement.style.setProperty("--chat-font-size", "26px"));
    expect(await height()).toBe(52);
    expect(await tooWide(panel)).toEqual([]);
    await panel.close();
  });

  test("case 59: text takes its own direction, names and code keep theirs", async () => {
    const panel = await harness.open({ direction: "rtl" });
    const direction = () => message(panel).evaluate((field) => getComputedStyle(field).direction);
    await message(panel).fill("שלום עולם");
    expect(await direction()).toBe("rtl");
    await message(panel).fill("Hello");
    expect(await direction()).toBe("ltr");
    const attach = (await button(panel, "Attach").boundingBox())?.x ?? 0;
    const send = (await button(panel, "Send").boundingBox())?.x ?? 0;
    expect(send).toBeLessThan(attach);
    expect(
      await panel.page
        .locator(".start-hints code")
        .first()
        .evaluate((code) => getComputedStyle(code).direction),
    ).toBe("ltr");
    await panel.close();
  });
});

describe("case 57: by keyboard alone", () => {
  test("Tab goes through transcript, strip, composer, bar and footer, and the focus can be seen", async () => {
    const changes = [{ path: "a.ts", added: 1, removed: 1 }];
    const queue = { steering: ["Keep it"], followUp: [] };
    const panel = await harness.open({ snapshot: conversation, state: { isStreaming: true, changes, queue } });
    await panel.page.getByRole("log").waitFor();
    const stops: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      await panel.page.keyboard.press("Tab");
      const region = await panel.page.evaluate(() => {
        const active = document.activeElement;
        if (!active || active === document.body) return "outside";
        for (const name of ["transcript", "changes", "queue", "message-box", "bar", "footer"]) {
          if (active.closest(`.${name}`)) return name;
        }
        return active.className;
      });
      if (region !== stops.at(-1)) stops.push(region);
      if (region === "outside") break;
    }
    expect(stops).toEqual(["transcript", "changes", "queue", "message-box", "bar", "footer", "outside"]);
    await panel.close();
  });

  test("every icon button has a name, and shows it with its key when the mouse rests", async () => {
    const panel = await show(state("02-streaming"));
    const nameless = await panel.page.evaluate(() =>
      [...document.querySelectorAll("button")]
        .filter((one) => !one.ariaLabel && !one.textContent?.trim() && !one.getAttribute("aria-labelledby"))
        .map((one) => one.outerHTML),
    );
    expect(nameless).toEqual([]);
    await button(panel, "Stop").last().hover();
    await panel.page.locator(".hover-tip").waitFor();
    expect(await panel.page.locator(".hover-tip").textContent()).toBe("StopEscape");
    await panel.page.keyboard.press("Shift");
    await panel.page.locator(".hover-tip").waitFor({ state: "detached" });
    await panel.close();
  });

  test("popups give the focus back to the composer", async () => {
    const panel = await harness.open();
    for (const name of [/^Model/, /^Thinking/, "Context details"]) {
      await button(panel, name).focus();
      await panel.page.keyboard.press("Enter");
      await panel.page.getByRole("dialog").waitFor();
      await panel.page.keyboard.press("Escape");
      await panel.page.getByRole("dialog").waitFor({ state: "detached" });
      expect(await focused(panel)).toBe("Message");
    }
    await panel.close();
  });
});
