import { describe, expect } from "vitest";
import { descendantsOf } from "../../support/processes.ts";
import { isRunning } from "../../support/until.ts";
import { test } from "./atomic.ts";

describe("an agent that does not stop", () => {
  test("case 31: Stop, then after 5 s Force stop ends it with all it runs; the session comes back", async ({
    atomic,
  }) => {
    await atomic.newChat();
    const { chat, endpoint, workbench } = atomic;
    await atomic.ask("remember ninety", "Noted.");
    endpoint.push([{ tool: "bash", args: { command: "sleep 311 & sleep 312" } }], ["Ninety."]);
    await chat.send("run something long");
    await chat.button("Allow once").click();
    const [server] = atomic.serverPids();
    const sleeping = () => descendantsOf(server ?? 0).filter(({ command }) => /^sleep 31[12]$/.test(command));
    await expect.poll(() => sleeping().length).toBe(2);
    const running = [server ?? 0, ...sleeping().map(({ pid }) => pid)];
    process.kill(server ?? 0, "SIGSTOP"); // it hears nothing any more
    await chat.button("Stop").click();
    const warning = workbench.notification(/has not stopped yet/);
    await warning.waitFor();
    expect(running.filter(isRunning)).toEqual(running);
    await warning.getByRole("button", { name: "Force stop" }).click();
    await expect.poll(() => running.filter(isRunning)).toEqual([]);
    await chat.button("Send").waitFor();
    await chat.conversation.getByText("Noted.").waitFor();
    await chat.send("which number?");
    await chat.conversation.getByText("Ninety.").waitFor();
    expect(endpoint.agentRequests.at(-1)?.conversation.map(({ text }) => text)).toContain("remember ninety");
  });
});
