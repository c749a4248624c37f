import { expect } from "vitest";
import { isRunning } from "../../support/until.ts";
import { test } from "./atomic.ts";

test("case 29: a server that hears nothing any more does not outlive its window", async ({
  atomic,
  onTestFinished,
}) => {
  await atomic.newChat();
  await atomic.ask("remember me", "Noted.");
  const servers = atomic.serverPids();
  expect(servers.length).toBeGreaterThan(0);
  onTestFinished(() => {
    for (const pid of servers.filter(isRunning)) process.kill(pid, "SIGKILL");
  });
  // It sees the end of its stdin as little as one that is caught in a loop, and leaves the processor alone.
  for (const pid of servers) process.kill(pid, "SIGSTOP");
  await atomic.app.page.reload();
  await expect.poll(() => servers.filter(isRunning), { timeout: 20_000 }).toEqual([]);
  await atomic.workbench.openChatView();
  await atomic.chat.conversation.getByText("Noted.").waitFor();
});
