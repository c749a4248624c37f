import { describe, expect } from "vitest";
import { Gate } from "../../support/gate.ts";
import { test } from "./atomic.ts";
import { shows } from "./shows.ts";

describe("a server that dies", () => {
  test("is told in the panel; Restart brings the session back and the chat goes on", async ({ atomic }) => {
    await atomic.newChat();
    atomic.endpoint.push(["Before the crash."]);
    await atomic.chat.send("remember the number seven");
    await atomic.chat.conversation.getByText("Before the crash.").waitFor();
    const gate = new Gate();
    atomic.endpoint.push(["In the middle", { gate }], ["Seven."]);
    await atomic.chat.send("and now?");
    await atomic.chat.conversation.getByText("In the middle").waitFor();
    const [pid] = atomic.serverPids();
    if (!pid) throw new Error("no agent server runs");
    process.kill(pid, "SIGKILL");
    await shows(atomic.chat.alert, /stopped|restarted/i);
    if (await atomic.chat.button("Restart agent").count()) await atomic.chat.button("Restart agent").click();
    await expect.poll(() => atomic.serverPids().filter((each) => each !== pid).length).toBe(1);
    await atomic.chat.conversation.getByText("Before the crash.").waitFor();
    await atomic.chat.send("which number?");
    await atomic.chat.conversation.getByText("Seven.").waitFor();
    const request = atomic.endpoint.agentRequests.at(-1);
    expect(request?.conversation.map(({ text }) => text)).toContain("remember the number seven");
    gate.open();
  });

  test("Restart Agent from the palette keeps the session", async ({ atomic }) => {
    await atomic.newChat();
    atomic.endpoint.push(["Noted."], ["Still here."]);
    await atomic.chat.send("note this");
    await atomic.chat.conversation.getByText("Noted.").waitFor();
    const [before] = atomic.serverPids();
    await atomic.workbench.run("Atomic: Restart Agent");
    await expect.poll(() => atomic.serverPids().some((pid) => pid !== before)).toBe(true);
    await atomic.chat.send("are you there?");
    await atomic.chat.conversation.getByText("Still here.").waitFor();
    expect(atomic.endpoint.agentRequests.at(-1)?.conversation.map(({ text }) => text)).toContain("note this");
  });
});
