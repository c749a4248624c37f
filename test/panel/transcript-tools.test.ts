/** Tools, rows and actions of the transcript, and every kind of entry as what it is. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RpcEvent } from "../../server/protocol/event.ts";
import { event, Session, startAnswer, textDelta, toolRun } from "./conversation.ts";
import { Harness, type Panel } from "./harness/panel.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

function group(panel: Panel, name: string) {
  return panel.page.getByRole("group", { name: `Tool ${name}` });
}

async function toggle(panel: Panel, name: string): Promise<void> {
  await group(panel, name).locator(".card-toggle, .row-toggle").click();
}

describe("commands", () => {
  it("show colours, the exit code and the way to the whole output", async () => {
    const session = new Session();
    session.user("Run it");
    const output = `${Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n")}\n\u001b[31mred\u001b[0m\n\nCommand exited with code 2`;
    session.tool("bash", { command: "npm test" }, output, { isError: true });
    const panel = await harness.open({ snapshot: session.snapshot });
    const card = group(panel, "bash");
    expect(await card.textContent()).toMatch(/… 21 earlier lines[\s\S]*line 29[\s\S]*Exit code 2/);
    expect(await card.textContent()).not.toContain("\u001b");
    expect(await card.locator(".ansi-red").textContent()).toBe("red");
    await card.getByRole("button", { name: "Show full output" }).click();
    expect((await panel.waitFor("openText")).text).toContain("line 0\n");
    await panel.close();
  });

  it("run with a tail and a clock, and can be killed", async () => {
    const panel = await harness.open({ snapshot: {}, state: { isStreaming: true } });
    const [start, progress, end] = toolRun(
      "bash",
      { command: "npm test" },
      Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n"),
    );
    await panel.push(...startAnswer(), start as never, progress as never);
    const card = group(panel, "bash");
    expect(await card.textContent()).toMatch(/… 30 earlier lines[\s\S]*line 39/);
    expect(await card.textContent()).toContain("running");
    await card.getByRole("button", { name: "Kill" }).click();
    expect(await panel.waitFor("stop")).toEqual({ type: "stop" });
    await panel.push(end as never);
    expect(await card.textContent()).toContain("done");
    expect(await card.getByRole("button", { name: "Kill" }).count()).toBe(0);
    await panel.close();
  });

  it("of the person have a card of their own, live", async () => {
    const session = new Session();
    session.message({
      role: "bashExecution",
      command: "git status",
      output: "clean\n",
      exitCode: 0,
      cancelled: false,
      truncated: false,
    });
    const panel = await harness.open({ snapshot: session.snapshot });
    // No tool of the agent's: it says so.
    const shell = panel.page.getByRole("group", { name: "Shell", exact: true });
    await shell.locator(".card-toggle").click();
    expect(await group(panel, "bash").count()).toBe(0);
    expect(await shell.textContent()).toMatch(/git status[\s\S]*clean/);
    const delta = (text: string, command?: string): RpcEvent => ({
      type: "bash_execution_update",
      id: "b2",
      channel: "stdout",
      delta: text,
      ...(command ? { command } : {}),
    });
    await panel.push(event(delta("", "make")), event(delta("building")));
    expect(await shell.nth(1).textContent()).toMatch(/make[\s\S]*building/);
    await shell.nth(1).getByRole("button", { name: "Kill" }).click();
    expect(await panel.waitFor("command")).toMatchObject({ command: "abort_bash", args: { requestId: "b2" } });
    await panel.close();
  });
});

describe("quiet tools", () => {
  it("fold into one row that counts them, and open to their own rows", async () => {
    const session = new Session();
    session.user("Look");
    session.tool("read", { path: "src/a.ts", offset: 30, limit: 59 }, "text");
    session.tool("read", { path: "src/b.ts" }, "text");
    session.tool("grep", { pattern: "backoff" }, "a.ts:1: x\nb.ts:2: x");
    session.answer([{ type: "text", text: "Seen." }]);
    const panel = await harness.open({ snapshot: session.snapshot });
    const run = panel.page.locator(".row", { hasText: "Read 2 files, ran 1 search" });
    await run.locator(".row-toggle").click();
    expect(await panel.page.locator(".row-body").textContent()).toMatch(
      /a\.ts:30–88[\s\S]*b\.ts[\s\S]*backoff[\s\S]*2 results/,
    );
    await panel.page.getByRole("button", { name: "a.ts:30–88" }).click();
    expect(await panel.waitFor("openFile")).toMatchObject({ path: "src/a.ts", line: 30, endLine: 88 });
    await panel.close();
  });

  it("that failed stand outside, with the reason", async () => {
    const session = new Session();
    session.user("Look");
    session.tool("read", { path: "a.ts" }, "text");
    session.tool("read", { path: "missing.ts" }, "No such file\nmore", { isError: true });
    session.tool("read", { path: "b.ts" }, "text");
    const panel = await harness.open({ snapshot: session.snapshot });
    expect(await panel.page.locator(".row", { hasText: "missing.ts" }).textContent()).toContain("No such file");
    expect(await group(panel, "read").count()).toBe(3);
    await panel.close();
  });

  it("show the image they read", async () => {
    const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const session = new Session();
    session.user("Look");
    session.tool("read", { path: "a.png" }, "", { content: [{ type: "image", mimeType: "image/png", data: pixel }] });
    const panel = await harness.open({ snapshot: session.snapshot });
    await toggle(panel, "read");
    await panel.page.getByRole("img", { name: "Image 1" }).waitFor();
    expect(panel.foreignRequests).toEqual([]);
    await panel.close();
  });
});

describe("any other tool", () => {
  it("shows arguments and result as a tree", async () => {
    const session = new Session();
    session.user("Search");
    session.tool(
      "jira_search",
      { query: "flaky upload", limit: 5 },
      JSON.stringify([{ key: "UPLOAD-118" }, { key: "UPLOAD-2" }]),
    );
    const panel = await harness.open({ snapshot: session.snapshot });
    const card = group(panel, "jira_search");
    expect(await card.textContent()).toContain("flaky upload");
    await toggle(panel, "jira_search");
    expect(await card.textContent()).toMatch(/Arguments\s*query: "flaky upload"\s*limit: 5\s*Result/);
    await card.locator(".data-branch").first().click();
    expect(await card.textContent()).toContain('key: "UPLOAD-118"');
    await panel.close();
  });

  it("never shows terminal codes, in names, arguments or results, raw or escaped", async () => {
    const session = new Session();
    session.user("Go");
    session.tool(
      "odd\u001b[31m",
      { text: "\u001b[1mbold\\u001b[0m" },
      "\u001b[32mgreen\u001b[0m \\u001b[33myellow\\u001b[0m",
    );
    const panel = await harness.open({ snapshot: session.snapshot });
    await panel.page.locator(".card-toggle").click();
    const text = await panel.page.locator(".transcript").textContent();
    expect(text).toMatch(/bold[\s\S]*green yellow/);
    expect(text).not.toContain("\u001b");
    expect(text).not.toMatch(/\\u001b|\[3[0-9]m/);
    await panel.close();
  });
});

describe("case 37: every kind of entry", () => {
  it("is shown for what it is, unknown ones as rows that open", async () => {
    const session = new Session();
    session.add({ type: "model_change", provider: "anthropic", modelId: "sonnet-4-5" });
    session.user("Hello");
    session.answer([{ type: "text", text: "Hi." }, { type: "hologram", beam: 7 } as never]);
    session.add({ type: "model_change", provider: "anthropic", modelId: "opus-4-5" });
    session.add({ type: "thinking_level_change", thinkingLevel: "low" });
    session.add({ type: "thinking_level_change", thinkingLevel: "high" });
    session.add({ type: "label", targetId: "00001001", label: "before rename" });
    session.add({ type: "session_info", name: "Rename" });
    session.add({
      type: "compaction",
      summary: "[User]: hello\n(filtered 412 lines)\nkept",
      firstKeptEntryId: null,
      tokensBefore: 150_000,
      details: {
        strategy: "verbatim-lines",
        stats: { linesBefore: 812, linesKept: 395, tokensBefore: 150_000, tokensAfter: 72_000 },
      },
    });
    session.add({ type: "branch_summary", summary: "Lock ruled out", fromId: "x" });
    session.add({ type: "custom", customType: "todo-state", data: { open: 3 } });
    session.add({ type: "custom_message", customType: "plan", content: "A **plan**", display: true });
    session.add({ type: "custom_message", customType: "secret", content: "not shown", display: false });
    session.add({ type: "telepathy", thought: 1 });
    session.message({ role: "oracle", content: "x" });
    const panel = await harness.open({ height: 1200, snapshot: session.snapshot });
    await panel.push({
      kind: "requestDone",
      at: 1,
      id: "r",
      title: "Delete tags?",
      outcome: { kind: "answered", text: "Yes" },
    });
    await panel.push({
      kind: "requestDone",
      at: 1,
      id: "r2",
      title: "Bump version?",
      outcome: { kind: "lapsed", seconds: 30 },
    });
    await panel.push({ kind: "notice", at: 1, level: "warning", text: "Mind the gap", toast: false });
    await panel.push(event({ type: "cache_hint", hit: true } as never));
    const written = (text: string | null) => text?.replace(/\s+/g, "") ?? "";
    const text = written(await panel.page.locator(".transcript").textContent());
    for (const words of [
      "Unknown block hologram",
      "Model Sonnet 4.5 → Opus 4.5",
      "Thinking Low → High",
      "Label before rename",
      "Session name Rename",
      "Compacted 812 → 395 lines, 150k → 72k tokens",
      "Branch summary Lock ruled out",
      "Custom entry todo-state",
      "A plan",
      "Unknown entry telepathy",
      "Unknown message oracle",
      "Delete tags? Yes",
      "Bump version? No answer in 30 s",
      "Mind the gap",
      "Unknown event cache_hint",
    ]) {
      expect(text).toContain(written(words));
    }
    expect(text).not.toContain("notshown");
    await panel.page.locator(".row", { hasText: "cache_hint" }).locator(".row-toggle").click();
    expect(await panel.page.locator(".data-tree").textContent()).toContain("hit: true");
    await panel.page.locator(".row", { hasText: "Compacted" }).locator(".row-toggle").click();
    expect(await panel.page.locator(".kept-text").textContent()).toContain("412 lines filtered");
    expect(panel.problems).toEqual([]);
    await panel.close();
  });
});

describe("an answer that failed", () => {
  const cases: [string, string, string[]][] = [
    ["529 overloaded_error: Overloaded", "Anthropic is overloaded", ["Try again", "Switch model"]],
    ["fetch failed: ECONNREFUSED", "Anthropic cannot be reached", ["Try again", "Details"]],
    ["401 invalid x-api-key", "Anthropic refused the key", ["Change key", "Switch model"]],
    ["400 prompt is too long: 203000 tokens", "The conversation is too long", ["Open session tree", "Switch model"]],
  ];
  for (const [message, title, buttons] of cases) {
    it(`says "${title}" and what to do`, async () => {
      const session = new Session();
      session.user("Hello");
      session.answer([{ type: "text", text: "Half" }], { stopReason: "error", errorMessage: message });
      const panel = await harness.open({ snapshot: session.snapshot });
      const alert = panel.page.getByRole("alert");
      expect(await alert.textContent()).toContain(title);
      expect(await panel.page.locator(".notice-card").getByRole("button").allInnerTexts()).toEqual(buttons);
      expect((await panel.page.locator(".text-line").textContent())?.trim()).toBe("Half");
      await panel.close();
    });
  }

  it("and is about to be tried again is told by the card of the retry alone, and by itself once that is given up", async () => {
    const session = new Session();
    session.user("Hello");
    session.answer([], { stopReason: "error", errorMessage: "529 overloaded_error: Overloaded" });
    const retry = {
      attempt: 1,
      maxAttempts: 3,
      delayMs: 90_000,
      startedAt: Date.now(),
      errorMessage: "529 Overloaded",
    };
    const panel = await harness.open({ snapshot: session.snapshot, state: { isStreaming: true, retry } });
    const again = panel.page.getByRole("button", { name: "Try again" });
    await panel.page.getByText(/^Trying again in/).waitFor();
    expect(await again.count()).toBe(0);
    await panel.state({ isStreaming: false, retry: null });
    await again.waitFor();
    await panel.close();
  });

  it("and was tried again is one quiet row", async () => {
    const session = new Session();
    session.user("Hello");
    session.answer([], { stopReason: "error", errorMessage: '529 {"error":{"message":"Overloaded"}}' });
    session.answer([{ type: "text", text: "Here." }]);
    const panel = await harness.open({ snapshot: session.snapshot });
    expect(await panel.page.locator(".row", { hasText: "Tried again" }).textContent()).toContain("Overloaded");
    expect(await panel.page.getByRole("alert").count()).toBe(0);
    await panel.close();
  });
});

describe("what the host clipped", () => {
  it("says how much is missing, and comes whole when asked for", async () => {
    const whole = new Session();
    whole.user("Long");
    whole.answer([{ type: "text", text: "Beginning and the end." }]);
    const clipped = new Session();
    clipped.user("Long");
    clipped.tool("bash", { command: "cat" }, "part", {
      content: [{ type: "text", text: "part", clipped: { bytes: 50_000 } }],
      isError: true,
    });
    const panel = await harness.open({
      snapshot: clipped.snapshot,
      respond: (message) => {
        if (message.type !== "query" || message.what !== "entry") return undefined;
        const entry = structuredClone(clipped.entries.find(({ id }) => id === message.entryId)) as never as {
          message: { content: unknown };
        };
        entry.message.content = [{ type: "text", text: "all of it" }];
        return { ok: true, data: { entry } };
      },
    });
    await panel.page.getByRole("button", { name: "Show the remaining 49 KB" }).click();
    await panel.page.locator(".command-output", { hasText: "all of it" }).waitFor();
    await panel.close();
  });
});

describe("a message of the person", () => {
  it("that is long folds, and opens", async () => {
    const session = new Session();
    session.user(Array.from({ length: 30 }, (_, line) => `Line ${line}`).join("\n"));
    session.answer([{ type: "text", text: "Read." }]);
    const panel = await harness.open({ snapshot: session.snapshot });
    const height = () => panel.page.locator(".bubble").evaluate((bubble) => bubble.getBoundingClientRect().height);
    const folded = await height();
    await panel.page.getByRole("button", { name: "Show all" }).click();
    expect(await height()).toBeGreaterThan(folded * 2);
    await panel.close();
  });

  it("can be copied, forked and cloned from its bar", async () => {
    const session = new Session();
    const id = session.user("Fix @src/app.ts:12 please");
    session.answer([{ type: "text", text: "Fixed." }]);
    session.user("More");
    const panel = await harness.open({
      snapshot: session.snapshot,
      respond: () => ({ ok: true, data: { cancelled: false } }),
    });
    const bubble = panel.page.locator(".bubble").first();
    await bubble.hover();
    await bubble.getByRole("button", { name: "Copy message" }).click();
    expect(await panel.waitFor("copy")).toMatchObject({ text: "Fix @src/app.ts:12 please" });
    await bubble.getByRole("button", { name: "Fork from here" }).click();
    expect(await panel.waitFor("command")).toMatchObject({ command: "fork", args: { entryId: id } });
    await bubble.getByRole("button", { name: "Clone up to here" }).click();
    expect(await panel.waitFor("command", 2)).toMatchObject({ command: "clone" });
    await bubble.getByRole("button", { name: "@src/app.ts:12" }).click();
    expect(await panel.waitFor("openFile")).toMatchObject({ path: "src/app.ts", line: 12 });
    await panel.close();
  });

  it("case 77: never stands twice, from the bubble to the entry", async () => {
    const panel = await harness.open();
    await panel.page.getByRole("textbox", { name: "Message" }).fill("Hello there");
    await panel.page.keyboard.press("Enter");
    const { clientMessageId } = await panel.waitFor("send");
    const bubbles = panel.page.locator("[data-bubble]");
    await bubbles.first().waitFor();
    // Whether the element was marked before; it is from now on.
    const mark = () =>
      bubbles.first().evaluate((bubble) => {
        const known = bubble.hasAttribute("data-marked");
        bubble.setAttribute("data-marked", "");
        return known;
      });
    await mark();
    await panel.push({ kind: "accepted", clientMessageId });
    await panel.push(...startAnswer("Hello there"), textDelta("Hi"));
    expect(await bubbles.count()).toBe(1);
    expect(await mark()).toBe(true);
    await panel.close();
  });
});
