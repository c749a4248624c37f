/** Whoever goes on typing while the session is replaced or the agent restarts finds every letter where it was typed. */
import { describe, expect } from "vitest";
import { until } from "../../support/until.ts";
import { test } from "./atomic.ts";

const text = "the quick brown fox jumps over the lazy dog";

describe("what is typed at once", () => {
  test("after New Chat is the new chat's", async ({ atomic }) => {
    const { app, chat, workbench } = atomic;
    await atomic.newChat();
    await atomic.ask("begin", "Begun.");
    await chat.message.click();
    await workbench.run("Atomic: New Chat");
    await until("the keyboard is back", () => chat.hasFocus());
    await app.page.keyboard.type(text, { delay: 20 });
    await chat.conversation.getByRole("article").first().waitFor({ state: "detached" });
    await expect.poll(() => chat.message.inputValue()).toBe(text);
    await atomic.ask("and go on", "Gone on.");
    expect(await chat.message.inputValue()).toBe("");
  });

  test("after a pick asked for by its key, whether taken or not, is the message's", async ({ atomic }) => {
    const { app, chat, workbench } = atomic;
    await atomic.newChat();
    for (const [keys, answer] of [
      ["Control+k l", "Escape"],
      ["Control+k l", "Enter"],
      ["Control+k h", "Escape"],
    ] as const) {
      await chat.message.click();
      await until("the chat has the keyboard", () => chat.hasFocus());
      for (const key of keys.split(" ")) await app.page.keyboard.press(key);
      await workbench.quickInput.locator(".monaco-list-row").first().waitFor();
      await app.page.keyboard.press(answer);
      await workbench.quickInput.waitFor({ state: "hidden" });
      await until("the keyboard is back", () => chat.hasFocus());
    }
    await app.page.keyboard.type("typed on");
    await expect.poll(() => chat.message.inputValue()).toBe("typed on");
    await chat.message.fill("");
  });

  test("after Restart Agent stays, in a chat that holds nothing yet", async ({ atomic }) => {
    const { app, chat, workbench } = atomic;
    await atomic.newChat();
    await until("the agent runs", () => atomic.serverPids().length > 0);
    const before = new Set(atomic.serverPids());
    await workbench.run("Atomic: Restart Agent");
    await chat.message.click();
    await app.page.keyboard.type(text, { delay: 20 });
    await until("another agent runs", () => atomic.serverPids().some((pid) => !before.has(pid)));
    await chat.button(/^Model: Mock Main/).waitFor();
    await expect.poll(() => chat.message.inputValue()).toBe(text);
    await chat.message.press("Enter");
    await chat.conversation.getByText("ok", { exact: true }).waitFor();
    expect(atomic.endpoint.agentRequests.at(-1)?.lastUserText).toContain(text);
  });
});
