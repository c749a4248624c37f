/** VS Code drops the page of a view that is hidden: what is half done in it is there when it is shown again. */
import { describe, expect } from "vitest";
import { Gate } from "../../support/gate.ts";
import { type Atomic, test } from "./atomic.ts";
import { shows } from "./shows.ts";

async function hideAndShow({ workbench, chat }: Atomic): Promise<void> {
  await workbench.showExplorer();
  await workbench.openChatView();
  await chat.message.waitFor();
}

describe("what is being edited when the view is hidden", () => {
  test("a message to be sent again is open with its text, and is sent", async ({ atomic }) => {
    await atomic.newChat();
    const { chat, endpoint } = atomic;
    await atomic.ask("an early question", "Early answer.");
    const editor = chat.conversation.getByRole("textbox", { name: "Edit message" });
    await chat.conversation.getByText("an early question", { exact: true }).click();
    await atomic.app.page.keyboard.press("e");
    await editor.waitFor();
    await atomic.app.page.keyboard.type(", put better");
    await hideAndShow(atomic);
    await expect.poll(() => editor.inputValue()).toBe("an early question, put better");
    endpoint.push(["Better answer."]);
    await editor.press("Enter");
    await chat.conversation.getByText("Better answer.").waitFor();
    await chat.button("Send").waitFor();
    expect(endpoint.agentRequests.at(-1)?.conversation.at(-1)?.text).toContain("an early question, put better");
    await hideAndShow(atomic);
    await chat.conversation.getByText("Better answer.").waitFor();
    expect(await editor.count()).toBe(0);
  });

  test("a queued message is saved as it was typed", async ({ atomic }) => {
    await atomic.newChat();
    const { chat, endpoint } = atomic;
    const gate = new Gate();
    endpoint.push(["Busy ", { gate }, "no more."], ["Done."]);
    await chat.send("begin");
    await gate.reached;
    await chat.send("mind the lock");
    await shows(chat.queue, /mind the lock/);
    await chat.queue.getByRole("button", { name: "Steering: mind the lock" }).click();
    const editor = chat.queue.getByRole("textbox", { name: "Edit the queued message" });
    await editor.waitFor();
    await atomic.app.page.keyboard.type("s, all of them");
    await hideAndShow(atomic);
    await shows(chat.queue, /mind the locks, all of them/);
    gate.open();
    await chat.conversation.getByText("Done.").waitFor();
    expect(endpoint.agentRequests.at(-1)?.conversation.at(-1)?.text).toBe("mind the locks, all of them");
  });
});
