import { describe, expect } from "vitest";
import { test } from "./atomic.ts";

describe("a chat that comes back", () => {
  test("case 38: after Reload Window it has its session and its draft", async ({ atomic }) => {
    await atomic.newChat();
    atomic.endpoint.push(["Noted."], ["Eleven."]);
    await atomic.chat.send("remember eleven");
    await atomic.chat.conversation.getByText("Noted.").waitFor();
    await atomic.chat.message.fill("half a thought");
    await atomic.app.page.locator(".part.titlebar").click();
    await atomic.workbench.showExplorer();
    await atomic.workbench.openChatView();
    await expect.poll(() => atomic.chat.message.inputValue()).toBe("half a thought");
    await atomic.app.page.reload();
    await atomic.workbench.openChatView();
    await atomic.chat.conversation.getByText("Noted.").waitFor();
    await expect.poll(() => atomic.chat.message.inputValue()).toBe("half a thought");
    await atomic.chat.send("which number?");
    await atomic.chat.conversation.getByText("Eleven.").waitFor();
    const texts = atomic.endpoint.agentRequests.at(-1)?.conversation.map(({ text }) => text);
    expect(texts).toContain("remember eleven");
  });

  test("case 29: no server outlives the extension host", async ({ atomic }) => {
    await atomic.newChat();
    atomic.endpoint.push(["Up."]);
    await atomic.chat.send("are you up?");
    await atomic.chat.conversation.getByText("Up.").waitFor();
    const servers = atomic.serverPids();
    expect(servers.length).toBeGreaterThan(0);
    process.kill(atomic.extensionHostPid(), "SIGKILL");
    await expect.poll(() => servers.filter(isAlive), { timeout: 5000 }).toEqual([]);
    await atomic.app.page.reload();
    await atomic.workbench.openChatView();
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
