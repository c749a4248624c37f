/** VS Code drops the page of a view that is hidden: what is half done in it is there when it is shown again. */
import { describe, expect } from "vitest";
import { type Atomic, test } from "./atomic.ts";

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
});
