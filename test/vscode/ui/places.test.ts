import path from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, onTestFailed } from "vitest";
import { Workbench } from "../../support/vscode-workbench.ts";
import { type Atomic, test } from "./atomic.ts";

/** What a person reads in the conversation. Where there is room, the foot of a turn names the model as well. */
async function pictureIn(workbench: Workbench): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is no part of the picture.
  const text = await workbench.chat.conversation.innerText();
  return text.replace(/Mock Main\s*·\s*/, "");
}

/** A conversation with everything that is drawn in a special way, and a draft. */
async function conversation(atomic: Atomic): Promise<string> {
  const { chat, endpoint } = atomic;
  await atomic.newChat();
  endpoint.push(
    [{ tool: "read", args: { path: "hello.txt" } }],
    ["A **bold** answer.\n\n- one\n- two\n\n```js\nconst three = 3;\n```\n"],
  );
  await chat.send("a question with many parts");
  await chat.conversation.getByText("const three = 3;").waitFor();
  await chat.button("Send").waitFor();
  await chat.message.fill("half a thought");
  return pictureIn(atomic.workbench);
}

/** The same picture and draft are there, and the composer has not taken the focus by itself. */
async function expectSame(workbench: Workbench, picture: string): Promise<void> {
  await workbench.chat.message.waitFor();
  await expect.poll(() => pictureIn(workbench)).toBe(picture);
  await expect.poll(() => workbench.chat.message.inputValue()).toBe("half a thought");
  expect(await workbench.chat.hasFocus()).toBe(false);
}

async function moveChat({ workbench }: Atomic, to: RegExp): Promise<void> {
  await workbench.run("View: Move View");
  await workbench.pick(/Chat/);
  await workbench.pick(to);
}

/** The window that opens while `act` runs. */
async function windowOf(page: Page, act: () => Promise<void>): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent("page"), act()]);
  await opened.locator(".monaco-workbench").waitFor();
  return opened;
}

describe("case 40: the chat in another place is the same picture, and takes no focus", () => {
  test("hidden and shown while someone types elsewhere", async ({ atomic }) => {
    const { workbench } = atomic;
    const picture = await conversation(atomic);
    await workbench.openFile(path.join(atomic.folder.workspace, "hello.txt"));
    await workbench.run("View: Toggle Primary Side Bar Visibility");
    await workbench.chat.message.waitFor({ state: "detached" });
    await workbench.page.locator(".monaco-editor .view-line").first().click();
    await workbench.run("View: Toggle Primary Side Bar Visibility");
    await expectSame(workbench, picture);
    await workbench.closeEditors();
    await workbench.chat.message.fill("");
  });

  test("moved to the other side bar, to the panel, and back", async ({ atomic }) => {
    const { workbench } = atomic;
    const picture = await conversation(atomic);
    onTestFailed(() => workbench.run("View: Reset View Locations"));
    await moveChat(atomic, /New Secondary Side Bar Entry/);
    await workbench.page
      .locator(".part.auxiliarybar")
      .getByRole("tab", { name: /Atomic/ })
      .waitFor();
    await expectSame(workbench, picture);
    await moveChat(atomic, /New Panel Entry/);
    await workbench.page
      .locator(".part.panel")
      .getByRole("tab", { name: /Atomic/ })
      .waitFor();
    await expectSame(workbench, picture);
    await workbench.run("View: Reset View Locations");
    await workbench.openChatView();
    await expectSame(workbench, picture);
    await workbench.chat.message.fill("");
  });

  test("in an editor tab, and in a window of its own", async ({ atomic }) => {
    const { workbench } = atomic;
    await conversation(atomic);
    await atomic.newChat();
    await workbench.showExplorer();
    await workbench.run("Atomic: Sessions…");
    const row = workbench.quickPickRow("a question with many parts").first();
    await workbench.pressButtonOf(row, "Open in editor");
    await workbench.chat.conversation.getByText("const three = 3;").waitFor();
    const picture = await pictureIn(workbench); // wider than the side bar, a turn's foot says more
    await expectSame(workbench, picture);
    const other = await windowOf(workbench.page, () => workbench.run("View: Move Editor into New Window"));
    const moved = new Workbench(other);
    await expectSame(moved, picture);
    atomic.endpoint.push(["An answer in a window of its own."]);
    await moved.chat.send("and on");
    await moved.chat.conversation.getByText("An answer in a window of its own.").waitFor();
    await other.close();
    await workbench.openChatView();
  });
});
