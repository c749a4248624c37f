import { describe, expect, test } from "vitest";
import type { ShownDraft } from "../../extension/panel/messages.ts";
import { settled, user } from "./harness/conversation.ts";
import { onePanel } from "./harness/one-panel.ts";
import type { OpenOptions, Panel } from "./harness/panel.ts";
import { button, focused, InputMethod, message } from "./harness/parts.ts";
import { snapshot } from "./harness/samples.ts";

let panel: Panel;
const open = onePanel((opened) => {
  panel = opened;
});
const running: OpenOptions = { state: { isStreaming: true }, snapshot: settled(user("Go")) };

describe("case 53: input methods", () => {
  test("Enter that ends a composition does not send, Escape that closes the candidates does not stop", async () => {
    await open(running);
    await message(panel).focus();
    const method = new InputMethod(panel);
    await method.compose("にほん");
    await method.key("Enter");
    await method.key("Escape");
    expect(await panel.received("send")).toEqual([]);
    expect(await panel.received("stop")).toEqual([]);
    await method.commit("日本");
    expect(await message(panel).inputValue()).toBe("日本");
    await message(panel).press("Enter");
    expect(await panel.waitFor("send")).toMatchObject({ text: "日本" });
    await message(panel).press("Escape");
    await panel.waitFor("stop");
  });

  test("a text from outside waits for the end of a composition, and so breaks neither", async () => {
    await open(running);
    await message(panel).pressSequentially("ab");
    await message(panel).press("ArrowLeft");
    const method = new InputMethod(panel);
    await method.compose("にほん");
    await panel.push({ kind: "composer", text: "Queued", mode: "append", reason: "queue" });
    expect(await message(panel).inputValue()).toBe("aにほんb");
    await method.compose("にほんご");
    await method.commit("日本語");
    await expect.poll(() => message(panel).inputValue()).toBe("a日本語b\n\nQueued");
    await panel.page.keyboard.type("!");
    expect(await message(panel).inputValue()).toBe("a日本語!b\n\nQueued");

    await method.compose("にほん");
    await panel.push({ kind: "composer", text: "The server's words", mode: "replace", reason: "server" });
    expect(await message(panel).inputValue()).toBe("a日本語!にほんb\n\nQueued");
    await method.commit("日本");
    await expect.poll(() => message(panel).inputValue()).toBe("The server's words");
    await button(panel, "Take it back").click();
    expect(await message(panel).inputValue()).toBe("a日本語!日本b\n\nQueued");
  });

  test("what is being composed while another session comes goes with its draft, once", async () => {
    await open({ snapshot: { draft: { text: "Old draft", caret: 9, images: [] } } });
    await message(panel).focus();
    const method = new InputMethod(panel);
    await method.compose("にほん");
    const draft: ShownDraft = { text: "Its own", caret: 7, images: [], told: "Old draft" };
    await panel.deliver({ ...snapshot({ state: { session: { id: "s2" } }, draft }), seq: 50 });
    await expect.poll(() => message(panel).inputValue()).toBe("Its own\n\nにほん");
    await method.compose("ご");
    await method.commit("語");
    expect(await message(panel).inputValue()).toBe("Its own\n\nにほん語");
    expect(await focused(panel)).toBe("Message");
    await expect
      .poll(async () => (await panel.received("draft")).at(-1))
      .toMatchObject({
        text: "Its own\n\nにほん語",
      });
  });

  test("nor in the search of models, nor in a queued message that is edited", async () => {
    await open({ ...running, state: { ...running.state, queue: { steering: ["Keep it"], followUp: [] } } });
    const method = new InputMethod(panel);
    await button(panel, /^Model/).click();
    await method.compose("もで");
    await method.key("Enter");
    await method.key("Escape");
    expect(await panel.page.getByRole("combobox", { name: "Search models" }).isVisible()).toBe(true);
    await method.commit("x");
    await panel.page.keyboard.press("Escape");
    await panel.page.getByRole("button", { name: "Steering: Keep it" }).click();
    await method.compose("にほん");
    await method.key("Enter");
    expect(await panel.page.getByRole("textbox", { name: "Edit the queued message" }).isVisible()).toBe(true);
    expect(await panel.received("setQueue")).toEqual([]);
    expect(await panel.received("command")).toEqual([]);
  });
});
