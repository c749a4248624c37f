import { describe, expect } from "vitest";
import { Gate } from "../../support/gate.ts";
import { ChatPanel } from "../../support/vscode-chat-panel.ts";
import { type Atomic, test } from "./atomic.ts";
import { shows } from "./shows.ts";

/** The panel of an editor tab: its page says where it stands. */
async function editorChat(atomic: Atomic): Promise<ChatPanel> {
  const frames = atomic.app.page.locator('iframe.webview.ready[src*="extensionId=atomic.atomic"]');
  let found: ChatPanel | undefined;
  await expect
    .poll(async () => {
      for (const outer of await frames.all()) {
        const frame = outer.contentFrame().frameLocator("iframe#active-frame");
        if ((await frame.locator('body[data-place="editor"]').count()) > 0) found = new ChatPanel(frame);
      }
      return found !== undefined;
    })
    .toBe(true);
  return found as ChatPanel;
}

async function showExplorer(atomic: Atomic): Promise<void> {
  await atomic.app.page
    .locator(".activitybar")
    .getByRole("tab", { name: /Explorer/ })
    .click();
  await atomic.app.page
    .locator('iframe.webview.ready[src*="extensionId=atomic.atomic"]')
    .first()
    .waitFor({ state: "hidden" });
}

describe("panels", () => {
  test("a chat hidden while it streams shows the same when it is shown again, and what came meanwhile", async ({
    atomic,
  }) => {
    await atomic.newChat();
    const gate = new Gate();
    atomic.endpoint.push([{ reasoning: "Let me see." }, "The beginning, ", { gate }, "the end."]);
    await atomic.chat.send("tell me a story");
    await gate.reached;
    await atomic.chat.conversation.getByText("The beginning,").waitFor();
    await showExplorer(atomic);
    gate.open();
    await atomic.workbench.openChatView();
    await atomic.chat.conversation.getByText("The beginning, the end.").waitFor();
    await atomic.chat.conversation.getByText("tell me a story", { exact: true }).first().waitFor();
    await atomic.chat.button("Send").waitFor();
  });

  test("a draft waits for its panel", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.chat.message.fill("half a thought");
    await atomic.app.page.locator(".part.titlebar").click();
    await showExplorer(atomic);
    await atomic.workbench.openChatView();
    await expect.poll(() => atomic.chat.message.inputValue()).toBe("half a thought");
    await atomic.chat.message.fill("");
  });

  test("a question asked while the chat is hidden is a native pick with nothing chosen, and is answered once", async ({
    atomic,
  }) => {
    await atomic.newChat();
    const gate = new Gate();
    atomic.endpoint.push([{ gate }, { tool: "bash", args: { command: "echo from the pick" } }], ["It ran."]);
    await atomic.chat.send("run it");
    await gate.reached;
    await showExplorer(atomic);
    gate.open();
    const option = atomic.workbench.quickPickRow("Allow once");
    await option.waitFor();
    expect(await atomic.workbench.quickInput.locator(".monaco-list-row.focused").count()).toBe(0);
    await option.click();
    await atomic.workbench.openChatView();
    await atomic.chat.conversation.getByText("It ran.").waitFor();
    expect(await atomic.workbench.quickInput.isVisible()).toBe(false);
    const second = await atomic.endpoint.waitForAgentRequest(2);
    expect(second.conversation.at(-1)?.text).toContain("from the pick");
  });

  test("a native pick goes when its chat is shown, and the question stands there", async ({ atomic }) => {
    await atomic.newChat();
    const gate = new Gate();
    atomic.endpoint.push([{ gate }, { tool: "bash", args: { command: "echo once more" } }], ["Denied, then."]);
    await atomic.chat.send("run it");
    await gate.reached;
    await showExplorer(atomic);
    gate.open();
    await atomic.workbench.quickPickRow("Allow once").waitFor();
    await atomic.app.page.locator(".activitybar").getByRole("tab", { name: "Atomic" }).click();
    await atomic.chat.button("Allow once").waitFor();
    await atomic.workbench.quickInput.waitFor({ state: "hidden" });
    await atomic.chat.button("Stop").click();
    await atomic.chat.button("Send").waitFor();
  });

  test("a run that ends unseen is announced", async ({ atomic }) => {
    await atomic.newChat();
    const gate = new Gate();
    atomic.endpoint.push(["Soon ", { gate }, "done."]);
    await atomic.chat.send("take your time");
    await gate.reached;
    await showExplorer(atomic);
    gate.open();
    const notice = atomic.workbench.notification("Atomic is done").first();
    await notice.waitFor();
    await notice.getByRole("button", { name: "Show" }).click();
    await atomic.chat.conversation.getByText("Soon done.").waitFor();
  });

  test("a chat in an editor tab has its own server and session, and comes back after the window is reloaded", async ({
    atomic,
  }) => {
    await atomic.newChat();
    atomic.endpoint.push(["Side answer."], ["Editor answer."]);
    await atomic.chat.send("in the side bar");
    await atomic.chat.conversation.getByText("Side answer.").waitFor();
    const before = atomic.serverPids().length;
    await atomic.workbench.run("Atomic: New Chat in Editor");
    let editor = await editorChat(atomic);
    await editor.send("in the editor");
    await editor.conversation.getByText("Editor answer.").waitFor();
    expect(atomic.serverPids().length).toBe(before + 1);
    expect(await editor.conversation.getByText("Side answer.").count()).toBe(0);
    await editor.message.fill("an unfinished line");
    await atomic.chat.message.fill("another unfinished line");
    await atomic.app.page.locator(".part.titlebar").click(); // the draft goes to the host when the panel loses the focus
    await shows(atomic.chat.conversation, /Side answer\./);
    const old = atomic.serverPids();

    const reloaded = atomic.app.page.waitForEvent("load");
    await atomic.workbench.run("Developer: Reload Window");
    await reloaded;
    await atomic.app.page.locator(".monaco-workbench").waitFor();
    editor = await editorChat(atomic);
    await editor.conversation.getByText("Editor answer.").waitFor();
    await expect.poll(() => editor.message.inputValue()).toBe("an unfinished line");
    await atomic.workbench.openChatView();
    await expect.poll(() => atomic.serverPids().filter((pid) => old.includes(pid))).toEqual([]);
    const side = atomic.app.page.locator('iframe.webview.ready[src*="extensionId=atomic.atomic"]');
    await expect.poll(() => side.count()).toBe(2);
    await atomic.workbench.closeEditors();
    await atomic.chat.conversation.getByText("Side answer.").waitFor();
    await expect.poll(() => atomic.chat.message.inputValue()).toBe("another unfinished line");
    await atomic.chat.message.fill("");
  });
});
