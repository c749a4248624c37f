/** States of a chat that the other files do not pass through: what goes wrong with a provider, and what takes time. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { Gate } from "../../support/gate.ts";
import { pixel } from "../../support/images.ts";
import { test } from "./atomic.ts";
import { shows } from "./shows.ts";

const overloaded = { status: 529, body: { error: { message: "Overloaded" } } };

describe("states", () => {
  test("starting: a message sent meanwhile goes out when the agent is there", async ({ atomic }) => {
    const { chat, workbench } = atomic;
    await atomic.newChat();
    await workbench.run("Atomic: Restart Agent");
    await chat.send("are you there already?");
    await chat.conversation.getByText("ok", { exact: true }).waitFor();
    expect(atomic.endpoint.agentRequests).toHaveLength(1);
  });

  test("retrying: the card counts down, and Stop gives up", async ({ atomic }) => {
    const { chat, endpoint, folder, workbench } = atomic;
    const settings = folder.readAgentFile("settings.json");
    folder.writeAgentFile("settings.json", settings.replace('"baseDelayMs": 50', '"baseDelayMs": 60000'));
    await atomic.newChat();
    await workbench.run("Atomic: Restart Agent");
    endpoint.fallback = overloaded;
    await chat.send("hello?");
    const card = chat.frame.locator(".notice-card", { hasText: "Trying again" });
    await shows(card, /Trying again in \d+ s\. Attempt 1 of 3\./);
    await card.getByRole("button", { name: "Stop" }).click();
    await card.waitFor({ state: "detached" });
    await chat.button("Send").waitFor();
    expect(endpoint.agentRequests).toHaveLength(1);
    folder.writeAgentFile("settings.json", settings);
    await workbench.run("Atomic: Restart Agent");
  });

  test("given up: three attempts failed; Try again goes on", async ({ atomic }) => {
    const { chat, endpoint } = atomic;
    await atomic.newChat();
    endpoint.push(overloaded, overloaded, overloaded, overloaded, ["At last."]);
    await chat.send("hello?");
    const card = chat.frame.locator(".notice-card", { hasText: "4 attempts failed." }).last();
    await shows(card, /is still overloaded/);
    await card.getByRole("button", { name: "Try again" }).click();
    await chat.conversation.getByText("At last.").waitFor();
  });

  test("offline: the provider that cannot be reached is named", async ({ atomic }) => {
    const { chat, endpoint, workbench } = atomic;
    await atomic.newChat();
    endpoint.fallback = [{ drop: true }];
    await chat.send("hello?");
    const card = chat.frame.locator(".notice-card", { hasText: "cannot be reached" }).last();
    await card.getByRole("button", { name: "Details" }).click();
    await workbench.editorTab(/./).waitFor();
    await workbench.closeEditors();
    endpoint.fallback = ["ok"];
    await chat.send("and now?");
    await chat.conversation.getByText("ok", { exact: true }).waitFor();
  });

  test("too long: says so, with ways out", async ({ atomic }) => {
    const { chat, endpoint } = atomic;
    await atomic.newChat();
    const message =
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 203000 tokens.";
    endpoint.fallback = { status: 400, body: { error: { message, code: "context_length_exceeded" } } };
    await chat.send("a very long story");
    const card = chat.frame.locator(".notice-card", { hasText: "The conversation is too long" }).last();
    await card.getByRole("button", { name: "Switch model" }).waitFor();
    await card.getByRole("button", { name: "Open session tree" }).waitFor();
  });

  test("compacting: is shown, and Stop changes nothing", async ({ atomic }) => {
    const { chat, endpoint, workbench } = atomic;
    await atomic.newChat();
    const long = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n");
    await atomic.ask(`remember this:\n${long}`, "Remembered.");
    await atomic.ask("and this", "That too.");
    const gate = endpoint.gateAuxiliary("5,40\n");
    await workbench.run("Atomic: Compact");
    const card = chat.frame.locator(".notice-card", { hasText: "Compacting…" });
    await card.waitFor();
    await gate.reached;
    await card.getByRole("button", { name: "Stop" }).click();
    await card.waitFor({ state: "detached" });
    gate.open();
    await chat.conversation.getByText("That too.").waitFor();
    expect(await chat.conversation.getByText(/^Compacted/).count()).toBe(0);
  });

  test("no images: a model that takes none says so before anything is sent; what is attached is shown", async ({
    atomic,
  }) => {
    const { chat, endpoint, folder, workbench } = atomic;
    await atomic.newChat();
    const picture = path.join(folder.workspace, "dot.png");
    writeFileSync(picture, Buffer.from(pixel.data, "base64"));
    const chip = chat.frame.locator(".composer img");
    const attach = () => chat.button("Attach").click();
    await workbench.enterPath("Attach images", picture, attach, () => chip.isVisible());
    await workbench.run("Atomic: Switch Model…");
    await workbench.pick("Mock Plain");
    await chat.button(/Mock Plain/).waitFor();
    await chat.send("what is this?");
    await chat.frame.getByText("Mock Plain takes no images.").waitFor();
    expect(endpoint.requests).toEqual([]);
    await workbench.run("Atomic: Switch Model…");
    await workbench.pick("Mock Main");
    await chat.button(/Mock Main/).waitFor();
    await chat.message.press("Enter");
    await chat.conversation.getByText("ok", { exact: true }).waitFor();
    expect(endpoint.agentRequests[0]?.images).toHaveLength(1);
  });

  test("waiting and done: the icon of a chat that nobody looks at says so", async ({ atomic }) => {
    const { chat, endpoint, workbench } = atomic;
    await atomic.newChat();
    const gate = new Gate();
    endpoint.push([{ gate }, { tool: "bash", args: { command: "true" } }], ["It ran."]);
    await chat.send("run it");
    await gate.reached;
    await workbench.showExplorer();
    gate.open();
    const icon = (name: RegExp) => workbench.page.locator(".activitybar").getByRole("tab", { name });
    await icon(/1 waiting for your answer/).waitFor();
    await workbench.pick("Allow once");
    await icon(/1 done/).waitFor();
    await workbench.openChatView();
    await icon(/^Atomic$/).waitFor();
  });
});
