import { describe, expect, test } from "vitest";
import { settled, user } from "./harness/conversation.ts";
import { onePanel } from "./harness/one-panel.ts";
import type { Panel } from "./harness/panel.ts";
import { button, focused, message } from "./harness/parts.ts";

let panel: Panel;
const openPanel = onePanel((opened) => {
  panel = opened;
});

const queue = { steering: ["Keep the API", "Mind the lock"], followUp: ["Write a changelog"] };

async function open() {
  await openPanel({ state: { isStreaming: true, queue }, snapshot: settled(user("Go")) });
  return panel.page.getByRole("list", { name: "Queue" }).getByRole("listitem");
}

const editor = () => panel.page.getByRole("textbox", { name: "Edit the queued message" });
const row = (text: string) => panel.page.getByRole("button", { name: text, exact: true });

describe("the queue", () => {
  test("shows both kinds in order, and goes when it is empty", async () => {
    const rows = await open();
    expect(await rows.allInnerTexts()).toEqual([
      "Steering\nKeep the API",
      "Steering\nMind the lock",
      "Follow-up\nWrite a changelog",
    ]);
    await panel.state({ queue: { steering: [], followUp: [] } });
    expect(await rows.count()).toBe(0);
  });

  test("a message is edited in place; Escape leaves it as it was", async () => {
    await open();
    await row("Steering: Mind the lock").press("Enter");
    const edit = editor();
    expect(await edit.inputValue()).toBe("Mind the lock");
    await edit.fill("Mind both locks");
    await edit.press("Escape");
    expect(await edit.count()).toBe(0);
    expect(await panel.received("stop")).toEqual([]);
    await row("Steering: Mind the lock").click();
    await edit.fill("Mind both locks");
    await edit.press("Enter");
    expect(await panel.waitFor("setQueue")).toMatchObject({
      steering: ["Keep the API", "Mind both locks"],
      followUp: ["Write a changelog"],
    });
    expect(await focused(panel)).toBe("Message");
  });

  test("an edit begins behind the text", async () => {
    await open();
    await row("Steering: Mind the lock").press("Enter");
    await panel.page.keyboard.type("!");
    expect(await editor().inputValue()).toBe("Mind the lock!");
  });

  test("an edit is saved when the panel may be about to go, and goes on where it stays", async () => {
    await open();
    await row("Steering: Mind the lock").press("Enter");
    await panel.page.keyboard.type("s");
    await panel.page.evaluate(() => window.dispatchEvent(new Event("blur")));
    expect(await panel.waitFor("setQueue")).toMatchObject({ steering: ["Keep the API", "Mind the locks"] });
    await panel.page.keyboard.type(" and");
    await panel.state({ queue: { steering: ["Keep the API", "Mind the locks"], followUp: ["Write a changelog"] } });
    await panel.page.keyboard.type(" keys");
    expect(await editor().inputValue()).toBe("Mind the locks and keys");
    await panel.page.evaluate(() => {
      window.dispatchEvent(new Event("pagehide"));
      window.dispatchEvent(new Event("blur"));
    });
    expect(await panel.waitFor("setQueue", 1)).toMatchObject({
      steering: ["Keep the API", "Mind the locks and keys"],
      followUp: ["Write a changelog"],
    });
    await editor().press("Escape");
    expect(await panel.waitFor("setQueue", 2)).toMatchObject({ steering: ["Keep the API", "Mind the lock"] });
    expect(await editor().count()).toBe(0);
    expect(await panel.received("setQueue")).toHaveLength(3);
    expect(await message(panel).inputValue()).toBe("");
  });

  test("an edit is saved when the panel's page is hidden", async () => {
    await open();
    await row("Follow-up: Write a changelog").press("Enter");
    await panel.page.keyboard.type(" entry");
    await panel.page.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    expect(await panel.waitFor("setQueue")).toMatchObject({ followUp: ["Write a changelog entry"] });
  });

  test("an edit that could not be handed over when the page went is saved by the next one, once", async () => {
    await open();
    await row("Steering: Mind the lock").press("Enter");
    await panel.page.keyboard.type("s");
    const reload = async () => {
      await panel.page.evaluate(() => {
        for (const type of ["pagehide", "blur", "visibilitychange"])
          window.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
        location.reload();
      });
      await panel.page.waitForLoadState();
      await row("Follow-up: Write a changelog").waitFor();
    };
    await reload();
    expect(await panel.waitFor("setQueue")).toMatchObject({ steering: ["Keep the API", "Mind the locks"] });
    await reload();
    expect(await panel.received("setQueue")).toEqual([]);
  });

  test("an edit of a message that was sent meanwhile lands in the composer", async () => {
    await open();
    await row("Steering: Keep the API").click();
    const edit = editor();
    await edit.fill("Keep the API as it is");
    await panel.state({ queue: { steering: ["Mind the lock"], followUp: ["Write a changelog"] } });
    await expect.poll(() => message(panel).inputValue()).toBe("Keep the API as it is");
    expect(await panel.received("setQueue")).toEqual([]);
  });

  test("Delete removes the focused row, M moves it to the other kind, the focus goes on", async () => {
    await open();
    await row("Steering: Keep the API").focus();
    await panel.page.keyboard.press("Delete");
    expect(await panel.waitFor("setQueue")).toMatchObject({
      steering: ["Mind the lock"],
      followUp: ["Write a changelog"],
    });
    await panel.state({ queue: { steering: ["Mind the lock"], followUp: ["Write a changelog"] } });
    expect(await focused(panel)).toBe("Steering: Mind the lock");
    await panel.page.keyboard.press("m");
    expect(await panel.waitFor("setQueue", 1)).toMatchObject({
      steering: [],
      followUp: ["Write a changelog", "Mind the lock"],
    });
  });

  test("the buttons of a row do the same by mouse", async () => {
    const rows = await open();
    await rows.nth(2).hover();
    await rows.nth(2).getByRole("button", { name: "Make it steering" }).click();
    expect(await panel.waitFor("setQueue")).toMatchObject({
      steering: ["Keep the API", "Mind the lock", "Write a changelog"],
      followUp: [],
    });
    await rows.nth(0).hover();
    await rows.nth(0).getByRole("button", { name: "Remove" }).click();
    expect(await panel.waitFor("setQueue", 1)).toMatchObject({ steering: ["Mind the lock"] });
  });

  test("options clear the queue and set how it is delivered", async () => {
    const rows = await open();
    await rows.nth(0).hover();
    await rows.nth(0).getByRole("button", { name: "Queue options" }).click();
    const dialog = panel.page.getByRole("dialog", { name: "Queue options" });
    const mode = dialog.getByRole("combobox", { name: "Steering messages" });
    await mode.click();
    await dialog.getByRole("option", { name: "All at once" }).first().click();
    expect(await panel.waitFor("command")).toMatchObject({ command: "set_steering_mode", args: { mode: "all" } });
    await dialog.getByRole("button", { name: "Clear the queue" }).click();
    expect(await panel.waitFor("setQueue")).toMatchObject({ steering: [], followUp: [] });
  });

  test("what the server refuses is said, and the queue stays as it was", async () => {
    const rows = await open();
    panel.respond(() => ({ ok: false, error: "The agent is busy" }));
    await row("Follow-up: Write a changelog").press("Delete");
    await panel.page.getByRole("alert").getByText("The agent is busy").waitFor();
    expect(await rows.count()).toBe(3);
  });
});

describe("changed files", () => {
  test("are counted, undone, reviewed, and opened one by one", async () => {
    await openPanel({
      state: {
        changes: [
          { path: "src/upload.ts", added: 12, removed: 4 },
          { path: "src/retry.ts", added: 12, removed: 2 },
        ],
      },
    });
    await panel.page.getByText("2 files changed").waitFor();
    expect(await panel.page.locator(".changes-count").first().textContent()).toMatch(/\+24\s*−6/);
    await button(panel, "Undo").click();
    await button(panel, "Review").click();
    expect((await panel.received("action")).map(({ action }) => action)).toEqual(["undoChanges", "reviewChanges"]);
    await button(panel, "Changed files").click();
    await button(panel, "retry.ts").click();
    expect(await panel.waitFor("openDiff")).toMatchObject({ path: "src/retry.ts" });
  });
});
