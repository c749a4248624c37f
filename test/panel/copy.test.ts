/** What is copied: a message is its Markdown, a selection its text and HTML. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Session } from "./conversation.ts";
import { Harness, type Panel } from "./harness/panel.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

const markdown =
  "## Plan\n\n1. Use **back-off**, see `upload.ts:42`\n2. Then *rest*\n\n```ts\nconst delay = 5; // ms 😀\n```\n\n| a | b |\n|---|---|\n| 日本 | שלום |";

async function open(): Promise<Panel> {
  const session = new Session();
  session.user("Fix **it** in @src/app.ts:12 please");
  session.tool("edit", { path: "a.ts", edits: [] }, "ok", { details: { diff: "-41 old line\n+41 new line" } });
  session.answer([{ type: "text", text: markdown }]);
  const context = { permissions: ["clipboard-read", "clipboard-write"] };
  return harness.open({ height: 1000, snapshot: session.snapshot, context });
}

/** Selects all that these elements hold, as a mouse would. */
function select(panel: Panel, selector: string): Promise<void> {
  return panel.page.evaluate((wanted) => {
    const found = [...document.querySelectorAll(wanted)];
    const range = new Range();
    range.setStartBefore(found[0] as Element);
    range.setEndAfter(found.at(-1) as Element);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
  }, selector);
}

/** What the clipboard holds, by type. */
function clipboard(panel: Panel): Promise<Record<string, string>> {
  return panel.page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) => [type, await (await item?.getType(type))?.text()];
    return Object.fromEntries(await Promise.all(item?.types.map(read) ?? []));
  });
}

describe("case 60: copy", () => {
  it("of a message is its Markdown, the person's and the answer's", async () => {
    const panel = await open();
    await panel.page.getByRole("button", { name: "Copy answer as Markdown" }).click();
    expect(await panel.waitFor("copy")).toMatchObject({ text: markdown });
    await panel.page.locator(".bubble").hover();
    await panel.page.getByRole("button", { name: "Copy message" }).click();
    expect(await panel.waitFor("copy", 1)).toMatchObject({ text: "Fix **it** in @src/app.ts:12 please" });
    await panel.close();
  });

  it("of a selection is its text and its HTML, with Ctrl+C, wherever the focus is in the panel", async () => {
    const panel = await open();
    for (const focus of [".transcript", "textarea"]) {
      await panel.page.locator(focus).first().focus();
      await select(panel, ".markdown");
      await panel.page.keyboard.press("Control+c");
      const copied = await clipboard(panel);
      for (const part of [
        "Plan",
        "Use back-off, see upload.ts:42",
        "Then rest",
        "const delay = 5; // ms 😀",
        "日本",
        "שלום",
      ])
        expect(copied["text/plain"]).toContain(part);
      expect(copied["text/plain"]).not.toMatch(/\*\*|Copy|Insert/);
      expect(copied["text/html"]).toMatch(/<h2[\s\S]*<ol[\s\S]*<strong[\s\S]*<code[\s\S]*<table/);
      expect(copied["text/html"]).not.toMatch(/<button|<script|style=|class=|background/);
      await panel.page.evaluate(() => navigator.clipboard.writeText("something else"));
    }
    await panel.close();
  });

  it("of a diff or a command is its lines, without numbers and buttons", async () => {
    const panel = await open();
    await panel.page.getByRole("group", { name: "Tool edit" }).locator(".card-toggle").click();
    await select(panel, ".diff");
    await panel.page.keyboard.press("Control+c");
    const copied = await clipboard(panel);
    expect(copied["text/plain"]).toMatch(/old line\s+new line|old line\n\+?\s*new line/);
    expect(copied["text/plain"]).not.toContain("41");
    await panel.close();
  });

  it("in a field is what is selected there", async () => {
    const panel = await open();
    const field = panel.page.getByRole("textbox", { name: "Message" });
    await field.fill("half of this");
    await field.evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(0, 4));
    await field.press("Control+c");
    expect((await clipboard(panel))["text/plain"]).toBe("half");
    await panel.close();
  });
});
