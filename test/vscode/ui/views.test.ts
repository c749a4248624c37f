/** The native views beside the chat, and the session tree in the panel. */
import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { until } from "../../support/until.ts";
import { type Atomic, test } from "./atomic.ts";
import { shows } from "./shows.ts";

const rowIn = (view: Locator, text: string) => view.locator(".monaco-list-row", { hasText: text });

/** A session with two questions, and one of its views opened. */
async function twoQuestions(atomic: Atomic, name: string, title: string): Promise<Locator> {
  await atomic.newChat();
  await atomic.ask(`${name} one`, `${name} answer one.`);
  await atomic.ask(`${name} two`, `${name} answer two.`);
  return atomic.workbench.pane(title);
}

async function fold(atomic: Atomic, title: string): Promise<void> {
  await (await atomic.workbench.pane(title)).locator(".pane-header").click();
}

describe("the view of sessions", () => {
  test("a row opens its session, here or in an editor, is renamed, and shows its file", async ({ atomic }) => {
    const { workbench, chat } = atomic;
    const view = await twoQuestions(atomic, "pine", "Sessions");
    const row = rowIn(view, "pine one");
    await row.waitFor();
    await atomic.newChat();
    await row.click();
    await chat.conversation.getByText("pine answer two.").waitFor();
    // The view that was opened gets the focus in its own time; an input box would close by that.
    await expect.poll(() => workbench.page.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME");

    await workbench.pickFromMenu(row, "Rename…");
    await workbench.enter("Rename session", "A tall tree");
    const renamed = rowIn(view, "A tall tree");
    await renamed.waitFor();

    await workbench.pickFromMenu(renamed, "Reveal File");
    await workbench.editorTab(/\.jsonl/).waitFor();
    await workbench.closeEditors();

    await atomic.newChat();
    await workbench.pickFromMenu(renamed, "Open in Editor");
    await workbench.editorTab("A tall tree").waitFor();
    await workbench.closeEditors();
    await view.hover();
    await view.getByRole("button", { name: "Refresh Sessions" }).click();
    await renamed.waitFor();
    await fold(atomic, "Sessions");
  });

  test("the list of the palette renames, opens in an editor and deletes as well", async ({ atomic }) => {
    const { workbench } = atomic;
    await atomic.newChat();
    await atomic.ask("larch one", "Larch answer.");
    await atomic.newChat();
    // An editor that has just been opened takes the focus in its own time, and a list closes by that.
    const press = (text: string, button: string) =>
      until(
        `${button} of ${text} is pressed`,
        async () => {
          await workbench.run("Atomic: Sessions…");
          return workbench.pressButtonOf(workbench.quickPickRow(text).first(), button, 5000).then(
            () => true,
            () => false,
          );
        },
        45_000,
      );
    await press("larch one", "Rename");
    await workbench.enter("Rename session", "Sheds its needles");
    await press("Sheds its needles", "Open in editor");
    await workbench.editorTab("Sheds its needles").waitFor();
    await press("Sheds its needles", "Delete");
    const dialog = workbench.page.locator(".monaco-dialog-box");
    await dialog.getByRole("button", { name: "Move to trash" }).click();
    const again = dialog.getByRole("button", { name: "Delete for good" });
    const gone = workbench.editorTab("Sheds its needles").waitFor({ state: "detached" });
    await Promise.race([again.waitFor().then(() => again.click()), gone]);
    await gone;
    await workbench.openChatView();
  });
});

describe("the view of the session tree", () => {
  test("labels, filters, searches, previews and copies", async ({ atomic }) => {
    const { workbench } = atomic;
    const view = await twoQuestions(atomic, "oak", "Session Tree");
    await workbench.pickFromMenu(rowIn(view, "oak answer one."), "Label…");
    await workbench.enter("Label", "good point");
    await shows(rowIn(view, "oak answer one."), /good point/);

    await view.hover();
    await view.getByRole("button", { name: "Filter…" }).click();
    await workbench.pick("Labelled");
    await rowIn(view, "oak two").waitFor({ state: "detached" });
    await rowIn(view, "oak answer one.").waitFor();
    await view.getByRole("button", { name: "Filter…" }).click();
    await workbench.pick("Messages");
    await rowIn(view, "oak two").waitFor();

    await view.getByRole("button", { name: "Search…" }).click();
    await workbench.fillQuickInput("oak two");
    await workbench.pick("oak two");
    await shows(workbench.page.locator(".monaco-editor .view-lines"), /oak\stwo/);
    await workbench.closeEditors();

    await workbench.pickFromMenu(rowIn(view, "oak answer one."), "Preview");
    await shows(workbench.page.locator(".monaco-editor .view-lines"), /oak\sanswer\sone/);
    // It is there to be read: nothing asks to save it.
    expect(await workbench.page.locator(".tab.dirty").count()).toBe(0);
    await workbench.closeEditors();

    await workbench.pickFromMenu(rowIn(view, "oak answer two."), "Copy");
    await expect.poll(() => workbench.page.evaluate(() => navigator.clipboard.readText())).toBe("oak answer two.");
    await fold(atomic, "Session Tree");
  });

  test("forks and clones from a point", async ({ atomic }) => {
    const { workbench, chat } = atomic;
    const view = await twoQuestions(atomic, "ash", "Session Tree");
    await workbench.pickFromMenu(rowIn(view, "ash answer one."), "Clone from Here");
    await chat.conversation.getByText("ash answer two.").waitFor({ state: "detached" });
    await chat.conversation.getByText("ash answer one.").waitFor();
    await workbench.pickFromMenu(rowIn(view, "ash one"), "Fork");
    await expect.poll(() => chat.message.inputValue()).toBe("ash one");
    await chat.conversation.getByText("ash answer one.").waitFor({ state: "detached" });
    await chat.message.fill("");
    await fold(atomic, "Session Tree");
  });

  test("is opened by its command; the one in the panel is walked by keyboard", async ({ atomic }) => {
    const { workbench, chat } = atomic;
    await atomic.newChat();
    await atomic.ask("elm one", "elm answer one.");
    await atomic.ask("elm two", "elm answer two.");
    await workbench.run("Atomic: Show Session Tree View");
    await rowIn(workbench.page.locator(".pane", { hasText: "Session Tree" }), "elm two").waitFor();
    await fold(atomic, "Session Tree");

    await workbench.run("Atomic: Session Tree");
    const tree = chat.frame.getByRole("tree");
    await tree.getByRole("treeitem", { name: /elm two/ }).waitFor();
    await expect.poll(() => tree.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    await workbench.page.keyboard.press("ArrowUp");
    await workbench.page.keyboard.press("ArrowUp");
    await workbench.page.keyboard.press("Enter");
    await chat.conversation.getByText("elm answer two.").waitFor({ state: "detached" });
    await chat.conversation.getByText("elm answer one.").waitFor();
  });
});
