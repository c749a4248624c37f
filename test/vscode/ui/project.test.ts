/** What a project brings along, and where links may lead. */
import { describe, expect } from "vitest";
import { type Atomic, test } from "./atomic.ts";
import { shows } from "./shows.ts";

const prompt = "---\ndescription: Writes a limerick\nargument-hint: <about>\n---\nWrite a limerick about $1.\n";
const skill = "---\nname: knots\ndescription: How to tie knots\n---\nOver, under, through.\n";

describe("a project", () => {
  test("case 82: its prompts and skills are in the / list; the model chip shows model and level before the first prompt", async ({
    atomic,
  }) => {
    const { chat, workbench, folder, endpoint } = atomic;
    folder.writeWorkspaceFile(".atomic/prompts/limerick.md", prompt);
    folder.writeWorkspaceFile(".atomic/skills/knots/SKILL.md", skill);
    await atomic.newChat();
    await workbench.run("Atomic: Restart Agent");
    await shows(chat.button(/^Model:/), /Mock Main/);
    await chat.button(/^Thinking/i).waitFor();
    expect(await chat.button(/^Thinking/i).getAttribute("aria-label")).toMatch(/off|minimal|low|medium|high/i);
    expect(endpoint.requests).toEqual([]);

    // The commands of the agent come a moment after its model.
    const option = async (typed: string, name: RegExp, shown: RegExp) => {
      await expect
        .poll(async () => {
          await chat.message.fill("");
          await chat.message.pressSequentially(typed);
          // Seen and read in one look: what is typed next may already stand in a list that is filled anew.
          return chat.frame.getByRole("option", { name }).allInnerTexts();
        })
        .toEqual([expect.stringMatching(shown)]);
      await chat.message.fill("");
    };
    await option("/lim", /limerick/, /limerick[\s\S]*<about>[\s\S]*Writes a limerick/);
    await option("/knot", /knots/, /How to tie knots/);
    await chat.send("/limerick owls");
    await chat.conversation.getByText("ok", { exact: true }).waitFor();
    expect(endpoint.agentRequests[0]?.lastUserText).toContain("Write a limerick about owls.");
  });
});

describe("case 64: links", () => {
  const links = [
    "[a web page](https://example.com/page)",
    "[a mail](mailto:someone@example.com)",
    "[the file](hello.txt)",
    "[elsewhere](/etc/hostname)",
    "[upwards](../../etc/hostname)",
    "[a command](command:workbench.action.closeWindow)",
    "[a script](javascript:alert(1))",
    "[an editor](vscode://publisher.extension/run)",
    "[a share](file://server/share/run.exe)",
    "[data](data:text/html,hello)",
  ].join(" · ");

  async function page(atomic: Atomic): Promise<void> {
    await atomic.newChat();
    atomic.endpoint.push([links]);
    await atomic.chat.send("links");
    await atomic.chat.button("Send").waitFor();
    await atomic.chat.conversation.getByText("a web page").waitFor();
  }

  test("a file of the workspace opens at once; what is outside is shown and asked", async ({ atomic }) => {
    await page(atomic);
    const { chat, workbench } = atomic;
    await chat.conversation.getByRole("link", { name: "the file" }).click();
    await workbench.editorTab(/hello\.txt/).waitFor();
    const dialog = workbench.page.locator(".monaco-dialog-box");
    for (const [name, shown] of [
      ["elsewhere", "/etc/hostname"],
      ["upwards", "/etc/hostname"],
    ] as const) {
      await chat.conversation.getByRole("link", { name }).click();
      await dialog.getByText(shown).first().waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "detached" });
    }
    expect(await workbench.editorTab(/hostname/).count()).toBe(0);
    await workbench.closeEditors();
  });

  test("web and mail are handed on without a question of ours", async ({ atomic }) => {
    await page(atomic);
    const { chat, workbench } = atomic;
    const dialog = workbench.page.locator(".monaco-dialog-box");
    await chat.conversation.getByRole("link", { name: "a mail" }).click();
    await chat.conversation.getByRole("link", { name: "a web page" }).click();
    // VS Code itself asks before it opens a page that is not on its list of trusted places.
    await dialog.getByText("open the external website").waitFor();
    await dialog.getByText("https://example.com/page").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  test("anything else is shown and asked, or is no link at all", async ({ atomic }) => {
    await page(atomic);
    const { chat, workbench } = atomic;
    const names = await chat.conversation.getByRole("link").allInnerTexts();
    expect(names).toEqual(["a web page", "a mail", "the file", "elsewhere", "upwards", "a share"]);
    const dialog = workbench.page.locator(".monaco-dialog-box");
    await chat.conversation.getByRole("link", { name: "a share" }).click();
    await dialog.getByText("file://server/share/run.exe").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await workbench.page.locator(".tabs-container .tab").count()).toBe(0);
  });
});
