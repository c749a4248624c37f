/** Roles, names and keys: what tests and screen readers can rely on. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  assistant,
  conversation,
  event,
  Session,
  startAnswer,
  textDelta,
  thinkingDelta,
  toolRun,
} from "./conversation.ts";
import { request } from "./harness/dialogs.ts";
import { Harness, type Panel } from "./harness/panel.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

/** The key of the line that has the focus. */
function focused(panel: Panel): Promise<string | undefined> {
  return panel.page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset.key);
}

/** The text of the line that has the focus. */
function focusedText(panel: Panel): Promise<string> {
  return panel.page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-key]")?.textContent ?? "");
}

describe("roles and names", () => {
  it("are those the design promises", async () => {
    const session = new Session();
    session.user("First question");
    session.answer([{ type: "thinking", thinking: "Hm" }]);
    session.tool("bash", { command: "ls" }, "a");
    session.tool("jira_search", { query: "x" }, "{}");
    session.tool("read", { path: "a.ts" }, "no such file", { isError: true });
    session.answer([{ type: "text", text: "Done." }]);
    session.user("Second question");
    session.answer([], { stopReason: "error", errorMessage: "boom" });
    const panel = await harness.open({ height: 1200, snapshot: session.snapshot });
    const { page } = panel;
    const log = page.getByRole("log", { name: "Conversation" });
    expect(await log.count()).toBe(1);
    expect(await log.getAttribute("aria-live")).toBe("off");
    expect(await log.getByRole("article").count()).toBe(2);
    expect(
      await log
        .getByRole("article", { name: "First question" })
        .getByRole("heading", { name: "First question" })
        .count(),
    ).toBe(1);
    expect(await log.getByRole("group", { name: "Thinking" }).count()).toBe(1);
    for (const [tool, state] of [
      ["bash", "done"],
      ["jira_search", "done"],
      ["read", "failed"],
    ]) {
      expect(await log.getByRole("group", { name: `Tool ${tool}` }).textContent()).toContain(state);
    }
    expect(await log.getByRole("alert").textContent()).toContain("Anthropic answered with an error");
    await panel.close();
  });

  it("of a long message name the turn by its first line", async () => {
    const session = new Session();
    session.user(`The title\n\n${"More words. ".repeat(100)}`);
    session.answer([{ type: "text", text: "Done." }]);
    const panel = await harness.open({ snapshot: session.snapshot });
    expect(await panel.page.getByRole("article", { name: "The title" }).count()).toBe(1);
    expect(await panel.page.getByRole("heading", { name: "The title" }).count()).toBe(1);
    await panel.close();
  });
});

describe("announcements", () => {
  it("tell the start and the end of a run, never what streams", async () => {
    const panel = await harness.open({ snapshot: conversation(1) });
    const said: string[] = [];
    await panel.page.exposeFunction("said", (text: string) => said.push(text));
    await panel.page.evaluate(() => {
      const region = document.querySelector("[data-announcements]") as HTMLElement;
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            (window as unknown as { said(text: string): void }).said(node.textContent ?? "");
      }).observe(region, { childList: true });
    });
    await panel.state({ isStreaming: true });
    await panel.push(...startAnswer(), thinkingDelta("One "), thinkingDelta("two "));
    await panel.push(
      textDelta("three ", 1),
      textDelta("four", 1),
      ...toolRun("read", { path: "a.ts" }),
      ...toolRun("read", { path: "b.ts" }),
    );
    await panel.state({ isStreaming: false });
    await expect.poll(() => said).toEqual(["Answer started", "Finished, 2 tools"]);
    await panel.state({ isStreaming: true });
    await panel.push(
      ...startAnswer(),
      textDelta("x"),
      event({
        type: "message_end",
        message: assistant({ stopReason: "aborted", content: [{ type: "text", text: "x" }] }),
      }),
    );
    await panel.state({ isStreaming: false });
    await expect.poll(() => said).toEqual(["Answer started", "Finished, 2 tools", "Answer started", "Stopped"]);
    await panel.close();
  });
});

describe("by keyboard", () => {
  async function enter(panel: Panel): Promise<void> {
    await panel.page.locator(".transcript").focus();
    await expect.poll(() => focused(panel)).toBeTruthy();
  }

  it("the transcript is one tab stop, and its lines are walked with the arrows", async () => {
    const panel = await harness.open({ snapshot: conversation(3) });
    await enter(panel);
    const last = await focused(panel);
    await panel.page.keyboard.press("ArrowUp");
    expect(await focused(panel)).not.toBe(last);
    await panel.page.keyboard.press("ArrowDown");
    expect(await focused(panel)).toBe(last);
    await panel.page.keyboard.press("Home");
    expect(await focusedText(panel)).toContain("Question 0");
    await panel.page.keyboard.press("End");
    expect(await focused(panel)).toBe(last);
    expect(await panel.page.locator(".line [tabindex='0'], .line[tabindex='0']").count()).toBeGreaterThan(0);
    // Other lines have no stop of their own.
    expect(await panel.page.locator(".line:not(:focus-within) :is(button, a)[tabindex='0']").count()).toBe(0);
    await panel.close();
  });

  it("turns are walked with Alt and the arrows, drawn or not", async () => {
    const panel = await harness.open({ snapshot: conversation(40) });
    await enter(panel);
    for (let turn = 39; turn >= 30; turn -= 1) {
      await panel.page.keyboard.press("Alt+ArrowUp");
      expect(await focusedText(panel)).toContain(`Question ${turn}`);
    }
    await panel.page.keyboard.press("Alt+ArrowDown");
    expect(await focusedText(panel)).toContain("Question 31");
    await panel.close();
  });

  it("Enter and Space fold, the arrows open and close", async () => {
    const panel = await harness.open({ snapshot: conversation(1) });
    await enter(panel);
    await panel.page.keyboard.press("Home");
    await panel.page.keyboard.press("ArrowDown");
    const open = () => panel.page.evaluate(() => document.activeElement?.getAttribute("aria-expanded"));
    expect(await open()).toBe("false");
    for (const [key, expected] of [
      ["Enter", "true"],
      ["Space", "false"],
      ["ArrowRight", "true"],
      ["ArrowRight", "true"],
      ["ArrowLeft", "false"],
    ] as const) {
      await panel.page.keyboard.press(key);
      expect(await open()).toBe(expected);
    }
    await panel.close();
  });

  it("C copies, F forks, D clones, L labels, E edits", async () => {
    const respond = () => ({ ok: true as const, data: { cancelled: false } });
    const panel = await harness.open({ snapshot: conversation(2), respond });
    await enter(panel);
    await panel.page.keyboard.press("c");
    expect((await panel.waitFor("copy")).text).toContain("Answer 1.");
    await panel.page.keyboard.press("f");
    expect(await panel.waitFor("command")).toMatchObject({ command: "fork" });
    await panel.page.keyboard.press("d");
    expect(await panel.waitFor("command", 1)).toMatchObject({ command: "clone" });
    await panel.page.keyboard.press("l");
    await panel.page.getByRole("textbox", { name: "Label" }).fill("here");
    await panel.page.keyboard.press("Enter");
    expect(await panel.waitFor("command", 2)).toMatchObject({ command: "set_label", args: { label: "here" } });
    await enter(panel);
    await panel.page.keyboard.press("e");
    const editor = panel.page.getByRole("textbox", { name: "Edit message" });
    await editor.fill("Another question");
    await panel.page.keyboard.press("Enter");
    expect(await panel.waitFor("command", 3)).toMatchObject({ command: "navigate_tree" });
    expect(await panel.waitFor("send")).toMatchObject({ text: "Another question" });
    await panel.close();
  });

  it("letters typed into a field of the transcript stay letters", async () => {
    const panel = await harness.open({ snapshot: conversation(1) });
    await enter(panel);
    await panel.page.keyboard.press("l");
    await panel.page.keyboard.type("cfdel");
    expect(await panel.page.getByRole("textbox", { name: "Label" }).inputValue()).toBe("cfdel");
    await panel.page.keyboard.press("Escape");
    expect(await panel.received("command")).toEqual([]);
    await panel.close();
  });

  it("the focus is never lost while lines come and go", async () => {
    const panel = await harness.open({ snapshot: conversation(30), state: { isStreaming: true } });
    await enter(panel);
    await panel.page.keyboard.press("Alt+ArrowUp");
    const key = await focused(panel);
    await panel.push(...startAnswer(), textDelta("Words.\n\n".repeat(400)));
    await panel.page.locator(".transcript").evaluate((view) => view.scrollTo(0, 0));
    await panel.page.waitForFunction(() =>
      document.querySelector("[data-bubble]")?.textContent?.includes("Question 0"),
    );
    expect(await focused(panel)).toBe(key);
    await panel.close();
  });
});

describe("by mouse", () => {
  const respond = () => ({ ok: true as const, data: { cancelled: false } });
  const text = (panel: Panel, words: string) => panel.page.locator(".line p", { hasText: words });
  const selected = (panel: Panel) => panel.page.evaluate(() => String(getSelection()));
  const rings = (panel: Panel) =>
    panel.page.evaluate(
      () =>
        [...document.querySelectorAll(".line:focus > *")].filter((part) =>
          [null, "::after"].some((at) => getComputedStyle(part, at).outlineStyle !== "none"),
        ).length,
    );
  const scrollTop = (panel: Panel) => panel.page.locator(".transcript").evaluate((view) => view.scrollTop);

  /** Drags from one point of an element to another, in px. */
  async function drag(panel: Panel, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    await panel.page.mouse.move(from.x, from.y);
    await panel.page.mouse.down();
    await panel.page.mouse.move(to.x, to.y, { steps: 4 });
    await panel.page.mouse.up();
  }

  it("a line that is clicked takes the keys, shows no ring, and its text is selected as anywhere", async () => {
    const panel = await harness.open({ snapshot: conversation(2), respond });
    const answer = text(panel, "Answer 0.");
    const box = (await answer.boundingBox()) as { x: number; y: number; width: number };
    await answer.click({ position: { x: 20, y: 8 } });
    expect(await focusedText(panel)).toContain("Answer 0.");
    expect(await rings(panel)).toBe(0);
    await panel.page.keyboard.press("f");
    expect(await panel.waitFor("command")).toMatchObject({ command: "fork" });
    await answer.dblclick({ position: { x: 10, y: 8 } });
    expect((await selected(panel)).trim()).toBe("Answer");
    await text(panel, "The end.").first().click();
    await answer.click({ position: { x: 2, y: 8 } });
    await answer.click({ position: { x: 60, y: 8 }, modifiers: ["Shift"] });
    expect((await selected(panel)).length).toBeGreaterThan(3);
    expect(await rings(panel)).toBe(0);
    await drag(panel, { x: box.x + 1, y: box.y + 8 }, { x: box.x + 100, y: box.y + 8 });
    expect(await selected(panel)).toMatch(/^Answer 0\./);
    expect(await focusedText(panel)).toContain("Answer 0.");
    // The keyboard shows where it is again.
    await panel.page.keyboard.press("ArrowUp");
    await panel.page.keyboard.press("ArrowDown");
    expect(await focusedText(panel)).toContain("Answer 0.");
    expect(await rings(panel)).toBe(1);
    await panel.close();
  });

  it("beside a line it is that line, and nothing scrolls", async () => {
    const panel = await harness.open({ snapshot: conversation(20), respond, height: 500 });
    await panel.page.locator(".transcript").evaluate((view) => {
      view.dispatchEvent(new WheelEvent("wheel", { deltaY: -1 }));
      view.scrollTop -= 900;
    });
    const answer = panel.page.locator(".line p", { hasText: "Answer 16." });
    await answer.waitFor();
    const box = (await answer.boundingBox()) as { x: number; y: number };
    const top = await scrollTop(panel);
    await panel.page.mouse.click(3, box.y + 8);
    expect(await focusedText(panel)).toContain("Answer 16.");
    expect(await scrollTop(panel)).toBe(top);
    await drag(panel, { x: 3, y: box.y + 8 }, { x: box.x + 60, y: box.y + 8 });
    expect(await selected(panel)).toMatch(/^Answer/);
    await panel.close();
  });

  it("the sticky line leads to its message, which takes the keys and has the same menu", async () => {
    const panel = await harness.open({ snapshot: conversation(2, "Words.\n\n".repeat(60)), respond });
    const sticky = panel.page.locator(".sticky-bubble");
    await sticky.click({ button: "right" });
    const items = panel.page.getByRole("menu", { name: "Actions" }).getByRole("menuitem");
    const offered = await items.allTextContents();
    expect(offered).toContain("Edit and resendE");
    await panel.page.keyboard.press("f");
    expect(await panel.waitFor("command")).toMatchObject({ command: "fork" });
    await sticky.click();
    await sticky.waitFor({ state: "detached" });
    expect(await focusedText(panel)).toContain("Question 1");
    expect(await rings(panel)).toBe(0);
    await panel.page.locator(".line:focus .bubble").click({ button: "right" });
    expect(await items.allTextContents()).toEqual(offered);
    await panel.close();
  });

  it("what stands below the lines takes no letter for a key of theirs", async () => {
    const asked = request({ method: "confirm", title: "Run the tests?", message: "All of them." });
    const panel = await harness.open({
      snapshot: conversation(2),
      respond,
      state: { isStreaming: true, requests: [asked] },
    });
    await text(panel, "Answer 1.").click();
    await panel.page.getByText("All of them.").click();
    await panel.page.keyboard.type("first");
    expect(await panel.page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("first");
    expect(await panel.received("command")).toEqual([]);
    await panel.close();
  });

  it("a field that closes gives the focus back to its line", async () => {
    const panel = await harness.open({ snapshot: conversation(2), respond });
    await text(panel, "Answer 0.").click();
    for (const [key, field] of [
      ["l", "Label"],
      ["e", "Edit message"],
    ] as const) {
      await panel.page.keyboard.press(key);
      await panel.page.getByRole("textbox", { name: field }).waitFor();
      await panel.page.keyboard.press("Escape");
      await panel.page.getByRole("textbox", { name: field }).waitFor({ state: "detached" });
      await expect.poll(() => focused(panel)).toBeTruthy();
    }
    await panel.page.keyboard.press("f");
    expect(await panel.waitFor("command")).toMatchObject({ command: "fork" });
    await panel.close();
  });
});
