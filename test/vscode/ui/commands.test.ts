import { describe, expect } from "vitest";
import { test } from "./atomic.ts";
import { shows } from "./shows.ts";

describe("the palette", () => {
  test("switches the model, which the composer and the next request show", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.workbench.run("Atomic: Switch Model…");
    await atomic.workbench.pick("Mock Plain");
    await atomic.chat.button(/Mock Plain/).waitFor();
    await atomic.chat.send("who are you?");
    await atomic.chat.conversation.getByText("ok", { exact: true }).waitFor();
    expect(atomic.endpoint.agentRequests.at(-1)?.body.model).toBe("plain");
    await atomic.workbench.run("Atomic: Switch Model…");
    await atomic.workbench.pick("Mock Main");
    await atomic.chat.button(/Mock Main/).waitFor();
  });

  test("focuses the chat, whatever has the focus", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.app.page
      .locator(".activitybar")
      .getByRole("tab", { name: /Explorer/ })
      .click();
    await atomic.workbench.run("Atomic: Focus Chat");
    await atomic.chat.message.waitFor();
    await expect.poll(() => atomic.chat.message.evaluate((box) => box === document.activeElement)).toBe(true);
  });

  test("stops a running answer", async ({ atomic }) => {
    await atomic.newChat();
    atomic.endpoint.push(["Going on", { silence: true }]);
    await atomic.chat.send("begin");
    await atomic.chat.conversation.getByText("Going on").waitFor();
    await atomic.workbench.run("Atomic: Stop");
    expect(await (await atomic.endpoint.waitForAgentRequest(1)).closed).toBe(true);
    await atomic.chat.button("Send").waitFor();
  });

  test("shows the log", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.workbench.run("Atomic: Show Log");
    await shows(atomic.app.page.locator(".output-view .view-lines"), /\S/);
    await atomic.workbench.run("View: Toggle Panel Visibility");
  });
});

describe("the status bar", () => {
  test("shows how full the context is", async ({ atomic }) => {
    await atomic.newChat();
    await shows(atomic.status, /\b0\s?%/);
    atomic.endpoint.push(["Fine.", { usage: { prompt_tokens: 63_000, completion_tokens: 1000 } }]);
    await atomic.chat.send("how are you?");
    await atomic.chat.conversation.getByText("Fine.").waitFor();
    await shows(atomic.status, /50\s?%/);
  });

  test("names model, tokens and cost when hovered, and opens the menu of commands", async ({ atomic }) => {
    await atomic.newChat();
    atomic.endpoint.push(["Fine.", { usage: { prompt_tokens: 63_000, completion_tokens: 1000 } }]);
    await atomic.chat.send("how are you?");
    await shows(atomic.status, /50\s?%/);
    await atomic.status.hover();
    const hover = atomic.app.page.locator(".workbench-hover");
    await shows(hover, /Mock\sMain/);
    await shows(hover, /\$/);
    await shows(hover, /64k\sof\s128k/);
    await atomic.status.click();
    await atomic.workbench.quickPickRow("Switch Model").waitFor();
    await atomic.workbench.closeQuickInput();
  });
});
