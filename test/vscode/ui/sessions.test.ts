import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { type Atomic, test } from "./atomic.ts";

async function sessionWith(atomic: Atomic, text: string, answer: string): Promise<void> {
  await atomic.newChat();
  await atomic.ask(text, answer);
}

describe("sessions", () => {
  test("the list opens an old session where it was left, one row each", async ({ atomic }) => {
    await sessionWith(atomic, "about apples", "Apples are red.");
    await sessionWith(atomic, "about pears", "Pears are green.");
    await atomic.workbench.run("Atomic: Sessions…");
    await atomic.workbench.quickPickRow("about pears").waitFor();
    expect(await atomic.workbench.quickPickRow("about apples").count()).toBe(1);
    await atomic.workbench.pick("about apples");
    await atomic.chat.conversation.getByText("Apples are red.").waitFor();
    expect(await atomic.chat.conversation.getByText("Pears are green.").count()).toBe(0);
  });

  test("the view groups them by day, pins, and moves one to the trash after asking", async ({ atomic }) => {
    await sessionWith(atomic, "a session to delete", "It will go.");
    await sessionWith(atomic, "a session to pin", "It will stay.");
    const view = await atomic.workbench.pane("Sessions");
    await view.getByText("Today").waitFor();
    const pinned = view.locator(".monaco-list-row", { hasText: "a session to pin" });
    await atomic.workbench.pressButtonOf(pinned, "Pin");
    await view.locator(".monaco-list-row", { hasText: "Pinned" }).waitFor();
    const doomed = view.locator(".monaco-list-row", { hasText: "a session to delete" });
    await atomic.workbench.pressButtonOf(doomed, /Delete/);
    const dialog = atomic.app.page.locator(".monaco-dialog-box");
    await dialog.getByRole("button", { name: "Move to trash" }).click();
    const again = dialog.getByRole("button", { name: "Delete for good" });
    await Promise.race([again.waitFor().then(() => again.click()), doomed.waitFor({ state: "detached" })]);
    await doomed.waitFor({ state: "detached" });
    await atomic.workbench.pressButtonOf(pinned, "Unpin");
    await view.locator(".monaco-list-row", { hasText: "Pinned" }).waitFor({ state: "detached" });
    await (await atomic.workbench.pane("Sessions")).locator(".pane-header").click();
  });

  test("the session tree shows the points of the session and goes to one of them", async ({ atomic }) => {
    await sessionWith(atomic, "tree question one", "Tree answer one.");
    atomic.endpoint.push(["Tree answer two."]);
    await atomic.chat.send("tree question two");
    await atomic.chat.conversation.getByText("Tree answer two.").waitFor();
    await atomic.chat.button("Send").waitFor();
    const view = await atomic.workbench.pane("Session Tree");
    const first = view.locator(".monaco-list-row", { hasText: "Tree answer one." });
    await first.waitFor();
    await view.locator(".monaco-list-row", { hasText: "current" }).getByText("Tree answer two.").waitFor();
    await atomic.workbench.pressButtonOf(first, "Go Here");
    await atomic.workbench.pick("Go here");
    await view.locator(".monaco-list-row", { hasText: "current" }).getByText("Tree answer one.").waitFor();
    await atomic.chat.conversation.getByText("Tree answer two.").waitFor({ state: "detached" });
    atomic.endpoint.push(["Another way."]);
    await atomic.chat.send("another question");
    await atomic.chat.conversation.getByText("Another way.").waitFor();
    await view.locator(".monaco-list-row", { hasText: "branch" }).getByText("tree question two").waitFor();
    await (await atomic.workbench.pane("Session Tree")).locator(".pane-header").click();
  });

  test("a session file holds what was said", async ({ atomic }) => {
    await sessionWith(atomic, "kept on disk", "Indeed.");
    const root = path.join(atomic.folder.agentDir, "sessions");
    expect(
      readdirSync(root, { recursive: true }).filter((name) => String(name).endsWith(".jsonl")).length,
    ).toBeGreaterThan(0);
  });
});
