/** The menu of a line of the transcript: what can be done with it, by mouse and by keyboard. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Session } from "./conversation.ts";
import { Harness, type Panel } from "./harness/panel.ts";
import { focused } from "./harness/parts.ts";

let harness: Harness;
let panel: Panel;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

const session = new Session();
const question = session.user("Fix **it**");
session.tool("read", { path: "src/a.ts" }, "text of a");
session.tool("grep", { pattern: "word" }, "a.ts:1: word");
session.tool("bash", { command: "npm test" }, "all \u001b[32mgreen\u001b[0m");
session.tool("edit", { path: "src/a.ts", edits: [] }, "ok", { details: { diff: "-1 a\n+1 b" } });
session.answer([{ type: "text", text: "It is **fixed**." }]);

beforeEach(async () => {
  panel = await harness.open({ snapshot: session.snapshot, respond: () => ({ ok: true, data: { cancelled: false } }) });
});
afterEach(() => panel.close());

const menu = () => panel.page.getByRole("menu", { name: "Actions" });
const names = () => menu().getByRole("menuitem").allTextContents();
const item = (name: string) => menu().getByRole("menuitem", { name });

describe("the menu of a line", () => {
  it("opens with Shift+F10 and the menu key, is walked with the arrows, and gives the focus back", async () => {
    await panel.page.locator(".transcript").focus();
    await panel.page.keyboard.press("Home");
    for (const key of ["Shift+F10", "ContextMenu"]) {
      await panel.page.keyboard.press(key);
      await menu().waitFor();
      expect(await names()).toEqual([
        "Copy answer as MarkdownC",
        "Copy message",
        "Edit and resendE",
        "Fork from hereF",
        "Clone up to hereD",
        "LabelL",
      ]);
      expect(await focused(panel)).toBe("Copy answer as Markdown");
      await panel.page.keyboard.press("ArrowDown");
      expect(await focused(panel)).toBe("Copy message");
      await panel.page.keyboard.press("End");
      expect(await focused(panel)).toBe("Label");
      await panel.page.keyboard.press("ArrowDown");
      expect(await focused(panel)).toBe("Copy answer as Markdown");
      await panel.page.keyboard.press("Escape");
      await menu().waitFor({ state: "detached" });
      const line = await panel.page.evaluate(() => document.activeElement?.closest("[data-key]")?.textContent);
      expect(line).toContain("Fix **it**");
    }
    expect(await panel.received("stop")).toEqual([]);
    // The keys that stand beside the actions do them from the menu, too.
    await panel.page.keyboard.press("Shift+F10");
    await menu().waitFor();
    await panel.page.keyboard.press("f");
    await menu().waitFor({ state: "detached" });
    expect(await panel.waitFor("command")).toMatchObject({ command: "fork" });
    expect(await panel.received("command")).toHaveLength(1);
  });

  it("acts: copies, forks, clones, labels and edits", async () => {
    const open = async () => {
      await panel.page.locator(".bubble").click({ button: "right" });
      await menu().waitFor();
    };
    await open();
    await item("Copy message").click();
    expect(await panel.waitFor("copy")).toMatchObject({ text: "Fix **it**" });
    await open();
    await item("Copy answer as Markdown").click();
    expect(await panel.waitFor("copy", 1)).toMatchObject({ text: "It is **fixed**." });
    await open();
    await item("Fork from here").click();
    expect(await panel.waitFor("command")).toMatchObject({ command: "fork", args: { entryId: question } });
    await open();
    await item("Clone up to here").click();
    expect(await panel.waitFor("command", 1)).toMatchObject({ command: "clone" });
    await open();
    await item("Label").press("Enter");
    await panel.page.getByRole("textbox", { name: "Label" }).waitFor();
    await panel.page.keyboard.type("here");
    await panel.page.keyboard.press("Enter");
    expect(await panel.waitFor("command", 2)).toMatchObject({ command: "set_label", args: { label: "here" } });
    await open();
    await item("Edit and resend").click();
    await panel.page.getByRole("textbox", { name: "Edit message" }).waitFor();
    await expect.poll(() => focused(panel)).toBe("Edit message");
  });

  it("of a tool has what the tool has", async () => {
    await panel.page.getByRole("group", { name: "Tool bash" }).click({ button: "right" });
    expect((await names()).slice(0, 3)).toEqual(["Show detailsEnter", "Copy command", "Copy output"]);
    await item("Copy output").click();
    expect(await panel.waitFor("copy")).toMatchObject({ text: "all green" });
    await panel.page.getByRole("group", { name: "Tool edit" }).click({ button: "right" });
    await item("Open diff").click();
    expect(await panel.waitFor("openDiff")).toMatchObject({ path: "src/a.ts" });
    const run = panel.page.locator(".row", { hasText: "Read 1 file" });
    await run.click({ button: "right" });
    await item("Show details").click();
    await panel.page.locator("[data-row]", { hasText: "word" }).click({ button: "right" });
    expect(await names()).toContain("Copy output");
    await item("Copy output").click();
    expect(await panel.waitFor("copy", 1)).toMatchObject({ text: "a.ts:1: word" });
  });

  it("copies what is selected, and stays inside the panel at any place", async () => {
    await panel.page.locator(".text-line").selectText();
    await panel.page.setViewportSize({ width: 240, height: 320 });
    await panel.page.locator(".text-line").click({ button: "right", position: { x: 200, y: 4 } });
    expect((await names())[0]).toBe("Copy selection");
    const box = await menu().boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(240);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(320);
    // Nothing of it stays when one clicks elsewhere.
    await panel.page.mouse.click(4, 4);
    await menu().waitFor({ state: "detached" });
  });

  it("greys what cannot be done while the agent runs, and leaves fields to the editor", async () => {
    await panel.state({ isStreaming: true });
    await panel.page.locator(".bubble").click({ button: "right" });
    expect(await item("Edit and resend").isDisabled()).toBe(true);
    await panel.page.keyboard.press("Escape");
    await menu().waitFor({ state: "detached" });
    await panel.page.getByRole("textbox", { name: "Message" }).click({ button: "right" });
    expect(await menu().count()).toBe(0);
  });
});
