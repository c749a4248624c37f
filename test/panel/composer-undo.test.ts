import { describe, expect, test } from "vitest";
import { settled, user } from "./harness/conversation.ts";
import { mentions } from "./harness/items.ts";
import { onePanel } from "./harness/one-panel.ts";
import type { OpenOptions, Panel } from "./harness/panel.ts";
import { button, InputMethod, message, options } from "./harness/parts.ts";
import { snapshot } from "./harness/samples.ts";

let panel: Panel;
const openPanel = onePanel((opened) => {
  panel = opened;
});

const open = async (options?: OpenOptions) => {
  await openPanel(options);
  await message(panel).focus();
};
const type = (text: string) => panel.page.keyboard.type(text);
const press = (keys: string) => panel.page.keyboard.press(keys);
const value = () => message(panel).inputValue();
const caret = () => message(panel).evaluate((field: HTMLTextAreaElement) => field.selectionStart);
const lastDraft = async () => (await panel.received("draft")).at(-1);

describe("undo in the message field", () => {
  test("takes back what was typed in one go, in a draft that came from the host too, and redo brings it back", async () => {
    await open();
    await type("one two three");
    await press("Control+z");
    expect(await value()).toBe("");
    await press("Control+Shift+z");
    expect(await value()).toBe("one two three");
    await panel.close();

    await open({ snapshot: { draft: { text: "Half", caret: 4, images: [] } } });
    await type(" a thought");
    await press("Control+z");
    expect(await value()).toBe("Half");
    await expect.poll(lastDraft).toMatchObject({ text: "Half" });
  });

  test("takes back a mention as one step, with what was typed for it next", async () => {
    await open({
      respond: (asked) =>
        asked.type === "query" && asked.what === "mentions" ? { ok: true, data: { items: mentions } } : undefined,
    });
    await type("Look at @upl now");
    for (let step = 0; step < 4; step += 1) await press("ArrowLeft");
    await options(panel).first().waitFor();
    await press("Enter");
    expect(await value()).toBe("Look at @src/net/upload.ts  now");
    expect(await caret()).toBe("Look at @src/net/upload.ts ".length);
    expect(await options(panel).count()).toBe(0);
    await type("and");
    await press("Control+z");
    expect(await value()).toBe("Look at @src/net/upload.ts  now");
    await press("Control+z");
    expect(await value()).toBe("Look at @upl now");
    await press("Control+Shift+z");
    expect(await value()).toBe("Look at @src/net/upload.ts  now");
    await expect.poll(lastDraft).toMatchObject({ text: "Look at @src/net/upload.ts  now" });
  });

  test("takes back a mention that was clicked, and the name of a command", async () => {
    await open({
      respond: (asked) =>
        asked.type === "query" && asked.what === "mentions" ? { ok: true, data: { items: mentions } } : undefined,
    });
    await type("@upl");
    await options(panel).nth(1).click();
    expect(await value()).toBe("@test/net/upload.test.ts ");
    await press("Control+z");
    expect(await value()).toBe("@upl");
    await message(panel).fill("");
    await type("/ren");
    await options(panel).first().waitFor();
    await press("Tab");
    expect(await value()).toBe("/rename ");
    await press("Control+z");
    expect(await value()).toBe("/ren");
  });

  test("takes back the path of a file that was dropped", async () => {
    await open();
    await type("See");
    await message(panel).evaluate((field) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("text/uri-list", "file:///elsewhere/a.ts");
      field.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await expect.poll(value).toBe("See @/elsewhere/a.ts ");
    await press("Control+z");
    expect(await value()).toBe("See");
  });

  test("brings back the message that was sent, by a key or by the button, and the draft from before an earlier one", async () => {
    await open({ snapshot: settled(user("Earlier\n\nwith lines")) });
    await type("first");
    await press("Shift+Enter");
    await type("second");
    await press("Enter");
    await panel.waitFor("send");
    expect(await value()).toBe("");
    await press("Control+z");
    expect(await value()).toBe("first\nsecond");
    await button(panel, "Send").click();
    expect(await panel.waitFor("send", 1)).toMatchObject({ text: "first\nsecond" });
    expect(await value()).toBe("");
    await press("Control+z");
    expect(await value()).toBe("first\nsecond");

    await press("Control+Home");
    await press("ArrowUp");
    await press("ArrowUp");
    expect(await value()).toBe("Earlier\n\nwith lines");
    expect(await caret()).toBe(0);
    await press("Control+z");
    expect(await value()).toBe("first\nsecond");
    await expect.poll(lastDraft).toMatchObject({ text: "first\nsecond" });
  });

  test("never mixes two texts: not with a refused message, not with one put there, not with another session", async () => {
    await open();
    await type("My words");
    await press("Enter");
    const { clientMessageId, text } = await panel.waitFor("send");
    await panel.push({ kind: "refused", clientMessageId, error: "The agent is gone", text, images: [] });
    expect(await value()).toBe("My words");
    await press("Control+z");
    expect(await value()).toBe("My words");
    await type(" again");
    await panel.push({ kind: "composer", text: "Queued", mode: "append", reason: "queue" });
    expect(await value()).toBe("My words again\n\nQueued");
    await press("Control+z");
    expect(await value()).toBe("My words again\n\nQueued");
    await press("Enter");
    await panel.push({ kind: "composer", text: "The server's words", mode: "replace", reason: "server" });
    await press("Control+z");
    expect(await value()).toBe("The server's words");

    // A text that comes while the focus is elsewhere.
    await press("Control+Home");
    await press("Shift+End");
    await press("Delete");
    await button(panel, "Context details").focus();
    await panel.push({ kind: "composer", text: "From elsewhere", mode: "replace", reason: "server" });
    expect(await value()).toBe("From elsewhere");
    await message(panel).focus();
    await press("Control+z");
    expect(await value()).toBe("From elsewhere");

    const other = {
      ...snapshot({ state: { session: { id: "s2" } } }),
      draft: { text: "Its own", caret: 7, images: [] },
    };
    await panel.deliver({ ...other, seq: 50 });
    await expect.poll(value).toBe("Its own");
    for (let step = 0; step < 4; step += 1) await press("Control+z");
    expect(await value()).toBe("Its own");
    await type(" words");
    await press("Control+z");
    expect(await value()).toBe("Its own");
  });

  test("a long text that grows from outside stays where it was scrolled to", async () => {
    await open({ snapshot: { draft: { text: "line\n".repeat(100), caret: 5, images: [] } } });
    const scroll = (to?: number) =>
      message(panel).evaluate((field, top) => {
        if (top !== undefined) field.scrollTop = top;
        return field.scrollTop;
      }, to);
    await scroll(400);
    await panel.push({ kind: "composer", text: "Queued", mode: "append", reason: "queue" });
    expect(await value()).toMatch(/Queued$/);
    expect(await scroll()).toBe(400);
  });

  test("of a text with a word of an input method leaves whole words", async () => {
    await open();
    const method = new InputMethod(panel);
    await type("a ");
    await method.compose("にほん");
    await method.commit("日本");
    expect(await value()).toBe("a 日本");
    await press("Control+z");
    expect(["", "a "]).toContain(await value());
    await press("Control+Shift+z");
    expect(await value()).toBe("a 日本");
  });
});
