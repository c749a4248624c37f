import { expect } from "vitest";
import { test } from "./atomic.ts";

const answer = ["```ts", 'const answer = "forty-two"; // it is', "```"].join("\n");

test("code has the colours of the editor's theme, and those a person sets above it", async ({ atomic }) => {
  await atomic.newChat();
  atomic.endpoint.push([answer]);
  await atomic.chat.send("show me code");
  const string = atomic.chat.conversation.locator(".hljs-string").first();
  await string.waitFor();
  const color = () => string.evaluate((token) => getComputedStyle(token).color);
  const first = await color();

  atomic.changeSettings({ "workbench.colorTheme": "Monokai" });
  await expect.poll(color).toBe("rgb(230, 219, 116)");
  atomic.changeSettings({ "editor.tokenColorCustomizations": { "[Monokai]": { strings: "#ff8800" } } });
  await expect.poll(color).toBe("rgb(255, 136, 0)");
  atomic.changeSettings({ "workbench.colorTheme": "Solarized Light" });
  await expect.poll(color).toBe("rgb(42, 161, 152)");
  atomic.changeSettings({
    "workbench.colorTheme": undefined,
    "editor.tokenColorCustomizations": undefined,
  });
  await expect.poll(color).toBe(first);
});
