import { describe, expect, test } from "vitest";
import { providersBeyondFirstThree } from "../../extension/auth/providers.ts";
import type { ChatState } from "../../extension/panel/messages.ts";
import { conversation, settled, short, user } from "./harness/conversation.ts";
import { onePanel } from "./harness/one-panel.ts";
import type { OpenOptions, Panel } from "./harness/panel.ts";
import { button, focused, message } from "./harness/parts.ts";
import { opus, qwen, sonnet, stats } from "./harness/samples.ts";

let panel: Panel;
const openPanel = onePanel((opened) => {
  panel = opened;
});

const open = async (state: Partial<ChatState>, more: OpenOptions = {}) => {
  await openPanel({ ...more, state });
};
const says = (text: string | RegExp) => panel.page.getByText(text).first().waitFor();
const actions = async () => (await panel.received("action")).map(({ action }) => action);

describe("before a conversation", () => {
  test("a greeting with three starters that go into the composer, not away", async () => {
    await open({});
    await panel.page.getByRole("heading", { name: "What shall we work on?" }).waitFor();
    await says("Atomic reads, edits and runs things in atlas-web. It asks before it changes anything.");
    const starters = panel.page.getByRole("list", { name: "Starters" }).getByRole("button");
    expect(await starters.allTextContents()).toEqual([
      "Explain how this project fits together",
      "Find a failing test and fix it",
      "Review my uncommitted changes",
    ]);
    await starters.first().focus();
    await panel.page.keyboard.press("ArrowDown");
    await panel.page.keyboard.press("ArrowDown");
    await panel.page.keyboard.press("Enter");
    expect(await message(panel).inputValue()).toBe("Review my uncommitted changes");
    expect(await focused(panel)).toBe("Message");
    expect(await panel.received("send")).toEqual([]);
  });

  test.each([
    ["commands", "It asks before it runs commands."],
    ["outside", "It asks before it leaves the folder."],
    ["never", "It does not ask."],
  ] as const)("approval %s is said", async (approval, words) => {
    await open({ approval });
    await says(words);
  });

  test("no folder: open one", async () => {
    await open({ folder: null, session: null, model: null });
    await panel.page.getByRole("heading", { name: "Open a folder first." }).waitFor();
    await message(panel).fill("Hi");
    await message(panel).press("Enter");
    await button(panel, "Open folder").click();
    expect(await actions()).toEqual(["openFolder"]);
    expect(await panel.received("send")).toEqual([]);
  });

  test("case 65: a folder that is not trusted is explained, and nothing is sent", async () => {
    await open({ trusted: false });
    await says("Atomic runs nothing in atlas-web until you trust it.");
    await message(panel).fill("Hi");
    await message(panel).press("Enter");
    expect(await panel.received("send")).toEqual([]);
    await button(panel, "Manage trust").click();
    expect(await actions()).toEqual(["manageTrust"]);
  });

  test("no model: each way to one, local models by name, the demo model only below them", async () => {
    const endpoints = [{ id: "lm", name: "LM Studio", address: "127.0.0.1:1234", models: 1 }];
    const demo = { ...qwen, provider: "demo", id: "demo", baseUrl: "http://127.0.0.1" };
    await open({ model: null, models: [demo, qwen, { ...qwen, id: "other" }], endpoints });
    await panel.page.getByRole("heading", { name: "Choose a model to start" }).waitFor();
    await says("Nothing is sent until you do.");
    const ways = panel.page.getByRole("list", { name: "Ways to a model" }).getByRole("button");
    expect(await ways.allTextContents()).toEqual([
      "Use LM Studio on this computerFound at 127.0.0.1:1234 · 1 model, no key needed",
      "Use Ollama on this computerFound at 127.0.0.1:11434 · 2 models, no key needed",
      `Add an API keyAnthropic, OpenAI, Google and ${providersBeyondFirstThree} more`,
      "Use VS Code's modelsFrom the providers you are signed in to here",
      "Connect another endpointLM Studio, llama.cpp, any compatible URL",
    ]);
    for (const at of [0, 1, 2, 3, 4]) await ways.nth(at).click();
    await button(panel, "Try the demo model").click();
    expect(await actions()).toEqual(["useEndpoint", "setApiKey", "vscodeModels", "connectEndpoint", "useDemoModel"]);
    expect((await panel.received("action"))[0]).toMatchObject({ target: "lm" });
    const args = { provider: "ollama", modelId: "qwen3-coder" };
    expect(await panel.waitFor("command")).toMatchObject({ command: "set_model", args });
  });

  test("models are there but none is chosen: choose one", async () => {
    await open({ model: null, models: [sonnet, opus] });
    await button(panel, /^Choose from 2 models/).click();
    expect(await actions()).toEqual(["switchModel"]);
    await panel.state({ models: [sonnet] });
    await button(panel, /^Use Sonnet 4.5/).click();
    const args = { provider: "anthropic", modelId: "sonnet-4-5" };
    expect(await panel.waitFor("command")).toMatchObject({ command: "set_model", args });
  });

  test("case 28: a start is mentioned when it takes a moment, and after 5 s the log is offered", async () => {
    await open({ agent: { phase: "starting", since: Date.now() - 500 } });
    await panel.page.getByRole("status").getByText("Starting the agent…").waitFor();
    await panel.state({ agent: { phase: "starting", since: Date.now() - 6000 } });
    await says("Still starting.");
    await button(panel, "Show log").click();
    expect(await actions()).toEqual(["showLog"]);
  });
});

describe("what happened, and what to do", () => {
  test("the agent stopped: exit code, last stderr lines, restart, log, copy", async () => {
    const stderr = Array.from({ length: 10 }, (_, line) => `\u001b[31mline ${line}\u001b[0m`);
    const error = { title: "The agent stopped", message: "Ended", exitCode: 1, stderr };
    await open({ agent: { phase: "lost", since: 0, error } }, { snapshot: short });
    const alert = panel.page.getByRole("alert");
    await alert.getByText(/It ended with code 1\. Your session is saved up to the last message/).waitFor();
    expect(await alert.locator("pre").textContent()).toBe(
      ["line 4", "line 5", "line 6", "line 7", "line 8", "line 9"].join("\n"),
    );
    await panel.page.getByRole("contentinfo").getByText("Agent stopped").waitFor();
    await button(panel, "Restart agent").click();
    await button(panel, "Show log").click();
    await button(panel, "Copy").last().click();
    expect(await actions()).toEqual(["restartAgent", "showLog"]);
    expect((await panel.waitFor("copy")).text).toContain("line 0");
  });

  test("case 26: an agent that is not found says where it was looked for, with settings and log", async () => {
    const error = { title: "The agent was not found", message: "Looked for it at /opt/atomic.", stderr: [] };
    await open({ agent: { phase: "failed", since: 0, error } });
    await panel.page.getByRole("alert").getByText("Looked for it at /opt/atomic.").waitFor();
    for (const name of ["Try again", "Open settings", "Show log"]) await button(panel, name).click();
    expect(await actions()).toEqual(["restartAgent", "openSettings", "showLog"]);
  });

  test("a retry counts down and can be stopped", async () => {
    const retry = {
      attempt: 2,
      maxAttempts: 3,
      delayMs: 90_000,
      startedAt: Date.now(),
      errorMessage: '529 {"error":"Overloaded"}',
    };
    await open({ isStreaming: true, retry }, { snapshot: short });
    await panel.page.getByRole("heading", { name: "Anthropic is overloaded" }).waitFor();
    await says(/^Trying again in \d\d s\. Attempt 2 of 3\.$/);
    await panel.page.getByRole("article").last().waitFor();
    await panel.page.locator(".notice-card").getByRole("button", { name: "Stop" }).click();
    expect(await panel.waitFor("command")).toMatchObject({ command: "abort_retry" });
    await panel.state({ retry: { ...retry, errorMessage: "fetch failed: ENOTFOUND" } });
    await panel.page.getByRole("heading", { name: "Anthropic cannot be reached" }).waitFor();
    await panel.state({ retry: { ...retry, delayMs: 0, errorMessage: "weird" } });
    await says("Trying again. Attempt 2 of 3.");
    await panel.page.getByRole("heading", { name: "Anthropic answered with an error" }).waitFor();
  });

  test("a compaction is shown and stopped by what the server has for it", async () => {
    await open({ compaction: { reason: "manual", startedAt: Date.now() } }, { snapshot: short });
    await panel.page.getByRole("status").getByText("Compacting…").waitFor();
    const stop = panel.page.locator(".notice-card").getByRole("button", { name: "Stop" });
    await stop.click();
    expect(await panel.waitFor("command")).toMatchObject({ command: "abort_compaction" });
    await panel.state({ extras: [] });
    await stop.click();
    await panel.waitFor("stop");
  });

  test("case 35: a session that another window has is read only, and can be taken over", async () => {
    await open({ readOnly: true }, { snapshot: short });
    await says("Open in another window. Read only here.");
    expect(await message(panel).isEditable()).toBe(false);
    expect(await button(panel, "Attach").isDisabled()).toBe(true);
    await button(panel, "Take over").click();
    expect(await actions()).toEqual(["takeOver"]);
    await panel.state({ readOnly: false });
    await message(panel).fill("Mine now");
    await message(panel).press("Enter");
    await panel.waitFor("send");
  });
});

describe("the footer, statuses and widgets", () => {
  test("folder and approval mode; waiting stands in their place", async () => {
    await open({ isStreaming: true }, { snapshot: settled(user("Go")) });
    const footer = panel.page.getByRole("contentinfo");
    expect(await footer.textContent()).toMatch(/atlas-web.*Ask before edits/);
    await button(panel, "Approval mode: Ask before edits").click();
    expect(await actions()).toEqual(["approvalMode"]);
    const dialog = {
      type: "extension_ui_request" as const,
      id: "r",
      method: "confirm" as const,
      title: "?",
      message: "",
    };
    await panel.state({ requests: [{ request: dialog, receivedAt: 0 }] });
    expect(await footer.textContent()).toContain("Waiting for your answer");
    expect(await message(panel).getAttribute("aria-placeholder")).toBe("Or tell Atomic what to do instead");
  });

  test("entries of agent extensions; what does not fit goes into one menu", async () => {
    await open({ statuses: [{ key: "a", text: "\u001b[32mready\u001b[0m" }] });
    const footer = panel.page.getByRole("contentinfo");
    await footer.getByText("ready", { exact: true }).waitFor();
    expect(await button(panel, "More states").count()).toBe(0);
    await panel.state({
      statuses: ["indexed 1,204 files", "tests: 41 passed", "branch main, 3 ahead"].map((text) => ({
        key: text,
        text,
      })),
    });
    await button(panel, "More states").click();
    await panel.page.getByRole("dialog", { name: "States" }).getByText("branch main, 3 ahead").waitFor();
    await panel.page.keyboard.press("Escape");
    await panel.state({ statuses: [] });
    await button(panel, "More states").waitFor({ state: "detached" });
  });

  test("widgets stand above and below the composer", async () => {
    const widgets: ChatState["widgets"] = [
      { key: "above", lines: ["\u001b[1mone\u001b[0m", "two"], placement: "aboveEditor" },
      { key: "below", lines: ["three"], placement: "belowEditor" },
      { key: "empty", lines: [], placement: "belowEditor" },
    ];
    await open({ widgets, stats: stats(0) });
    const box = async (key: string) => {
      const bounds = await panel.page.getByRole("group", { name: `From ${key}` }).boundingBox();
      return bounds?.y ?? Number.NaN;
    };
    expect(await panel.page.getByRole("group", { name: "From above" }).textContent()).toBe("one\ntwo");
    const field = (await message(panel).boundingBox())?.y ?? Number.NaN;
    expect(await box("above")).toBeLessThan(field);
    expect(await box("below")).toBeGreaterThan(field);
    expect(await panel.page.getByRole("group", { name: "From empty" }).count()).toBe(0);
  });
});

describe("case 69: notices", () => {
  test("never take the focus", async () => {
    await open({});
    await message(panel).pressSequentially("I am wri");
    await panel.push({ kind: "notice", at: Date.now(), level: "error", text: "Something failed", toast: true });
    await panel.page.getByRole("alert").getByText("Something failed").waitFor();
    await panel.page.keyboard.type("ting");
    expect(await message(panel).inputValue()).toBe("I am writing");
  });

  test("are read whole in a narrow panel, as a toast and in the transcript", async () => {
    const text =
      "Restarted the agent. The last reply was cut off, and what stood in the queue is back in the composer.";
    await open({}, { width: 270, snapshot: conversation });
    for (const toast of [true, false]) await panel.push({ kind: "notice", at: Date.now(), level: "info", text, toast });
    const shown = panel.page.locator(".toast-text, .notice-words").filter({ hasText: text });
    await expect.poll(() => shown.count()).toBeGreaterThanOrEqual(2);
    const cut = (part: Element) => part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth;
    for (const part of await shown.all()) expect(await part.evaluate(cut)).toBe(false);
  });
});

describe("case 50: nothing moves while nothing happens", () => {
  const idleMs = 10_000;

  test("no short timer, no frame, no message and no endless animation in ten seconds", async () => {
    await open({ stats: stats(72_000) }, { snapshot: conversation });
    await message(panel).focus();
    await panel.page.waitForLoadState("networkidle");
    const seen = await panel.page.evaluate(async (ms) => {
      const { host } = window as unknown as { host: { sent: unknown[] } };
      // What was under way when the page came to rest: two seconds are enough for it.
      await new Promise((resolve) => setTimeout(resolve, 2000));
      const counts = { timers: 0, frames: 0, intervals: 0, messages: host.sent.length, endless: 0 };
      const { setTimeout: later, requestAnimationFrame: frame, setInterval: every } = window;
      Object.assign(window, {
        setTimeout: (task: TimerHandler, delay = 0) => {
          if (delay < 1000) counts.timers += 1;
          return later(task, delay);
        },
        setInterval: (task: TimerHandler, delay = 0) => {
          counts.intervals += 1;
          return every(task, delay);
        },
        requestAnimationFrame: (task: FrameRequestCallback) => {
          counts.frames += 1;
          return frame(task);
        },
      });
      await new Promise((resolve) => later(resolve, ms));
      const endless = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations === Infinity);
      return { ...counts, messages: host.sent.length - counts.messages, endless: endless.length };
    }, idleMs);
    expect(seen).toEqual({ timers: 0, frames: 0, intervals: 0, messages: 0, endless: 0 });
  });
});

describe("case 45: an error in the view itself", () => {
  test("is told, goes to the log, and the host can load the view anew", async () => {
    await open({});
    const noQueue = { queue: null } as unknown as Partial<ChatState>;
    await panel.deliver({ type: "batch", from: 1, to: 2, records: [{ kind: "state", patch: noQueue }] });
    const alert = panel.page.getByRole("alert");
    await alert.getByText("This view hit an error").waitFor();
    await alert.getByText("Nothing is lost.").waitFor();
    expect((await panel.waitFor("viewError")).message).toContain("TypeError");
    await button(panel, "Reload view").click();
    await button(panel, "Show log").click();
    expect(await actions()).toEqual(["reloadView", "showLog"]);
    // The browser reports what was caught, too: here it is wanted.
    panel.problems.length = 0;
  });
});
