import { describe, expect, vi } from "vitest";
import { test } from "./atomic.ts";

describe("case 54: the default keys", () => {
  test("hold while a chat has the keyboard", async ({ atomic }) => {
    const { page } = atomic.app;
    const { quickInput } = atomic.workbench;
    /** Presses Ctrl+K and `key` until it has its effect: that the chat has the keyboard is told a moment after it has it. */
    const chord = (key: string, effect: () => Promise<void>) =>
      vi.waitFor(async () => {
        await atomic.chat.message.focus();
        await page.keyboard.press("Control+k");
        await page.keyboard.press(key);
        await effect();
      }, 40_000);
    const soon = { timeout: 4000 };
    await atomic.newChat();
    await atomic.ask("remember the keys", "Remembered.");
    await chord("h", () => quickInput.getByPlaceholder("Search by name or first message").waitFor(soon));
    await page.keyboard.press("Escape");
    await chord("l", () => quickInput.getByPlaceholder("Model or provider").waitFor(soon));
    await page.keyboard.press("Escape");
    const answer = atomic.chat.conversation.getByText("Remembered.");
    await chord("a", () => answer.waitFor({ state: "detached", ...soon }));
    const search = atomic.chat.frame.getByRole("textbox", { name: "Search messages and labels" });
    await chord("g", () => search.waitFor(soon));
    await search.press("Escape");
    await search.waitFor({ state: "detached" });
    expect(await atomic.chat.message.inputValue()).toBe("");
  });

  test("Shift+F10 opens the menu of a line of the transcript, and no other", async ({ atomic }) => {
    const { keyboard } = atomic.app.page;
    const { chat } = atomic;
    await atomic.newChat();
    await atomic.ask("what has a menu?", "This has.");
    await chat.conversation.focus();
    await keyboard.press("Home");
    await keyboard.press("Shift+F10");
    const menu = chat.frame.getByRole("menu", { name: "Actions" });
    await menu.getByRole("menuitem", { name: "Copy answer as Markdown" }).waitFor();
    expect(await atomic.app.page.locator(".context-view .monaco-menu").count()).toBe(0);
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await menu.waitFor({ state: "detached" });
    await expect.poll(() => atomic.app.page.evaluate(() => navigator.clipboard.readText())).toBe("what has a menu?");
  });

  test("are VS Code's own as soon as something else has it", async ({ atomic }) => {
    const { page } = atomic.app;
    await atomic.newChat();
    await atomic.chat.message.focus();
    await page
      .locator(".activitybar")
      .getByRole("tab", { name: /Explorer/ })
      .click();
    await atomic.chat.message.waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.keyboard.press("h");
    // Keys are taken in their order: what opens now is the palette, and no list of ours.
    await page.keyboard.press("F1");
    const input = atomic.workbench.quickInput.getByRole("combobox").or(atomic.workbench.quickInput.locator("input"));
    await expect.poll(() => input.first().inputValue()).toMatch(/^>/);
    await page.keyboard.press("Escape");
    await atomic.workbench.openChatView();
  });
});
