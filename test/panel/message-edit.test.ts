/** "Edit and resend": what is typed there outlives the view, which VS Code drops when it is hidden. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { conversation } from "./harness/conversation.ts";
import { Harness, type OpenOptions, type Panel } from "./harness/panel.ts";
import { button, focused } from "./harness/parts.ts";

let harness: Harness;
let panel: Panel;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());
afterEach(() => panel.close());

const session = { id: "s1" };
const accepted = () => ({ ok: true as const, data: { cancelled: false } });
const editor = () => panel.page.getByRole("textbox", { name: "Edit message" });
const message = () => panel.page.getByRole("textbox", { name: "Message", exact: true });
const asked = "Add a changelog entry for 2.4.";

async function open(state: OpenOptions["state"] = {}): Promise<void> {
  panel = await harness.open({
    snapshot: conversation,
    state: { session, extras: ["navigate_tree"], ...state },
    respond: accepted,
  });
}

/** Begins to edit the message, as the keyboard does. */
async function edit(): Promise<void> {
  await panel.page.locator(".line", { hasText: asked }).first().focus();
  await panel.page.keyboard.press("e");
  await editor().waitFor();
}

/** The page goes in this moment, and says nothing more to the host; VS Code loads it anew. */
async function reload(): Promise<void> {
  await panel.page.evaluate(() => {
    window.addEventListener("pagehide", (event) => event.stopImmediatePropagation(), { capture: true });
    location.reload();
  });
  await panel.page.waitForLoadState();
  await panel.page.getByText("Done. It reads:").waitFor();
}

describe("a message that is edited to be sent again", () => {
  test("is open with what was typed when the view comes back, and leaves the focus alone", async () => {
    await open();
    await edit();
    await panel.page.keyboard.type(" And for 2.5.");
    await message().fill("A draft beside it");
    await reload();
    await expect.poll(() => message().inputValue()).toBe("A draft beside it");
    expect(await editor().inputValue()).toBe(`${asked} And for 2.5.`);
    expect(await focused(panel)).not.toBe("Edit message");

    await editor().press("Enter");
    expect(await panel.waitFor("command")).toMatchObject({ command: "navigate_tree" });
    expect(await panel.waitFor("send")).toMatchObject({ text: `${asked} And for 2.5.` });
    await reload();
    expect(await editor().count()).toBe(0);
  });

  test("is as it was when the edit was cancelled", async () => {
    await open();
    await edit();
    await panel.page.keyboard.type(" Never mind");
    await panel.page.keyboard.press("Escape");
    await editor().waitFor({ state: "detached" });
    await reload();
    expect(await editor().count()).toBe(0);
  });

  test("opens again with its text when it could not be sent", async () => {
    await open();
    await edit();
    await panel.page.keyboard.type(" Again");
    panel.respond(() => ({ ok: false, error: "The agent is busy" }));
    await button(panel, "Send").first().click();
    await panel.page.getByRole("alert").getByText("The agent is busy").waitFor();
    await expect.poll(() => editor().inputValue()).toBe(`${asked} Again`);
    expect(await panel.received("send")).toEqual([]);
  });

  test("waits for a server that can go back, and for its session", async () => {
    await open({ extras: [] });
    const entryId = conversation.entries.find((entry) => JSON.stringify(entry).includes(asked))?.id;
    const keptOf = async (sessionId: string) => {
      const kept = { messageEdit: { sessionId, entryId, text: "Kept" } };
      await panel.page.evaluate((state) => sessionStorage.setItem("vscode-state", JSON.stringify(state)), kept);
      await reload();
      expect(await editor().count()).toBe(0);
      await panel.state({ extras: ["navigate_tree"] });
    };
    await keptOf("s2");
    expect(await editor().count()).toBe(0);
    await keptOf(session.id);
    await expect.poll(() => editor().inputValue()).toBe("Kept");
  });
});
