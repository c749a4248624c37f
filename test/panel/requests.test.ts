import { describe, expect, test } from "vitest";
import { assistant, call, event, settled, user } from "./harness/conversation.ts";
import { approval, request } from "./harness/dialogs.ts";
import { onePanel } from "./harness/one-panel.ts";
import type { OpenOptions, Panel } from "./harness/panel.ts";
import { button, focused, InputMethod, message } from "./harness/parts.ts";

let panel: Panel;
const openPanel = onePanel((opened) => {
  panel = opened;
});

type Requests = NonNullable<NonNullable<OpenOptions["state"]>["requests"]>;

async function open(requests: Requests = [], more: OpenOptions = {}) {
  await openPanel({
    snapshot: settled(user("Go")),
    ...more,
    state: { isStreaming: true, requests, ...more.state },
  });
}
const card = (name: string) => panel.page.getByRole("group", { name, exact: true });
const select = (title = "Which one?", options = ["Alpha", "Beta", "Gamma"]) =>
  request({ method: "select", title, options });

describe("answering", () => {
  test("digits and arrows pick an option, and the focus goes back to the composer", async () => {
    const one = select();
    await open([one]);
    await button(panel, "Alpha").focus();
    await panel.page.keyboard.press("ArrowDown");
    expect(await focused(panel)).toBe("Beta");
    await panel.page.keyboard.press("3");
    expect(await panel.waitFor("answer")).toMatchObject({ id: one.request.id, answer: { value: "Gamma" } });
    expect(await focused(panel)).toBe("Message");
  });

  test("case 36: a request is answered once, however often one presses", async () => {
    await open([select()]);
    await button(panel, "Alpha").focus();
    await panel.page.keyboard.press("1");
    await panel.page.keyboard.press("2");
    await panel.page.evaluate(() => document.querySelector<HTMLElement>(".choice")?.click());
    await panel.waitFor("answer");
    await message(panel).fill("settled");
    await panel.waitFor("draft");
    expect(await panel.received("answer")).toHaveLength(1);
  });

  test("case 36: a panel that is opened again shows the request again", async () => {
    const one = select();
    await open([one]);
    await panel.page.reload();
    await card("Which one?").waitFor();
    await button(panel, "Beta").click();
    expect(await panel.waitFor("answer")).toMatchObject({ id: one.request.id, answer: { value: "Beta" } });
  });

  test("Y and N confirm, Escape cancels and stops nothing", async () => {
    await open([request({ method: "confirm", title: "Push?", message: "To main" })]);
    await button(panel, "Yes").focus();
    await panel.page.keyboard.press("n");
    expect(await panel.waitFor("answer")).toMatchObject({ answer: { confirmed: false } });
    await panel.state({ requests: [request({ method: "confirm", title: "Push?", message: "To main" })] });
    await button(panel, "No").focus();
    await panel.page.keyboard.press("y");
    expect(await panel.waitFor("answer", 1)).toMatchObject({ answer: { confirmed: true } });
    await panel.state({ requests: [request({ method: "confirm", title: "Push?", message: "To main" })] });
    await button(panel, "No").focus();
    await panel.page.keyboard.press("Escape");
    expect(await panel.waitFor("answer", 2)).toMatchObject({ answer: { cancelled: true } });
    expect(await panel.received("stop")).toEqual([]);
  });

  test("a field is submitted by Enter, an editor keeps its lines", async () => {
    await open([
      request({ method: "input", title: "Branch", placeholder: "release/2.4" }),
      request({ method: "editor", title: "Notes", prefill: "## 2.4" }),
    ]);
    const field = panel.page.getByRole("textbox", { name: "Branch" });
    await field.fill("release/3");
    await field.press("Enter");
    expect(await panel.waitFor("answer")).toMatchObject({ answer: { value: "release/3" } });
    const area = panel.page.getByRole("textbox", { name: "Notes" });
    expect(await area.inputValue()).toBe("## 2.4");
    await area.press("End");
    await area.press("Enter");
    await area.pressSequentially("- more");
    await button(panel, "Open in an editor").click();
    expect(await panel.waitFor("code")).toMatchObject({ action: "newFile", text: "## 2.4\n- more" });
    await button(panel, "Save").click();
    expect(await panel.waitFor("answer", 1)).toMatchObject({ answer: { value: "## 2.4\n- more" } });
  });

  test("letters that are keys of the transcript are letters in a field", async () => {
    await open([request({ method: "input", title: "Branch" }), request({ method: "editor", title: "Notes" })]);
    for (const name of ["Branch", "Notes"]) {
      const field = panel.page.getByRole("textbox", { name });
      await field.pressSequentially("coded file /mny12");
      expect(await field.inputValue()).toBe("coded file /mny12");
    }
    expect(await panel.received("command")).toEqual([]);
    expect(await panel.received("copy")).toEqual([]);
  });

  test("case 53: Enter that ends a composition submits no field", async () => {
    await open([request({ method: "input", title: "Branch" })]);
    const field = panel.page.getByRole("textbox", { name: "Branch" });
    await field.click();
    const method = new InputMethod(panel);
    await method.compose("にほん");
    await method.key("Enter");
    await method.key("Escape");
    await method.commit("日本");
    expect(await panel.received("answer")).toEqual([]);
    await field.press("Enter");
    expect(await panel.waitFor("answer")).toMatchObject({ answer: { value: "日本" } });
  });
});

describe("several at once", () => {
  test("stand in the order they came, all can be reached, the first one is marked", async () => {
    await open([select("First?"), select("Second?"), select("Third?")]);
    const titles = await panel.page.getByRole("heading", { level: 3 }).allTextContents();
    expect(titles).toEqual(["First?", "Second?", "Third?"]);
    expect(await panel.page.locator(".request-first").count()).toBe(1);
    await panel.page.keyboard.press("Alt+r");
    await panel.page.keyboard.press("2");
    expect(await panel.waitFor("answer")).toMatchObject({ answer: { value: "Beta" } });
    await expect
      .poll(() => panel.page.evaluate(() => document.activeElement?.closest("section")?.ariaLabel))
      .toBe("Second?");
    await card("Third?").getByRole("button", { name: "Gamma" }).click();
    expect(await panel.waitFor("answer", 1)).toMatchObject({ answer: { value: "Gamma" } });
  });

  describe("taller than the panel", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, line) => `Step ${line}`).join("\n");
    const tall = (title: string) =>
      request({ method: "select", title: `${title}\n${lines(30)}`, options: ["Go", "Wait"] });
    const said = (turn: number) => assistant([{ type: "text", text: lines(6).replaceAll("\n", "\n\n") + turn }]);
    const settledLong = settled(
      ...Array.from({ length: 8 }, (_, turn) => [user(`Question ${turn}`), said(turn)]).flat(),
    );
    /** px from the upper edge of the transcript to the head of a card; and how much of the head is on screen. */
    const headOf = (name: string) =>
      card(name).evaluate((element) => {
        const view = (document.querySelector(".transcript") as Element).getBoundingClientRect();
        const head = (element.querySelector(".request-head") as Element).getBoundingClientRect();
        return { top: head.top - view.top, isShown: head.top >= view.top && head.bottom <= view.bottom };
      });
    const atEnd = () =>
      panel.page.locator(".transcript").evaluate((view) => view.scrollHeight - view.clientHeight - view.scrollTop <= 2);

    test("the first is read from its head, then the next, and at last the end is followed again", async () => {
      const requests = [tall("First?"), tall("Second?"), tall("Third?")];
      await open([], { snapshot: settledLong, height: 420 });
      await panel.state({ requests });
      expect(await headOf("First?")).toMatchObject({ isShown: true });
      for (const [at, name] of ["Second?", "Third?"].entries()) {
        await panel.state({ requests: requests.slice(at + 1) });
        await expect.poll(() => headOf(name)).toMatchObject({ isShown: true });
      }
      await panel.state({ requests: [] });
      await expect.poll(atEnd).toBe(true);
      expect(await panel.page.locator(".jump").count()).toBe(0);
      await panel.push(event({ type: "message_start", message: user(lines(40)) }));
      expect(await atEnd()).toBe(true);
    });

    test("they leave someone who reads above where they are", async () => {
      await open([], { snapshot: settledLong, height: 420 });
      const view = panel.page.locator(".transcript");
      await view.evaluate((element) => {
        element.dispatchEvent(new WheelEvent("wheel", { deltaY: -1 }));
        element.scrollTop -= 500;
      });
      await panel.page.locator(".jump").waitFor();
      const top = () => view.evaluate((element) => element.scrollTop);
      const before = await top();
      await panel.state({ requests: [tall("First?"), tall("Second?")] });
      await panel.page.getByRole("status").getByText("Waiting for your answer: Second?").waitFor();
      expect(await top()).toBe(before);
      // Alt+R goes to it.
      await panel.page.keyboard.press("Alt+r");
      await expect.poll(() => focused(panel)).toBe("Go");
    });
  });

  test("a new one is announced and takes no focus from someone who types; Alt+R goes to it", async () => {
    await open();
    await message(panel).pressSequentially("I am wri");
    await panel.state({ requests: [select()] });
    await panel.page.keyboard.type("ting");
    expect(await message(panel).inputValue()).toBe("I am writing");
    await panel.page.getByRole("status").getByText("Waiting for your answer: Which one?").waitFor();
    await panel.page.keyboard.press("Alt+r");
    expect(await focused(panel)).toBe("Alpha");
    await message(panel).focus();
    await panel.push({ kind: "focus", target: "request" });
    await expect.poll(() => focused(panel)).toBe("Alpha");
  });

  test("the time left is shown and the request goes when the host says so", async () => {
    await open([request({ method: "confirm", title: "Push?", message: "" }, 83.5)]);
    expect(await panel.page.getByRole("timer").textContent()).toMatch(/^1:2\d$/);
    const outcome = { kind: "lapsed" as const, seconds: 84 };
    await panel.push(
      { kind: "state", patch: { requests: [] } },
      { kind: "requestDone", at: Date.now(), id: "x", title: "Push?", outcome },
    );
    expect(await card("Push?").count()).toBe(0);
    await panel.page.getByText("No answer in 84 s").waitFor();
  });
});

describe("case 68: approvals", () => {
  const args = { command: "rm -rf build-2.1 build-2.2 build-2.3" };
  const running: OpenOptions = {
    snapshot: {
      ...settled(user("Clean up"), assistant([call("rm", "bash", args)], "toolUse")),
      records: [
        event({ type: "tool_execution_start", toolCallId: "rm", toolName: "bash", args }, Date.now() - 3_600_000),
      ],
    },
  };

  test("the call does not run while it is asked about, and the time of the answer is none of its own", async () => {
    await open([approval()], running);
    const call = panel.page.getByRole("group", { name: "Tool bash" });
    await call.getByText("waiting").waitFor();
    expect(await call.locator(".codicon-loading").count()).toBe(0);
    expect(await button(panel, "Kill").count()).toBe(0);
    await panel.state({ requests: [] });
    await call.getByText("running").waitFor();
    await call.getByText(/^\ds$/).waitFor();
    const result = {
      content: [{ type: "text" as const, text: "gone" }],
      details: { approval: { allowed: "once", waitedMs: 3_598_000 } },
    };
    const end = { type: "tool_execution_end", toolCallId: "rm", toolName: "bash", result, isError: false } as const;
    await panel.push(event({ ...end, durationMs: 3_600_000 }));
    await call.getByText("allowed · 2s").waitFor();
  });

  test("say what and why, show the command whole, and are given by keyboard: once", async () => {
    const one = approval();
    await open([one], running);
    const group = card("Run this command?");
    await group.getByText("It deletes files, so Atomic asks even though rm ran before.").waitFor();
    expect(await group.locator("pre").textContent()).toBe("rm -rf build-2.1 build-2.2 build-2.3");
    expect(await group.locator(".codicon-terminal").count()).toBe(1);
    await panel.page.keyboard.press("Alt+r");
    await panel.page.keyboard.press("Enter");
    expect(await panel.waitFor("answer")).toMatchObject({ id: one.request.id, answer: { value: "Allow once" } });
  });

  test("a message instead denies it and steers; a follow-up leaves it open", async () => {
    const one = approval();
    await open([one], running);
    await message(panel).fill("Later, write a test");
    await message(panel).press("Alt+Enter");
    await panel.waitFor("send");
    expect(await panel.received("answer")).toEqual([]);
    await message(panel).fill("Move them to the bin instead");
    await message(panel).press("Enter");
    expect(await panel.waitFor("send", 1)).toMatchObject({ behavior: "steer" });
    expect(await panel.waitFor("answer")).toMatchObject({ id: one.request.id, answer: { value: "Deny" } });
  });

  test("for the session, with the pattern beside it and the answer as the server wrote it", async () => {
    await open([approval()], running);
    await button(panel, "Allow for this session rm -rf build-*").waitFor();
    expect(await card("Run this command?").locator(".choice-detail").textContent()).toBe("rm -rf build-*");
    await panel.page.keyboard.press("Alt+r");
    await panel.page.keyboard.press("2");
    const answer = { value: "Allow for this session (rm -rf build-*)" };
    expect(await panel.waitFor("answer")).toMatchObject({ answer });
  });
});

describe("case 75: titles of several lines", () => {
  const title = `Which plan?\nThe first is quick.\n\n\`\`\`ts\n${"const a = 1;\n".repeat(200)}\`\`\`\nThe second is safe.`;

  test("the first line is the heading, the rest scrolls, and the answer is the option's own text", async () => {
    const options = ["\u001b[32mQuick\u001b[0m", "  Safe  "];
    await open([request({ method: "select", title, options })]);
    const group = card("Which plan?");
    expect(await group.getByRole("heading").textContent()).toBe("Which plan?");
    const rest = group.locator(".request-rest");
    const { shown, whole } = await rest.evaluate((box) => ({ shown: box.clientHeight, whole: box.scrollHeight }));
    expect(whole).toBeGreaterThan(shown);
    await button(panel, "Quick").waitFor();
    expect(await button(panel, "Safe").isVisible()).toBe(true);
    await button(panel, "Quick").click();
    expect(await panel.waitFor("answer")).toMatchObject({ answer: { value: options[0] } });
  });
});

describe("cases 37 and 78: what this panel does not know", () => {
  test("a dialog of an unknown kind can be cancelled", async () => {
    await open([
      request({ method: "select", title: "Known?", options: [] }),
      request({ method: "colour" as "select", title: "Pick", options: [] }),
    ]);
    await card("Pick").getByRole("button", { name: "Cancel" }).click();
    expect(await panel.waitFor("answer")).toMatchObject({ answer: { cancelled: true } });
  });
});

describe("case 74: notices", () => {
  test("stand in the transcript, and toasts do not pile up", async () => {
    await open();
    const notices = Array.from({ length: 24 }, (_, index) => ({
      kind: "notice" as const,
      at: Date.now(),
      level: "info" as const,
      text: `Step ${index} \u001b[32mdone\u001b[0m`,
      toast: true,
    }));
    await panel.push(...notices);
    await panel.page.getByRole("log").getByText("Step 23 done").waitFor();
    const toasts = panel.page.locator(".toast");
    expect(await toasts.count()).toBeLessThanOrEqual(3);
    expect(await toasts.last().textContent()).toBe("Step 23 done");
    for (let left = await toasts.count(); left > 0; left -= 1) {
      await toasts.first().getByRole("button", { name: "Dismiss" }).click();
      await expect.poll(() => toasts.count()).toBe(left - 1);
    }
  });
});
