import { describe, expect } from "vitest";
import { until } from "../../support/until.ts";
import { test } from "./atomic.ts";
import { shows } from "./shows.ts";

describe("the model picker of the palette", () => {
  test("shows provider, context and price; keeps favourites; makes one the default; has the thinking level", async ({
    atomic,
  }) => {
    const { workbench, chat, folder } = atomic;
    await atomic.newChat();
    const before = folder.readAgentFile("settings.json");
    const row = (name: string) => workbench.quickPickRow(name).first();

    await workbench.run("Atomic: Switch Model…");
    await shows(row("Mock Plain"), /mock\/plain[\s\S]*128k context · \$3 in, \$15 out a million/);
    await workbench.pressButtonOf(row("Mock Plain"), "Add to favourites");
    await shows(workbench.quickInput.locator(".monaco-list"), /Favourites/);
    await workbench.pressButtonOf(row("Mock Plain"), "Remove from favourites");
    await expect.poll(() => workbench.quickInput.getByText("Favourites").filter({ visible: true }).count()).toBe(0);
    await workbench.pick("Thinking level:");
    await workbench.pick("low");
    await chat.button("Thinking: Low").waitFor();

    await workbench.run("Atomic: Switch Model…");
    await workbench.pressButtonOf(row("Mock Plain"), "Use for new sessions too");
    await chat.button(/Mock Plain/).waitFor();
    await expect.poll(() => folder.settings().defaultModel).toBe("plain");
    await atomic.newChat();
    await chat.button(/Mock Plain/).waitFor();

    await workbench.run("Atomic: Switch Model…");
    await workbench.pressButtonOf(row("Mock Main"), "Use for new sessions too");
    await expect.poll(() => folder.settings().defaultModel).toBe("main");
    folder.writeAgentFile("settings.json", before);
  });
});

describe("menus", () => {
  test("the menu runs a command", async ({ atomic }) => {
    const { workbench } = atomic;
    await atomic.newChat();
    await workbench.run("Atomic: Show Menu");
    await workbench.pick("Sessions…");
    await workbench.quickInput.locator(".quick-input-title", { hasText: "Sessions" }).waitFor();
    await workbench.closeQuickInput();
  });

  test("the title of the view has New Chat, Sessions and Session Tree, and the rest in its menu", async ({
    atomic,
  }) => {
    const { workbench, chat } = atomic;
    await atomic.newChat();
    await atomic.ask("something", "Said.");
    const header = workbench.page.locator(".pane-header", { hasText: "Chat" });
    await header.hover();
    await header.getByRole("button", { name: /^Sessions…/ }).click();
    await workbench.closeQuickInput();
    await header.getByRole("button", { name: /^Session Tree/ }).click();
    await chat.frame.getByRole("tree").waitFor();
    await workbench.page.keyboard.press("Escape");
    // A menu that closes gives the focus back in its own time, and an input box closes by that.
    await until(
      "the session has a name by the menu",
      async () => {
        await header.hover();
        await header.getByRole("button", { name: /Views and More Actions|More Actions/ }).click();
        await workbench.pickMenuItem("Rename Session…");
        return workbench.enter("Rename session", "By the menu", 4000).then(
          () => true,
          () => false,
        );
      },
      45_000,
    );
    await header.hover();
    await header.getByRole("button", { name: /^New Chat/ }).click();
    await chat.conversation.getByText("Said.").waitFor({ state: "detached" });
  });

  test("the walkthrough has four steps whose buttons work", async ({ atomic }) => {
    const { workbench } = atomic;
    await atomic.newChat();
    await workbench.run("Welcome: Open Walkthrough...");
    await workbench.pick("Start with Atomic");
    const steps = workbench.page.locator(".getting-started-step");
    await expect.poll(() => steps.count()).toBe(4);
    await steps.filter({ hasText: "Go back and branch" }).click();
    await steps.getByRole("button", { name: "Show sessions" }).click();
    await workbench.quickInput.locator(".quick-input-title", { hasText: "Sessions" }).waitFor();
    await workbench.closeQuickInput();
    await workbench.closeEditors();
  });
});
