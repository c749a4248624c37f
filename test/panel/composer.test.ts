import { describe, expect, test } from "vitest";
import type { ShownDraft } from "../../extension/panel/messages.ts";
import { settled, user } from "./harness/conversation.ts";
import { mentions } from "./harness/items.ts";
import { onePanel } from "./harness/one-panel.ts";
import type { OpenOptions, Panel } from "./harness/panel.ts";
import { button, focused, message, options } from "./harness/parts.ts";
import { snapshot, sonnet } from "./harness/samples.ts";

let panel: Panel;
const open = onePanel((opened) => {
  panel = opened;
});
const running: OpenOptions = { state: { isStreaming: true }, snapshot: settled(user("Go")) };

describe("sending", () => {
  test("Enter sends, Shift+Enter makes a line, and the field is empty afterwards", async () => {
    await open();
    await message(panel).pressSequentially("one");
    await message(panel).press("Shift+Enter");
    await message(panel).pressSequentially("two");
    await message(panel).press("Enter");
    expect(await panel.waitFor("send")).toMatchObject({ text: "one\ntwo", images: [], behavior: "steer" });
    await expect.poll(() => message(panel).inputValue()).toBe("");
  });

  test("Send is disabled while there is nothing to send, and with no model", async () => {
    await open();
    expect(await button(panel, "Send").isDisabled()).toBe(true);
    await message(panel).fill(" \n ");
    expect(await button(panel, "Send").isDisabled()).toBe(true);
    await message(panel).fill("Hi");
    await panel.state({ model: null });
    expect(await button(panel, "Send").isDisabled()).toBe(true);
    await message(panel).press("Enter");
    await panel.state({ model: sonnet });
    await button(panel, "Send").click();
    await panel.waitFor("send");
    expect(await panel.received("send")).toHaveLength(1);
  });

  test("while it runs Enter steers and Alt+Enter follows up, both are buttons, and the setting swaps them", async () => {
    await open(running);
    await message(panel).fill("first");
    expect(await button(panel, "Stop").isVisible()).toBe(true);
    await message(panel).press("Enter");
    expect(await panel.waitFor("send")).toMatchObject({ text: "first", behavior: "steer" });
    await message(panel).fill("second");
    await message(panel).press("Alt+Enter");
    expect(await panel.waitFor("send", 1)).toMatchObject({ text: "second", behavior: "followUp" });
    await message(panel).fill("third");
    await button(panel, "Follow up").click();
    expect(await panel.waitFor("send", 2)).toMatchObject({ text: "third", behavior: "followUp" });
    await message(panel).fill("fourth");
    await button(panel, "Steer").click();
    expect(await panel.waitFor("send", 3)).toMatchObject({ text: "fourth", behavior: "steer" });
    await panel.state({ settings: { thinkingDisplay: "auto", enterWhileRunning: "followUp", escape: "stop" } });
    await message(panel).fill("fifth");
    await message(panel).press("Enter");
    expect(await panel.waitFor("send", 4)).toMatchObject({ text: "fifth", behavior: "followUp" });
  });

  test("a refused message is back in the field", async () => {
    await open();
    await message(panel).fill("Try this");
    await message(panel).press("Enter");
    const { clientMessageId, text } = await panel.waitFor("send");
    await panel.push({ kind: "refused", clientMessageId, error: "The agent is gone", text, images: [] });
    expect(await message(panel).inputValue()).toBe("Try this");
  });

  test("! runs in the shell, !! outside the context", async () => {
    await open({
      respond: () => ({ ok: true, data: { output: "ok", exitCode: 0, cancelled: false, truncated: false } }),
    });
    await message(panel).fill("!git status");
    await message(panel).press("Enter");
    expect(await panel.waitFor("command")).toMatchObject({ command: "bash", args: { command: "git status" } });
    await message(panel).fill("!! ls");
    await message(panel).press("Enter");
    const second = await panel.waitFor("command", 1);
    expect(second).toMatchObject({ command: "bash", args: { command: "ls", excludeFromContext: true } });
    expect(await panel.received("send")).toEqual([]);
  });
});

describe("case 55: Escape", () => {
  test("closes what is open first, then stops, then does nothing", async () => {
    await open(running);
    await button(panel, "Context details").click();
    await panel.page.getByRole("dialog", { name: "Context" }).waitFor();
    await panel.page.keyboard.press("Escape");
    await panel.page.getByRole("dialog", { name: "Context" }).waitFor({ state: "detached" });
    expect(await panel.received("stop")).toEqual([]);
    expect(await focused(panel)).toBe("Message");
    await panel.page.keyboard.press("Escape");
    await panel.waitFor("stop");
    await panel.state({ isStreaming: false });
    await panel.page.keyboard.press("Escape");
    expect(await panel.received("stop")).toHaveLength(1);
  });

  test("ends a command of the person when nothing else runs; so does the menu of its line", async () => {
    const unanswered = new Promise<never>(() => {});
    await open({ respond: (asked) => (asked.type === "command" && asked.command === "bash" ? unanswered : undefined) });
    await message(panel).fill("!sleep 100");
    await message(panel).press("Enter");
    await button(panel, "Kill").waitFor();
    await message(panel).press("Escape");
    expect(await panel.waitFor("command", 1)).toMatchObject({ command: "abort_bash" });
    await panel.page.getByText("sleep 100").click({ button: "right" });
    await panel.page.getByRole("menuitem", { name: "Kill" }).click();
    expect(await panel.waitFor("command", 2)).toMatchObject({ command: "abort_bash" });
  });

  test("stops nothing when the setting says so", async () => {
    await open({
      ...running,
      state: { ...running.state, settings: { thinkingDisplay: "auto", enterWhileRunning: "steer", escape: "none" } },
    });
    await message(panel).press("Escape");
    await button(panel, "Stop").click();
    await panel.waitFor("stop");
    expect(await panel.received("stop")).toHaveLength(1);
  });

  test("the queue comes back behind what stands in the field", async () => {
    await open({
      ...running,
      state: { ...running.state, queue: { steering: ["Queued one"], followUp: ["Queued two"] } },
    });
    await message(panel).fill("My draft");
    await panel.push({ kind: "composer", text: "Queued one\n\nQueued two", mode: "append", reason: "queue" });
    expect(await message(panel).inputValue()).toBe("My draft\n\nQueued one\n\nQueued two");
    await panel.page.getByRole("status").getByText("Stopped. 2 queued messages are back in the composer.").waitFor();
  });
});

describe("the keyboard", () => {
  test("is the composer's after Find is closed, and whenever nothing else has it", async () => {
    await open({ snapshot: settled(user("Look for this")) });
    await message(panel).press("Control+f");
    await panel.page.getByRole("textbox", { name: "Find in the conversation" }).waitFor();
    await panel.page.keyboard.press("Escape");
    expect(await focused(panel)).toBe("Message");
    await panel.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await panel.page.keyboard.type("typed");
    expect(await message(panel).inputValue()).toBe("typed");
  });

  test("selects all in the field alone: VS Code, which would do it once more later, hears nothing of the key", async () => {
    await open();
    await panel.page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      window.addEventListener("keydown", (event) => heard.push(event.key));
    });
    await message(panel).pressSequentially("all of it");
    for (const key of ["Control+a", "Delete"]) await panel.page.keyboard.press(key);
    await panel.page.keyboard.type("new");
    expect(await message(panel).inputValue()).toBe("new");
    const heard = await panel.page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    expect(heard).toContain("Delete");
    expect(heard.slice(heard.indexOf("Control"), heard.indexOf("Delete"))).toEqual(["Control"]);
  });

  test("a chat that is only read takes no paste and no drop", async () => {
    await open({ state: { readOnly: true } });
    await message(panel).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "line\n".repeat(100));
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    expect(await panel.page.getByText(/Pasted text/).count()).toBe(0);
  });
});

describe("case 41: drafts and history", () => {
  const said = settled(user("First question"), user("Second question"), user("First question"));

  test("ArrowUp recalls at the very start only, ArrowDown brings the draft back", async () => {
    await open({ snapshot: said });
    await message(panel).fill("My draft");
    await message(panel).press("End");
    await message(panel).press("ArrowLeft");
    await message(panel).press("ArrowUp");
    expect(await message(panel).inputValue()).toBe("My draft");
    await message(panel).press("Home");
    await message(panel).press("ArrowUp");
    expect(await message(panel).inputValue()).toBe("First question");
    await message(panel).press("ArrowUp");
    expect(await message(panel).inputValue()).toBe("Second question");
    await message(panel).press("ArrowUp");
    expect(await message(panel).inputValue()).toBe("Second question");
    await message(panel).press("ArrowDown");
    expect(await message(panel).inputValue()).toBe("First question");
    await message(panel).press("ArrowDown");
    expect(await message(panel).inputValue()).toBe("My draft");
  });

  test("an earlier message with a large paste comes back with its chip, and so does the draft", async () => {
    const pasted = "line\n".repeat(50);
    await open({ snapshot: settled(user(`See\n\n\`\`\`pasted\n${pasted}\n\`\`\``)) });
    await message(panel).press("ArrowUp");
    expect(await message(panel).inputValue()).toBe("See");
    await button(panel, "Pasted text, 51 lines").waitFor();
    await message(panel).press("ArrowDown");
    expect(await message(panel).inputValue()).toBe("");
    expect(await button(panel, "Pasted text, 51 lines").count()).toBe(0);
  });

  test("the draft goes to the host when typing rests, with its caret, and comes back with the session", async () => {
    await open();
    await message(panel).pressSequentially("Half a thought");
    for (let step = 0; step < 8; step += 1) await message(panel).press("ArrowLeft");
    const draft = await panel.waitFor("draft");
    expect(draft).toMatchObject({ text: "Half a thought", images: [] });
    await panel.page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
    await panel.close();
    await open({ snapshot: { draft: { text: "Half a thought", caret: 6, images: [] } } });
    expect(await message(panel).inputValue()).toBe("Half a thought");
    await message(panel).focus();
    await panel.page.keyboard.type("!");
    expect(await message(panel).inputValue()).toBe("Half a! thought");
  });

  test("what was typed in the moment the view goes is there when it is loaded anew", async () => {
    await open();
    await message(panel).fill("Half a thought");
    await panel.page.evaluate(() => {
      window.addEventListener("pagehide", (event) => event.stopImmediatePropagation(), { capture: true });
      location.reload();
    });
    await panel.page.waitForLoadState();
    await expect.poll(() => message(panel).inputValue()).toBe("Half a thought");
    expect(await panel.waitFor("draft")).toMatchObject({ text: "Half a thought" });
  });

  test("what is typed while another session comes goes with its draft; what stood there before does not", async () => {
    await open({ snapshot: { draft: { text: "Old draft", caret: 9, images: [] } } });
    const comes = (id: string, seq: number, draft: ShownDraft) =>
      panel.deliver({ ...snapshot({ state: { session: { id } }, draft }), seq });
    await message(panel).press("End");
    await panel.page.keyboard.type(" and new");
    await comes("s2", 50, { text: "", caret: 0, images: [], told: "Old draft" });
    await expect.poll(() => message(panel).inputValue()).toBe("and new");
    await expect.poll(async () => (await panel.received("draft")).at(-1)).toMatchObject({ text: "and new", caret: 7 });

    await panel.page.keyboard.type("!");
    await comes("s3", 60, { text: "Its own", caret: 7, images: [], told: "and new" });
    await expect.poll(() => message(panel).inputValue()).toBe("Its own\n\n!");
    await comes("s4", 70, { text: "Another", caret: 7, images: [], told: "Its own\n\n!" });
    await expect.poll(() => message(panel).inputValue()).toBe("Another");
    await panel.deliver({ ...snapshot({ state: { session: { id: "s5" } }, draft: null }), seq: 80 });
    await panel.painted(80);
    expect(await message(panel).inputValue()).toBe("Another");
  });

  test("a queue that comes back while one types does not move the caret", async () => {
    await open({ snapshot: { draft: { text: "Half a thought", caret: 4, images: [] } } });
    await message(panel).focus();
    await panel.page.keyboard.type(" of");
    await panel.push({ kind: "composer", text: "Queued", mode: "append", reason: "queue" });
    await panel.page.keyboard.type(" it");
    expect(await message(panel).inputValue()).toBe("Half of it a thought\n\nQueued");
  });

  test("a shortcut or a click finds the draft with the host as it stands", async () => {
    await open();
    await message(panel).pressSequentially("Half");
    await panel.page.keyboard.press("Control+k");
    expect((await panel.received("draft")).at(-1)).toMatchObject({ text: "Half" });
  });

  test("a text of the server puts the draft aside, and it can be taken back", async () => {
    await open();
    await message(panel).fill("My own words");
    await panel.push({ kind: "composer", text: "The server's words", mode: "replace", reason: "server" });
    expect(await message(panel).inputValue()).toBe("The server's words");
    await button(panel, "Take it back").click();
    expect(await message(panel).inputValue()).toBe("My own words");
    await button(panel, "Take it back").click();
    expect(await message(panel).inputValue()).toBe("The server's words");
  });
});

describe("mentions and commands", () => {
  const withMentions: OpenOptions = {
    respond: (asked) =>
      asked.type === "query" && asked.what === "mentions" ? { ok: true, data: { items: mentions } } : undefined,
  };

  test("case 58: the highlighted item is picked, not the one under the mouse", async () => {
    await open(withMentions);
    await message(panel).pressSequentially("Look at @upl");
    await options(panel).nth(3).hover();
    await message(panel).press("ArrowDown");
    expect(await options(panel).nth(1).getAttribute("aria-selected")).toBe("true");
    await message(panel).press("Enter");
    expect(await message(panel).inputValue()).toBe("Look at @test/net/upload.test.ts ");
    expect(await panel.received("send")).toEqual([]);
  });

  test("Tab adds, a click adds, a colon goes on to lines, matches are set off", async () => {
    await open(withMentions);
    await message(panel).pressSequentially("@upl");
    await options(panel).first().waitFor();
    await panel.page.locator(".match").first().waitFor();
    expect(await options(panel).first().locator(".match").allTextContents()).toEqual(["upl"]);
    await message(panel).press(":");
    expect(await message(panel).inputValue()).toBe("@src/net/upload.ts:");
    await message(panel).pressSequentially("3-5 @fi");
    await options(panel).nth(1).click();
    expect(await message(panel).inputValue()).toBe("@src/net/upload.ts:3-5 @test/net/upload.test.ts ");
    expect(await focused(panel)).toBe("Message");
    await message(panel).pressSequentially("@x");
    await options(panel).first().waitFor();
    await message(panel).press("Tab");
    expect(await message(panel).inputValue()).toMatch(/ @src\/net\/upload\.ts $/);
  });

  test("Escape closes the list and the text stays; it does not come back for the same word", async () => {
    await open({ ...withMentions, ...running });
    await message(panel).pressSequentially("@up");
    await options(panel).first().waitFor();
    await message(panel).press("Escape");
    await options(panel).first().waitFor({ state: "detached" });
    await message(panel).pressSequentially("l");
    expect(await options(panel).count()).toBe(0);
    expect(await panel.received("stop")).toEqual([]);
    expect(await message(panel).inputValue()).toBe("@upl");
  });

  test("commands are grouped; Enter runs one that needs nothing, completes one that needs arguments", async () => {
    await open();
    await message(panel).pressSequentially("/re");
    await options(panel).first().waitFor();
    expect(await panel.page.getByRole("group", { name: "Prompts" }).getByRole("option").count()).toBe(1);
    expect(await options(panel).first().textContent()).toContain("Review uncommitted changes");
    await message(panel).press("ArrowDown");
    await message(panel).press("Enter");
    expect(await message(panel).inputValue()).toBe("/rename ");
    await message(panel).fill("");
    await message(panel).pressSequentially("/rev");
    await options(panel).first().waitFor();
    await message(panel).press("Enter");
    expect(await panel.waitFor("send")).toMatchObject({ text: "/review" });
  });

  test("case 70: an unknown command is asked about first; a path is not", async () => {
    await open();
    await message(panel).fill("/foo bar");
    await message(panel).press("Enter");
    await panel.page.getByText("/foo is not a command here.").waitFor();
    // Both links stand in one line, be it the next.
    const tops = await panel.page
      .locator(".composer-line .link-button")
      .evaluateAll((links) => links.flatMap((link) => [...link.getClientRects()].map(({ top }) => top)));
    expect(tops).toEqual([tops[0], tops[0]]);
    expect(await panel.received("send")).toEqual([]);
    await button(panel, "Send as text").click();
    expect(await panel.waitFor("send")).toMatchObject({ text: "/foo bar" });
    await message(panel).fill("/foo");
    await message(panel).press("Enter");
    await button(panel, "Remove").click();
    await expect.poll(() => message(panel).inputValue()).toBe("");
    await message(panel).fill("/usr/bin is missing");
    await message(panel).press("Enter");
    expect(await panel.waitFor("send", 1)).toMatchObject({ text: "/usr/bin is missing" });
  });
});
