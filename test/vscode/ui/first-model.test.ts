/** A window in which no model is configured: every way to one. */
import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished } from "vitest";
import { ScriptedEndpoint } from "../../support/endpoint.ts";
import { startLocalModelServer } from "../../support/local-model-server.ts";
import { filesWith } from "../../support/search-files.ts";
import type { Atomic } from "./atomic.ts";
import { shows } from "./shows.ts";
import { worldTest } from "./world.ts";

const test = worldTest({ withoutModel: true });

const providerKey = "sk-proj-typed-by-a-person-0123456789abcdefghijklmn";
const endpointKey = "endpoint-key-0123456789";

/** The variables that the one agent server was started with. */
function serverVariables(atomic: Atomic): string[] {
  const pids = atomic.serverPids();
  return pids.length === 1 ? readFileSync(`/proc/${pids[0]}/environ`, "utf8").split("\0") : [];
}

/** Nothing under the profile, the agent's folder, the workspace or home holds it. */
function expectNowhereOnDisk(atomic: Atomic, text: string): void {
  for (const folder of [atomic.app.profile.root, atomic.folder.root]) expect(filesWith(folder, text)).toEqual([]);
}

describe("without a model", () => {
  test("the panel says so and offers a local endpoint that runs; one click, and it answers", async ({ atomic }) => {
    const { workbench, chat } = atomic;
    const local = await startLocalModelServer();
    onTestFinished(() => local.endpoint.stop());
    await workbench.openChatView();
    await chat.frame.getByText("Choose a model to start").waitFor();
    const offer = chat.button(new RegExp(`Use ${local.name} on this computer`));
    await shows(offer, new RegExp(`127\\.0\\.0\\.1:${local.endpoint.port}.*1 model`));
    await offer.click();
    await chat.button(/small/).waitFor();
    local.endpoint.push(["Local answer."]);
    await chat.send("who are you?");
    await chat.conversation.getByText("Local answer.").waitFor();
    expect(local.endpoint.agentRequests[0]?.body.model).toBe("small");
  });

  test("set up a model lists every way, a local endpoint first", async ({ atomic }) => {
    const local = await startLocalModelServer();
    onTestFinished(() => local.endpoint.stop());
    const { workbench } = atomic;
    await workbench.run("Atomic: Set Up a Model…");
    await workbench.quickPickRow(`Use ${local.name} on this computer`).waitFor();
    const rows = await workbench.quickInput.locator(".monaco-list-row").allInnerTexts();
    expect(rows.map((row) => row.trim().split("\n")[0])).toEqual([
      `Use ${local.name} on this computer`,
      "Add an API key",
      "Use VS Code's models",
      "Connect another endpoint",
      "Try the demo model",
    ]);
    await workbench.pick("Use VS Code's models");
    await workbench.notification(/VS Code offers no models here/).waitFor();
    await workbench.run("Notifications: Clear All Notifications");
  });

  test("connect endpoint asks for address and, where it must, the key, which is written nowhere", async ({
    atomic,
  }) => {
    const { workbench, chat, folder } = atomic;
    const endpoint = await ScriptedEndpoint.start();
    onTestFinished(() => endpoint.stop());
    endpoint.key = endpointKey;
    endpoint.pages.set("/v1/models", { object: "list", data: [{ id: "behind-a-key" }] });
    await workbench.run("Atomic: Connect Endpoint…");
    await workbench.enter("Connect Endpoint", "no address");
    await workbench.quickInput.getByText("Type an address that begins with http").waitFor();
    await workbench.enter("Connect Endpoint", endpoint.baseUrl);
    await workbench.enter("API Key of 127.0.0.1", "not the key");
    await workbench.quickInput.getByText("Paste or type the key.").waitFor();
    await workbench.enter("API Key of 127.0.0.1", endpointKey);
    await chat.button(/behind-a-key/).waitFor();
    endpoint.push(["Behind the key."]);
    await workbench.openChatView();
    await chat.send("are you there?");
    await chat.conversation.getByText("Behind the key.").waitFor();
    expect(folder.readAgentFile("models.json")).toContain("behind-a-key");
    expectNowhereOnDisk(atomic, endpointKey);
  });

  test("set API key keeps it in the secret storage; the server gets it, no file does; it can be removed", async ({
    atomic,
  }) => {
    const { workbench } = atomic;
    const variable = `OPENAI_API_KEY=${providerKey}`;
    await workbench.run("Atomic: Set API Key…");
    await workbench.fillQuickInput("OpenAI");
    await workbench.quickPickRow("OpenAI").first().waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.enter("API Key of OpenAI", "short");
    await workbench.quickInput.getByText("A key is longer than this.").waitFor();
    await workbench.enter("API Key of OpenAI", providerKey);
    await expect.poll(() => serverVariables(atomic)).toContain(variable);
    expectNowhereOnDisk(atomic, providerKey);

    await workbench.run("Atomic: Remove API Key…");
    await workbench.pick("OpenAI");
    await expect.poll(() => serverVariables(atomic).filter((one) => one.startsWith("PATH="))).toHaveLength(1);
    await expect.poll(() => serverVariables(atomic)).not.toContain(variable);
  });

  test("log out of a provider forgets its key", async ({ atomic }) => {
    const { workbench } = atomic;
    const variable = `OPENAI_API_KEY=${providerKey}`;
    await workbench.run("Atomic: Set API Key…");
    await workbench.fillQuickInput("OpenAI");
    await workbench.quickPickRow("OpenAI").first().waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.enter("API Key of OpenAI", providerKey);
    await expect.poll(() => serverVariables(atomic)).toContain(variable);
    await workbench.run("Atomic: Log Out of Provider…");
    await workbench.pick(/^OpenAI/);
    await workbench.openChatView();
    await atomic.chat.frame.getByText("Logged out of OpenAI.").first().waitFor();
    await expect.poll(() => serverVariables(atomic).filter((one) => one.startsWith("PATH="))).toHaveLength(1);
    await expect.poll(() => serverVariables(atomic)).not.toContain(variable);
    expectNowhereOnDisk(atomic, providerKey);
  });

  test("the demo model answers without network", async ({ atomic }) => {
    const { workbench, chat } = atomic;
    await workbench.openChatView();
    await workbench.startChat();
    await workbench.run("Atomic: Use Demo Model");
    await chat.button(/demo/i).first().waitFor();
    await chat.send("hello");
    await chat.conversation.getByRole("article").nth(1).waitFor();
    await chat.button("Send").waitFor();
  });
});
