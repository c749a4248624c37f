import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conversation } from "./harness/conversation.ts";
import type { GalleryState } from "./harness/gallery-state.ts";
import { galleryStates } from "./harness/gallery-states.ts";
import { Harness, type OpenOptions, type Panel } from "./harness/panel.ts";
import { button, focused, message } from "./harness/parts.ts";
import { scenes } from "./scenes.ts";

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

/** Serious and critical findings, each with the elements it is about. Contrast is computed. */
async function findings(panel: Panel, rule?: "color-contrast"): Promise<string[]> {
  const { violations } = await panel.page.evaluate(
    (only) => (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run(only),
    // The frame of a diagram has no origin: nothing can be asked of it.
    { iframes: false, ...(rule === undefined ? {} : { runOnly: [rule] }) },
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`));
}

/** Icons that nothing is drawn for. */
function blankIcons(panel: Panel): Promise<string[]> {
  return panel.page.evaluate(() =>
    [...document.querySelectorAll(".codicon")]
      .filter((icon) => ["none", "normal"].includes(getComputedStyle(icon, "::before").content))
      .map(({ className }) => className),
  );
}

/** What reaches beyond the panel sideways, makes it scroll there, or is a control of which a part cannot be seen. */
function outside(panel: Panel): Promise<string[]> {
  return panel.page.evaluate(() => {
    const name = (element: Element) =>
      `${element.tagName}.${element.className} ${element.getAttribute("aria-label") ?? element.textContent?.slice(0, 40)} in ${element.parentElement?.textContent?.slice(0, 60)}`;
    const clips = (element: Element) => getComputedStyle(element).overflowX !== "visible";
    /** What clips an element, from the inside out, without what scrolls sideways or ends in an ellipsis. */
    const clippers = (element: Element): Element[] => {
      const found: Element[] = [];
      for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(parent);
        if (textOverflow === "ellipsis" || /auto|scroll/.test(overflowX)) return found;
        // What shows on hover and focus only has no room until then.
        if (overflowX !== "visible" && parent.clientWidth > 1) found.push(parent);
      }
      return found;
    };
    const isClipped = (element: Element): boolean => {
      for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
        if (clips(parent)) return true;
      }
      return false;
    };
    const reaches = (element: Element, left: number, right: number) => {
      const box = element.getBoundingClientRect();
      return box.width > 1 && box.height > 1 && (box.right > right + 1 || box.left < left - 1);
    };
    const wide = [...document.querySelectorAll("#root *")].filter(
      (element) => reaches(element, 0, innerWidth) && !isClipped(element),
    );
    const sideways = [...document.querySelectorAll(".panel, .start, .transcript, .composer")].filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX),
    );
    const controls = [...document.querySelectorAll("#root :is(button, input, textarea, [role=button], [role=option])")];
    const cut = controls.filter((control) =>
      clippers(control).some((parent) => {
        const { left, right } = parent.getBoundingClientRect();
        return reaches(control, left, right);
      }),
    );
    const say = (what: string, elements: Element[]) => elements.map((element) => `${what} ${name(element)}`);
    return [...say("beyond", wide), ...say("scrolls", sideways), ...say("cut", cut)];
  });
}

/** Makes the panel this wide, and waits until it is drawn so. */
async function resize(panel: Panel, width: number): Promise<void> {
  const height = panel.page.viewportSize()?.height ?? 700;
  await panel.page.setViewportSize({ width, height });
  await panel.page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
  );
}

/** The panel at twice the size: as many pixels of the screen, half as many of the page. */
async function enlarge(panel: Panel): Promise<void> {
  await panel.page.evaluate(() => {
    const { style } = document.documentElement;
    style.setProperty("--vscode-font-size", "26px");
    style.setProperty("--vscode-editor-font-size", "24px");
  });
}

describe.concurrent("case 56: axe finds nothing serious in any state; no state is cut when it is narrow, turned round or enlarged", () => {
  // Two pixels of the screen for one of the page, as at a zoom of 200 %.
  const context = { deviceScaleFactor: 2 };
  test.each([...galleryStates, ...scenes])("$name", async (one) => {
    const panel = await show(one, { context });
    const found: string[] = [];
    const note = (where: string, list: string[]) => found.push(...list.map((finding) => `${where}: ${finding}`));
    await panel.page.evaluate(axe);
    note("dark", await findings(panel));
    note("no such icon", await blankIcons(panel));
    // Only colours differ from theme to theme.
    for (const theme of ["light", "hc-dark", "hc-light"] as const) {
      await panel.setTheme(theme);
      note(theme, await findings(panel, "color-contrast"));
    }
    await resize(panel, 240);
    note("240 px", await outside(panel));
    await panel.page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    note("240 px, right to left", await outside(panel));
    await panel.page.evaluate(() => document.documentElement.setAttribute("dir", "ltr"));
    await enlarge(panel);
    await resize(panel, 480);
    note("200 %", await outside(panel));
    expect(found).toEqual([]);
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

  test("forced colours: changed words of a diff are read as the others, and what is chosen is told apart", async () => {
    const look = (panel: Panel, selector: string, of: "color" | "backgroundColor") =>
      panel.page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element)[name], of);
    const diff = await show(state("02-streaming"), { context: { forcedColors: "active", colorScheme: "dark" } });
    expect(await look(diff, ".diff mark", "color")).toBe(await look(diff, ".diff-number", "color"));
    await diff.close();
    const tree = await show(state("07-tree"), { context: { forcedColors: "active" } });
    const chosen = await look(tree, ".tree-filter[aria-pressed=true]", "backgroundColor");
    expect(chosen).not.toBe(await look(tree, ".tree-filter[aria-pressed=false]", "backgroundColor"));
    await tree.close();
  });
});

describe("narrow, zoomed, right to left", () => {
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
    expect(await outside(panel)).toEqual([]);
    await panel.close();
  });

  test("a chat font that changes is shown at once: nothing that is typed, scrolled to or focused is lost", async () => {
    const panel = await harness.open({ snapshot: conversation });
    const settings = { thinkingDisplay: "auto", enterWhileRunning: "steer", escape: "stop" } as const;
    const scroller = panel.page.locator(".transcript");
    const face = (name: "fontSize" | "fontFamily") =>
      message(panel).evaluate((field, property) => getComputedStyle(field)[property], name);
    await message(panel).pressSequentially("Half ");
    await scroller.evaluate((view) => view.scrollTo(0, 0));
    expect(await face("fontSize")).toBe("13px");
    await panel.state({ settings: { ...settings, font: { size: 20, family: '"Liberation Serif", serif' } } });
    await panel.page.keyboard.type("a thought");
    expect(await message(panel).inputValue()).toBe("Half a thought");
    expect(await face("fontSize")).toBe("20px");
    expect(await face("fontFamily")).toBe('"Liberation Serif", serif');
    expect(await scroller.evaluate((view) => view.scrollTop)).toBe(0);
    expect(await panel.received("hello")).toHaveLength(1);
    await panel.state({ settings: { ...settings, font: { size: 13, family: "var(--vscode-font-family)" } } });
    await expect.poll(() => face("fontSize")).toBe("13px");
    expect(await face("fontFamily")).toContain("Inter");
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
