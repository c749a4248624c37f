import { describe, expect } from "vitest";
import { test } from "./atomic.ts";

describe("mentions", () => {
  test("a file is found as its name is typed, and taken with Tab", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.chat.message.pressSequentially("Explain @sum");
    const option = atomic.chat.frame.getByRole("option", { name: /sum\.js/ });
    await option.first().waitFor();
    await atomic.chat.message.press("Tab");
    await expect.poll(() => atomic.chat.message.inputValue()).toMatch(/^Explain @src\/sum\.js\s?$/);
    await atomic.chat.message.fill("");
  });

  test("lines of a file are sent with the message", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.chat.message.pressSequentially("Explain @sum.js:1");
    await atomic.chat.frame.getByRole("option", { name: /sum\.js:1/ }).waitFor();
    await atomic.chat.message.press("Enter");
    await expect.poll(() => atomic.chat.message.inputValue()).toMatch(/^Explain @src\/sum\.js:1\s?$/);
    await atomic.chat.message.press("Enter");
    const request = await atomic.endpoint.waitForAgentRequest(1);
    const sent = JSON.stringify(request.body.messages);
    expect(sent).toContain("Explain @src/sum.js:1");
    expect(sent).toContain("export const sum = (a, b) => a + b;");
  });
});
