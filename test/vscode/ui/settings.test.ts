/** Settings of the panel, changed while it is open; those of what is run are in folders.test.ts. */
import path from "node:path";
import { describe, expect } from "vitest";
import { Gate } from "../../support/gate.ts";
import { until } from "../../support/until.ts";
import { type Atomic, test } from "./atomic.ts";
import { shows } from "./shows.ts";

const set = (atomic: Atomic, name: string, value: unknown) => atomic.changeSettings({ [`atomic.${name}`]: value });

/** Asks something that is thought about; gives whether the thought is open once the answer is there. */
async function isThoughtOpen(atomic: Atomic, question: string): Promise<boolean> {
  const { chat, endpoint } = atomic;
  endpoint.push([{ reasoning: `A thought about ${question}.` }, `Answer to ${question}.`]);
  await chat.send(question);
  await chat.conversation.getByText(`Answer to ${question}.`).waitFor();
  await chat.button("Send").waitFor();
  return chat.conversation.getByText(`A thought about ${question}.`).isVisible();
}

describe("settings", () => {
  test("chat.thinking: thoughts stay open or are folded", async ({ atomic }) => {
    await atomic.newChat();
    expect(await isThoughtOpen(atomic, "auto")).toBe(false);
    set(atomic, "chat.thinking", "always");
    let asked = 0;
    await expect.poll(() => isThoughtOpen(atomic, `always ${++asked}`)).toBe(true);
    set(atomic, "chat.thinking", "never");
    await expect.poll(() => isThoughtOpen(atomic, `never ${++asked}`)).toBe(false);
    set(atomic, "chat.thinking", "auto");
  });

  test("chat.enterWhileRunning: Enter follows up instead of steering", async ({ atomic }) => {
    await atomic.newChat();
    const { chat, endpoint } = atomic;
    const gate = new Gate();
    endpoint.push(["Busy ", { gate }, "no more."], ["Later."], ["Last."]);
    set(atomic, "chat.enterWhileRunning", "followUp");
    await chat.send("begin");
    await gate.reached;
    let sent = 0;
    await expect
      .poll(async () => {
        await chat.send(`then ${++sent}`);
        await chat.queue.getByText(`then ${sent}`).waitFor();
        return chat.queue.getByRole("button", { name: `Follow-up: then ${sent}` }).count();
      })
      .toBe(1);
    set(atomic, "chat.enterWhileRunning", "steer");
    await chat.button("Stop").click();
    await chat.button("Send").waitFor();
    gate.open();
    await chat.message.fill("");
  });

  test("chat.escape: Escape stops a run, or does not", async ({ atomic }) => {
    await atomic.newChat();
    const { chat, endpoint, workbench } = atomic;
    set(atomic, "chat.escape", "none");
    endpoint.push(["Going on", { silence: true }]);
    await chat.send("begin");
    await chat.conversation.getByText("Going on").waitFor();
    await chat.message.focus();
    await workbench.page.keyboard.press("Escape");
    await chat.button("Stop").waitFor();
    set(atomic, "chat.escape", "stop");
    await expect
      .poll(async () => {
        await chat.message.press("Escape");
        return chat.button("Send").isVisible();
      })
      .toBe(true);
    expect(await (await endpoint.waitForAgentRequest(1)).closed).toBe(true);
  });

  test("chat.fontSize: an open chat takes it as it is", async ({ atomic }) => {
    await atomic.newChat();
    const { chat } = atomic;
    const size = () => chat.message.evaluate((field) => getComputedStyle(field).fontSize);
    const page = () => chat.message.evaluate(() => performance.timeOrigin);
    const before = { size: await size(), page: await page() };
    await chat.message.pressSequentially("Half a ");
    atomic.changeSettings({ "chat.fontSize": 21 });
    await expect.poll(size).toBe("21px");
    await atomic.app.page.keyboard.type("thought");
    expect(await chat.message.inputValue()).toBe("Half a thought");
    expect(await page()).toBe(before.page);
    atomic.changeSettings({ "chat.fontSize": 13 });
    await expect.poll(size).toBe(before.size);
    await chat.message.fill("");
  });

  test("notifications.done: a run that ends unseen is not announced", async ({ atomic }) => {
    await atomic.newChat();
    const { chat, endpoint, workbench } = atomic;
    const run = async (answer: string) => {
      const gate = new Gate();
      endpoint.push([{ gate }, answer]);
      await chat.send(`say ${answer}`);
      await gate.reached;
      await workbench.showExplorer();
      gate.open();
      // The badge says that a run has ended that nobody has looked at.
      await workbench.page
        .locator(".activitybar")
        .getByRole("tab", { name: /Atomic.*1 done/ })
        .waitFor();
    };
    set(atomic, "notifications.done", "never");
    // VS Code takes in a changed setting in its own time: until then a run is announced as it was before.
    const isAnnounced = async (answer: string) => {
      await workbench.run("Notifications: Clear All Notifications");
      await workbench.openChatView();
      await run(answer);
      return (await workbench.notification("Atomic is done").count()) > 0;
    };
    await until("a run ends quietly", async () => !(await isAnnounced("Quietly.")), 45_000);
    set(atomic, "notifications.done", "hidden");
    await until("a run is announced", () => isAnnounced("Loudly."), 45_000);
    await workbench.openChatView();
  });

  test("unsavedFiles: an unsaved file is saved, asked about, or left before a message is sent", async ({ atomic }) => {
    await atomic.newChat();
    const { chat, workbench, folder } = atomic;
    folder.writeWorkspaceFile("unsaved.txt", "old\n");
    await workbench.openFile(path.join(folder.workspace, "unsaved.txt"));
    const type = async (text: string) => {
      await workbench.page.locator(".monaco-editor .view-line").first().click();
      await workbench.page.keyboard.press("Home");
      await workbench.page.keyboard.type(text);
      await workbench.page.locator(".tab.active.dirty").waitFor();
    };
    set(atomic, "unsavedFiles", "ask");
    await type("asked ");
    await chat.message.fill("send it");
    await chat.message.press("Enter");
    const dialog = workbench.page.locator(".monaco-dialog-box");
    await dialog.getByText("Unsaved changes in unsaved.txt").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => chat.message.inputValue()).toBe("send it");
    expect(folder.readWorkspaceFile("unsaved.txt")).toBe("old\n");
    await chat.message.press("Enter");
    await dialog.getByRole("button", { name: "Save and Send" }).click();
    await chat.conversation.getByText("ok", { exact: true }).first().waitFor();
    await chat.button("Send").waitFor();
    expect(folder.readWorkspaceFile("unsaved.txt")).toBe("asked old\n");

    set(atomic, "unsavedFiles", "leave");
    await atomic.newChat();
    await type("left ");
    await chat.message.fill("leave it");
    await expect
      .poll(async () => {
        if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Cancel" }).click();
        await chat.message.press("Enter");
        return chat.conversation.getByText("ok", { exact: true }).count();
      })
      .toBeGreaterThan(0);
    expect(folder.readWorkspaceFile("unsaved.txt")).toBe("asked old\n");

    set(atomic, "unsavedFiles", "save");
    let asked = 0;
    await expect
      .poll(async () => {
        asked += 1;
        await atomic.ask(`save it ${asked}`, `Saved ${asked}.`);
        return folder.readWorkspaceFile("unsaved.txt");
      })
      .toBe("left asked old\n");
    await workbench.closeEditors();
  });

  test("open settings shows those of Atomic", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.workbench.run("Atomic: Open Settings");
    await shows(atomic.app.page.locator(".settings-editor .settings-tree-container"), /Atomic[\s\S]*Thinking/);
    await atomic.app.page.getByRole("button", { name: /Close Modal Editor/ }).click();
  });
});
