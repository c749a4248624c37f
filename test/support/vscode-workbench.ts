/** Drives VS Code's window the way a person does: palette, quick picks, notifications, status bar, views. */
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { until } from "./until.ts";
import { ChatPanel } from "./vscode-chat-panel.ts";

export const extensionId = "atomic.atomic";

export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The box that quick picks, input boxes and the palette share. */
  get quickInput(): Locator {
    return this.page.locator(".quick-input-widget");
  }

  /** Runs a palette command by its full title, `Atomic: Stop`. */
  async run(title: string): Promise<void> {
    // The whole name: commands that were run before stand first, and "New Chat in Editor" has "New Chat" in it.
    const name = new RegExp(`^${title.replace(/[^\w\s]/g, "\\$&")}$`);
    const row = this.quickPickRow("").filter({ has: this.page.locator(".label-name", { hasText: name }) });
    // The palette closes when the focus moves elsewhere, as it does while a view or an editor opens.
    await until(
      `the palette offers ${title}`,
      async () => {
        await this.#openPalette();
        return this.fillQuickInput(`>${title}`, 2000)
          .then(() => row.first().waitFor({ timeout: 5000 }))
          .then(() => this.#press(row.first(), name))
          .catch(() => false);
      },
      45_000,
    );
    // What the command asks next comes in the same place: the rows that are read there are none of the palette's.
    // A window that is reloaded shows none either.
    const isOpen = () => this.#showsPalette().catch(() => false);
    await until("the palette has closed", async () => !(await isOpen()), 45_000);
  }

  /**
   * Clicks a row of the open list, unless it is gone or holds something else by now; whether it did. In one go: the list
   * may close, or draw its rows anew, between the parts of a click by the mouse, and then nothing or something else runs.
   */
  async #press(row: Locator, label: string | RegExp): Promise<boolean> {
    const wanted = typeof label === "string" ? { text: label } : { source: label.source, flags: label.flags };
    return row.evaluate((element, { text, source, flags }) => {
      const parts = [...element.querySelectorAll(".label-name"), element];
      const texts = parts.map((part) => part.textContent.replace(/\s+/g, " ").trim());
      const holds = (one: string) =>
        text === undefined ? new RegExp(source, flags).test(one) : one.toLowerCase().includes(text.toLowerCase());
      if (!element.checkVisibility() || !texts.some(holds)) return false;
      (element as HTMLElement).click();
      return true;
    }, wanted);
  }

  /**
   * Runs New Chat in the open chat view and waits until it is done. The command ends by giving the focus to the
   * composer, which is taken from there before: an empty conversation alone may still be the old one's.
   */
  async startChat(): Promise<void> {
    const article = this.chat.conversation.getByRole("article").first();
    await until(
      "a new chat has the focus",
      async () => {
        await this.chat.message.evaluate((box) => box.blur());
        await this.run("Atomic: New Chat");
        // A palette that lost the focus in the very moment of the click has run nothing.
        return until("the composer has the focus", () => this.chat.hasFocus(), 15_000)
          .then(() => article.waitFor({ state: "detached", timeout: 15_000 }))
          .then(
            () => true,
            () => false,
          );
      },
      45_000,
    );
  }

  /** Types into the open quick pick or input box. */
  async fillQuickInput(text: string, timeout?: number): Promise<void> {
    await this.quickInput.locator(".quick-input-box input").fill(text, timeout === undefined ? {} : { timeout });
  }

  /** The rows of the open quick pick that hold this text. */
  quickPickRow(text: string | RegExp): Locator {
    return this.quickInput.locator(".monaco-list-row", { hasText: text });
  }

  /** Picks the first row of the open quick pick that holds this text. */
  async pick(text: string | RegExp): Promise<void> {
    const row = this.quickPickRow(text).first();
    await until(
      `${text} is picked`,
      async () => {
        await row.waitFor();
        return this.#press(row, text).catch(() => false);
      },
      45_000,
    );
  }

  /** Presses a button of a row. Not by the mouse: the hover of a row may lie over its buttons, or over the next row. */
  async pressButtonOf(row: Locator, name: string | RegExp, patience = 45_000): Promise<void> {
    await row.hover({ timeout: patience });
    await row.getByRole("button", { name }).dispatchEvent("click", {}, { timeout: patience });
  }

  /** Whether the palette offers a command now. */
  async offers(title: string): Promise<boolean> {
    const rows = this.quickInput.locator(".monaco-list-row");
    // Marked letters, or one of these texts: the list is that of what was typed, no longer that of all commands.
    const found = rows.locator(".highlight").or(this.quickInput.getByText(/^(No matching commands|similar commands)$/));
    let texts: string[] = [];
    await until(
      `the palette has looked for ${title}`,
      async () => {
        await this.#openPalette();
        return this.fillQuickInput(`>${title}`, 2000)
          .then(() => found.first().waitFor({ timeout: 5000 }))
          .then(async () => {
            texts = await rows.allInnerTexts();
            return texts.length > 0;
          })
          .catch(() => false);
      },
      45_000,
    );
    await this.closeQuickInput();
    return texts.some((text) => text.split("\n")[0]?.trim() === title);
  }

  /** Opens it anew: one that is open keeps the list of the moment in which its text was typed. */
  async #openPalette(): Promise<void> {
    const isOpen = await this.#showsPalette().catch(() => false);
    if (isOpen) await this.page.keyboard.press("Escape");
    await this.page.keyboard.press("F1");
  }

  /** Whether the palette is open, and not another list or box in its place. */
  async #showsPalette(): Promise<boolean> {
    const input = this.quickInput.locator(".quick-input-box input").filter({ visible: true });
    const [value] = await input.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    return value?.startsWith(">") ?? false;
  }

  /** Closes the quick pick or input box that is open, or about to open, without an answer. */
  async closeQuickInput(): Promise<void> {
    await this.quickInput.waitFor();
    await this.page.keyboard.press("Escape");
    await this.quickInput.waitFor({ state: "hidden" });
  }

  /** Types into the input box of this title and accepts. */
  async enter(title: string, text: string, patience = 45_000): Promise<void> {
    await this.quickInput.locator(".quick-input-title", { hasText: title }).waitFor({ timeout: patience });
    await this.fillQuickInput(text, patience);
    await this.quickInput.locator(".quick-input-box input").press("Enter", { timeout: patience });
  }

  /** Waits for a text that stands in the status bar for a moment. */
  async says(text: string): Promise<void> {
    await this.page.locator(".statusbar", { hasText: text }).waitFor();
  }

  /** A view of the side bar below the chat, opened. */
  async pane(title: string): Promise<Locator> {
    const header = this.page.locator(".pane-header", { hasText: title }).filter({ visible: true }).last();
    await until(
      `${title} is open`,
      async () => {
        if ((await header.getAttribute("aria-expanded")) === "true") return true;
        await header.click();
        return false;
      },
      45_000,
    );
    return this.page.locator(".pane", { has: header }).last();
  }

  /** Picks from the menu that a right click on a row opens. */
  async pickFromMenu(row: Locator, item: string): Promise<void> {
    await row.click({ button: "right" });
    await this.pickMenuItem(item);
  }

  /** Picks from the open menu, which takes no click in the moment in which it opens. */
  async pickMenuItem(item: string): Promise<void> {
    const choice = this.page.getByRole("menuitem", { name: item, exact: true });
    await choice.waitFor();
    await until("the menu has taken the pick", async () => {
      await choice.click({ timeout: 1000 }).catch(() => undefined);
      return (await choice.count()) === 0;
    });
  }

  /**
   * Goes through the file dialog of this title: `open` opens it, the path is typed and accepted, then `came` tells whether
   * that was taken. A dialog that took something else, or nothing, is gone through again, three times in all.
   */
  async enterPath(title: string, file: string, open: () => Promise<void>, came: () => Promise<boolean>): Promise<void> {
    for (let left = 3; left > 0; left--) {
      await open();
      await this.#typePath(title, file);
      const hasCome = await until(`${file} came of "${title}"`, came, 15_000).then(
        () => true,
        () => false,
      );
      if (hasCome) return;
      if (await this.quickInput.isVisible()) await this.closeQuickInput();
    }
    throw new Error(`"${title}" took ${file} three times, and nothing came of it${await this.#told()}`);
  }

  /** Types a path into the open file dialog of this title and accepts until the dialog is gone. */
  async #typePath(title: string, file: string): Promise<void> {
    await this.quickInput.locator(".quick-input-title", { hasText: title }).waitFor();
    // With the rows of its first folder comes the proposal, which would take the place of what is typed before.
    await this.quickPickRow("..").first().waitFor();
    const input = this.quickInput.locator(".quick-input-box input");
    await until(
      "the dialog has taken the path",
      async () => {
        // It may have taken the last Enter just now.
        if (!(await this.quickInput.isVisible())) return true;
        const typed = await input.fill(file, { timeout: 1500 }).then(
          () => input.inputValue(),
          () => undefined,
        );
        if (typed !== file) return false;
        await this.page.keyboard.press("Enter");
        // While it still looks at what was typed, it takes no Enter.
        return this.quickInput.waitFor({ state: "hidden", timeout: 1500 }).then(
          () => true,
          () => false,
        );
      },
      20_000,
    );
  }

  /** What notifications say now, for the message of a failure. */
  async #told(): Promise<string> {
    const texts = await this.page.locator(".notification-list-item-message").allInnerTexts();
    return texts.length > 0 ? `; notifications: ${texts.join(" | ")}` : "";
  }

  /** Opens the file at this path in an editor. */
  async openFile(file: string): Promise<void> {
    const tab = this.editorTab(path.basename(file));
    const open = () => this.run("File: Open File...");
    await this.enterPath("Open File", file, open, () => tab.first().isVisible());
  }

  /** Closes every editor; what was never saved is given up. */
  async closeEditors(): Promise<void> {
    await this.run("View: Close All Editors");
    const giveUp = this.page.locator(".monaco-dialog-box").getByRole("button", { name: "Don't Save" });
    await until("no editor is open", async () => {
      if (await giveUp.isVisible()) await giveUp.click();
      return (await this.page.locator(".tabs-container .tab").count()) === 0;
    });
  }

  /** A status bar entry of the extension. */
  statusItem(id: string): Locator {
    return this.page.locator(`[id="${extensionId}.${id}"]`);
  }

  /** A notification with this text. */
  notification(text: string | RegExp): Locator {
    return this.page.locator(".notifications-toasts .notification-list-item", { hasText: text });
  }

  /** The tab of an editor by its title. */
  editorTab(title: string | RegExp): Locator {
    return this.page.locator(".tabs-container").getByRole("tab", { name: title });
  }

  /** The chat panel that is shown; the first one when several are. */
  get chat(): ChatPanel {
    return this.panel(0);
  }

  /** One of several chat panels, in the order they were opened. */
  panel(index: number): ChatPanel {
    const outer = this.page.locator(`iframe.webview.ready[src*="extensionId=${extensionId}"]`).nth(index);
    return new ChatPanel(outer.contentFrame().frameLocator("iframe#active-frame"));
  }

  /** Shows another view container of the side bar, which hides the chat. */
  async showExplorer(): Promise<void> {
    await this.page
      .locator(".activitybar")
      .getByRole("tab", { name: /Explorer/ })
      .click();
    await this.page.locator(".explorer-folders-view").waitFor();
  }

  /**
   * Opens the chat view by its icon in the activity bar, unless it is open. A window that comes back opens it by
   * itself, perhaps between the look and the click, and a click on the icon of an open view closes it: so it looks again.
   */
  async openChatView(): Promise<void> {
    const tab = this.page.locator(".activitybar").getByRole("tab", { name: "Atomic" });
    await tab.waitFor();
    await until(
      "the chat view is open",
      async () => {
        if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
        const drawn = await this.chat.message.waitFor({ timeout: 5000 }).then(
          () => true,
          () => false,
        );
        return drawn && (await tab.getAttribute("aria-selected")) === "true";
      },
      60_000,
    );
  }
}
