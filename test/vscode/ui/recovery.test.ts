import { describe, expect } from "vitest";
import { Gate } from "../../support/gate.ts";
import { type Atomic, test } from "./atomic.ts";
import { shows } from "./shows.ts";

function killServers(atomic: Atomic): void {
  for (const pid of atomic.serverPids()) process.kill(pid, "SIGKILL");
}

test("a server that does not answer keeps no list of sessions from anyone", async ({ atomic }) => {
  const { workbench } = atomic;
  await atomic.newChat();
  await atomic.ask("found in its file", "Yes.");
  await workbench.run("Atomic: New Chat");
  const stopped = atomic.serverPids();
  for (const pid of stopped) process.kill(pid, "SIGSTOP");
  try {
    await workbench.run("Atomic: Sessions…");
    await workbench.quickPickRow("found in its file").first().waitFor();
  } finally {
    for (const pid of stopped) process.kill(pid, "SIGCONT");
  }
  await workbench.closeQuickInput();
});

describe("a server that dies", () => {
  test("in the middle of an answer comes back by itself, with the session, and says what was lost", async ({
    atomic,
  }) => {
    await atomic.newChat();
    atomic.endpoint.push(["Before the crash."]);
    await atomic.chat.send("remember the number seven");
    const { conversation } = atomic.chat;
    await conversation.getByText("Before the crash.").waitFor();
    const gate = new Gate();
    atomic.endpoint.push(["In the middle", { gate }], ["Seven."]);
    await atomic.chat.send("and now?");
    await conversation.getByText("In the middle").waitFor();
    const dead = atomic.serverPids();
    expect(dead.length).toBeGreaterThan(0);
    killServers(atomic);
    await conversation.getByText(/Restarted the agent/).waitFor();
    await conversation.getByText(/cut off/).waitFor();
    await conversation.getByText("Before the crash.").waitFor();
    expect(atomic.serverPids().filter((pid) => dead.includes(pid))).toEqual([]);
    await atomic.chat.send("which number?");
    await conversation.getByText("Seven.").waitFor();
    const request = atomic.endpoint.agentRequests.at(-1);
    expect(request?.conversation.map(({ text }) => text)).toContain("remember the number seven");
    gate.open();
  });

  test("again and again is told with its last words, and Restart goes on with the session", async ({ atomic }) => {
    await atomic.newChat();
    atomic.endpoint.push(["Noted."], ["Forty-two."]);
    await atomic.chat.send("remember forty-two");
    await atomic.chat.conversation.getByText("Noted.").waitFor();
    const restart = atomic.chat.button(/^(Restart agent|Try again)$/);
    await expect
      .poll(
        async () => {
          killServers(atomic);
          return restart.count();
        },
        { timeout: 60_000 },
      )
      .toBe(1);
    await shows(atomic.chat.alert, /stopped|started/i);
    await restart.click();
    await atomic.chat.alert.waitFor({ state: "detached" });
    await atomic.chat.send("which number?");
    await atomic.chat.conversation.getByText("Forty-two.").waitFor();
    const request = atomic.endpoint.agentRequests.at(-1);
    expect(request?.conversation.map(({ text }) => text)).toContain("remember forty-two");
  });

  test("by Restart Agent from the palette keeps the session", async ({ atomic }) => {
    await atomic.newChat();
    atomic.endpoint.push(["Noted."], ["Still here."]);
    await atomic.chat.send("note this");
    await atomic.chat.conversation.getByText("Noted.").waitFor();
    const before = atomic.serverPids();
    await atomic.workbench.run("Atomic: Restart Agent");
    await expect.poll(() => atomic.serverPids().some((pid) => !before.includes(pid))).toBe(true);
    await atomic.chat.send("are you there?");
    await atomic.chat.conversation.getByText("Still here.").waitFor();
    expect(atomic.endpoint.agentRequests.at(-1)?.conversation.map(({ text }) => text)).toContain("note this");
  });
});
