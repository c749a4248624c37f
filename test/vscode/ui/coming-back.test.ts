import { describe, expect } from "vitest";
import { Gate } from "../../support/gate.ts";
import { filesWith } from "../../support/search-files.ts";
import { isRunning } from "../../support/until.ts";
import { test } from "./atomic.ts";
import { shows } from "./shows.ts";

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

  test("case 38: the draft of a chat that nothing was said in is there after Reload Window", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.chat.message.fill("not said yet");
    await expect.poll(() => filesWith(atomic.app.profile.userData, "not said yet").length).toBeGreaterThan(0);
    await atomic.chat.button(/^Model: Mock Main/).waitFor();
    await atomic.app.page.reload();
    await atomic.workbench.openChatView();
    await expect.poll(() => atomic.chat.message.inputValue()).toBe("not said yet");
    await atomic.chat.button(/^Model: Mock Main/).waitFor();
    expect(await atomic.chat.message.inputValue()).toBe("not said yet");
    await atomic.chat.message.fill("");
  });

  test("case 29: no server outlives the extension host; what was queued when that was killed is in the draft", async ({
    atomic,
  }) => {
    const { chat, endpoint, workbench } = atomic;
    await atomic.newChat();
    const gate = new Gate();
    endpoint.push(["Busy ", { gate }, "no more."]);
    await chat.send("begin");
    await gate.reached;
    await chat.send("queued first");
    await shows(chat.queue, /queued first/);
    await chat.send("queued second");
    await shows(chat.queue, /queued first[\s\S]*queued second/);
    await chat.message.fill("not sent at all");
    // What is queued is kept at once, what is typed a moment later.
    await expect.poll(() => filesWith(atomic.app.profile.userData, "not sent at all").length).toBeGreaterThan(0);
    const servers = atomic.serverPids();
    expect(servers.length).toBeGreaterThan(0);
    process.kill(atomic.extensionHostPid(), "SIGKILL");
    await expect.poll(() => servers.filter(isRunning), { timeout: 5000 }).toEqual([]);
    gate.open();
    await workbench.page.reload();
    await workbench.openChatView();
    await chat.conversation.getByText("begin", { exact: true }).waitFor();
    await expect.poll(() => chat.message.inputValue()).toMatch(/^not sent at all\n\nqueued first\n\nqueued second$/);
    expect(endpoint.agentRequests).toHaveLength(1);
    endpoint.push(["Both at once."]);
    await chat.message.press("Enter");
    await chat.conversation.getByText("Both at once.").waitFor();
  });
});
