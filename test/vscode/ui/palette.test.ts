import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { Gate } from "../../support/gate.ts";
import { test } from "./atomic.ts";
import { shows } from "./shows.ts";

describe("commands of the palette", () => {
  test("fork: a picker of one's own messages, newest first; the text lands in the composer, the old session stays", async ({
    atomic,
  }) => {
    await atomic.newChat();
    await atomic.ask("the first question", "First answer.");
    await atomic.ask("the second question", "Second answer.");
    await atomic.workbench.run("Atomic: Fork…");
    await atomic.workbench.quickPickRow("the first question").waitFor();
    const rows = await atomic.workbench.quickInput.locator(".monaco-list-row").allInnerTexts();
    expect(rows[0]).toMatch(/the second question[\s\S]*#2/);
    expect(rows[1]).toMatch(/the first question[\s\S]*#1/);
    await atomic.workbench.pick("the second question");
    await expect.poll(() => atomic.chat.message.inputValue()).toBe("the second question");
    await atomic.chat.conversation.getByText("First answer.").waitFor();
    expect(await atomic.chat.conversation.getByText("Second answer.").count()).toBe(0);
    await expect
      .poll(async () => {
        await atomic.workbench.run("Atomic: Sessions…");
        await atomic.workbench.quickPickRow("the first question").first().waitFor();
        const count = await atomic.workbench.quickPickRow("the first question").count();
        await atomic.workbench.closeQuickInput();
        return count;
      })
      .toBe(2);
    await atomic.chat.message.fill("");
  });

  test("clone goes on in a copy", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.ask("clone me", "An answer to keep.");
    await atomic.workbench.run("Atomic: Clone");
    await atomic.chat.conversation.getByText("Cloned.").waitFor();
    await atomic.chat.conversation.getByText("An answer to keep.").waitFor();
    await atomic.ask("and on", "Going on.");
    expect(atomic.endpoint.agentRequests.at(-1)?.conversation.map(({ text }) => text)).toContain("clone me");
  });

  test("rename session, which the list shows", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.ask("something long-winded", "Yes.");
    await atomic.workbench.run("Atomic: Rename Session…");
    await atomic.workbench.enter("Rename session", "A short name");
    await expect
      .poll(async () => {
        await atomic.workbench.run("Atomic: Sessions…");
        await atomic.workbench
          .quickPickRow("something long-winded")
          .or(atomic.workbench.quickPickRow("A short name"))
          .first()
          .waitFor();
        const count = await atomic.workbench.quickPickRow("A short name").count();
        await atomic.workbench.closeQuickInput();
        return count;
      })
      .toBe(1);
  });

  test("copy last answer", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.ask("say it", "The last answer.");
    await atomic.workbench.run("Atomic: Copy Last Answer");
    await atomic.workbench.says("Copied the last answer");
    await expect.poll(() => atomic.app.page.evaluate(() => navigator.clipboard.readText())).toBe("The last answer.");
  });

  test("run bash shows the command and its output", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.workbench.run("Atomic: Run Bash…");
    await atomic.workbench.enter("Run bash", "echo $((40 + 2)) pears");
    const card = atomic.chat.conversation.getByText("echo $((40 + 2)) pears");
    await card.waitFor();
    await expect
      .poll(async () => {
        if ((await atomic.chat.conversation.getByText("42 pears").count()) === 0) await card.click();
        return atomic.chat.conversation.getByText("42 pears").count();
      })
      .toBeGreaterThan(0);
  });

  test("compact folds the conversation", async ({ atomic }) => {
    await atomic.newChat();
    const long = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n");
    await atomic.ask(`remember this:\n${long}`, "Remembered.");
    await atomic.ask("and this", "That too.");
    atomic.endpoint.auxiliary = ["5,40\n"];
    await atomic.workbench.run("Atomic: Compact");
    await atomic.chat.conversation
      .getByText(/^Compacted/)
      .first()
      .waitFor();
    await shows(atomic.status, /—|\d/);
  });

  test("clear queue gives the texts back; steering and follow-up mode are told to the agent", async ({ atomic }) => {
    await atomic.newChat();
    const gate = new Gate();
    atomic.endpoint.push(["Busy ", { gate }, "now."]);
    await atomic.chat.send("begin");
    await gate.reached;
    await atomic.chat.send("later");
    await shows(atomic.chat.queue, /later/);
    await atomic.workbench.run("Atomic: Clear Queue");
    await expect.poll(() => atomic.chat.message.inputValue()).toBe("later");
    for (const kind of ["Steering", "Follow-up"]) {
      await atomic.workbench.run(`Atomic: ${kind} Mode…`);
      await atomic.workbench.pick("All at once");
      await atomic.workbench.run(`Atomic: ${kind} Mode…`);
      await atomic.workbench.quickInput
        .locator(".monaco-list-row", { hasText: "All at once" })
        .locator(".codicon-check")
        .waitFor();
      await atomic.workbench.pick("One at a time");
    }
    gate.open();
    await atomic.chat.conversation.getByText("now.").waitFor();
    await atomic.chat.message.fill("");
  });

  test("toggles of compaction and retry say what they have become", async ({ atomic }) => {
    await atomic.newChat();
    for (const [title, off, on] of [
      ["Atomic: Toggle Auto-Compaction", "Compacts by hand only", "Compacts automatically"],
      ["Atomic: Toggle Auto-Retry", "Does not try again by itself", "Tries again when a provider is overloaded"],
    ] as const) {
      await atomic.workbench.run(title);
      await atomic.workbench.says(off);
      await atomic.workbench.run(title);
      await atomic.workbench.says(on);
    }
  });

  test("thinking level and cycle model", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.workbench.run("Atomic: Thinking Level…");
    await atomic.workbench.pick("high");
    await expect.poll(() => atomic.chat.button(/thinking/i).count()).toBeGreaterThan(0);
    await atomic.workbench.run("Atomic: Cycle Model");
    await atomic.workbench.says("Model: Mock Plain");
    await atomic.chat.button(/Mock Plain/).waitFor();
    await atomic.workbench.run("Atomic: Cycle Model");
    await atomic.chat.button(/Mock Main/).waitFor();
  });

  test("export as HTML", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.ask("export this", "Exported words.");
    const { workbench } = atomic;
    const file = path.join(atomic.folder.workspace, "exported.html");
    await workbench.enterPath(
      "Export session",
      file,
      () => workbench.run("Atomic: Export as HTML…"),
      async () => existsSync(file),
    );
    const notice = workbench.notification("Exported to").first();
    await expect
      .poll(() => notice.locator(".notification-list-item-message").textContent())
      .toBe(`Exported to ${file}`);
    expect(readFileSync(file, "utf8")).toContain("</html>");
    await notice.getByRole("button", { name: "Open" }).click();
    await workbench.editorTab("exported.html").waitFor();
    await shows(atomic.app.page.locator(".monaco-editor .view-lines"), /<html/);
    await workbench.closeEditors();
  });

  test("add selection to chat mentions the lines", async ({ atomic }) => {
    await atomic.newChat();
    await atomic.workbench.openFile(path.join(atomic.folder.workspace, "src/sum.js"));
    await atomic.app.page.locator(".monaco-editor .view-line").first().click();
    await atomic.app.page.keyboard.press("Control+A");
    await atomic.workbench.run("Atomic: Add Selection to Chat");
    await expect.poll(() => atomic.chat.message.inputValue()).toMatch(/@src\/sum\.js(:1(-2)?)?\s/);
    await atomic.chat.message.fill("");
    await atomic.workbench.closeEditors();
  });

  test("what cannot be done now is not offered", async ({ atomic }) => {
    await atomic.newChat();
    for (const title of [
      "Stop",
      "Clear Queue",
      "Abort Retry",
      "Fork…",
      "Clone",
      "Compact",
      "Review Changes",
      "Take Over Session",
    ])
      expect(await atomic.workbench.offers(`Atomic: ${title}`), title).toBe(false);
    await atomic.ask("something", "Done.");
    for (const title of ["Fork…", "Clone", "Compact", "Copy Last Answer"])
      expect(await atomic.workbench.offers(`Atomic: ${title}`), title).toBe(true);
  });
});
