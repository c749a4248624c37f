/** Atomic in other circumstances than the shared window: another server, no folder, no server, two windows. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { repository } from "../../support/built-server.ts";
import { Gate } from "../../support/gate.ts";
import { descendantsOf } from "../../support/processes.ts";
import { until } from "../../support/until.ts";
import { Workbench } from "../../support/vscode-workbench.ts";
import type { Atomic } from "./atomic.ts";
import { openWorld } from "./world.ts";

/** Slow retries, so that there is time to give one up. */
const slowRetries = { retry: { enabled: true, maxRetries: 3, baseDelayMs: 60_000, provider: { maxRetries: 0 } } };

/** Runs `use` in a VS Code of its own and clears everything away. */
async function inWorld(settings: Record<string, unknown>, use: (atomic: Atomic) => Promise<void>): Promise<void> {
  const { atomic, close } = await openWorld({ settings: () => settings, agent: { settings: slowRetries } });
  try {
    await use(atomic);
  } catch (error) {
    await atomic.record(`world ${Object.keys(settings).join(" ")}`);
    throw error;
  } finally {
    await close();
  }
}

const sdk = path.join(repository, "node_modules/@earendil-works/pi-coding-agent");

describe("another server", () => {
  test("the SDK's own RPC mode is a full chat within what it offers", async () => {
    await inWorld({ "atomic.server.path": path.join(sdk, "dist/cli.js") }, async ({ app, endpoint, workbench }) => {
      const { chat } = workbench;
      await workbench.openChatView();
      const gate = new Gate();
      endpoint.push(
        [{ reasoning: "Hm." }, { tool: "read", args: { path: "hello.txt" } }],
        ["It says ", { gate }, "**hello**."],
        ["Steered."],
      );
      await chat.send("What does hello.txt say?");
      await chat.conversation.getByText("It says").waitFor();
      await chat.send("and then this");
      await chat.queue.getByText("and then this").waitFor();
      gate.open();
      await chat.conversation.getByText("Steered.").waitFor();
      await chat.button("Send").waitFor();
      await chat.tool("read").waitFor();
      await chat.thinking.first().waitFor();
      expect(descendantsOf(app.pid).filter(({ command }) => command.includes("server/main.js"))).toEqual([]);

      await workbench.run("Atomic: Switch Model…");
      await workbench.pick("Mock Plain");
      await chat.button(/Mock Plain/).waitFor();
      await workbench.run("Atomic: Fork…");
      await workbench.pick("and then this");
      await expect.poll(() => chat.message.inputValue()).toBe("and then this");
      await chat.message.fill("");
      await workbench.run("Atomic: Sessions…");
      await workbench.quickPickRow("What does hello.txt say?").first().waitFor();
      await workbench.closeQuickInput();

      endpoint.reset();
      endpoint.push(["Partial", { silence: true }]);
      await chat.send("stop me");
      await chat.conversation.getByText("Partial").waitFor();
      await chat.button("Stop").click();
      await chat.button("Send").waitFor();
    });
  }, 180_000);
});

describe("a window", () => {
  test("case 34: without a folder asks for one and starts nothing", async () => {
    await inWorld({}, async ({ app, workbench }) => {
      await workbench.page.goto(new URL("/?ew=true", workbench.page.url()).href);
      await workbench.statusItem("atomic.context").waitFor();
      await workbench.page.locator(".activitybar").getByRole("tab", { name: "Atomic" }).click();
      await workbench.chat.frame.getByText("Open a folder first.").waitFor();
      await workbench.chat.button("Open folder").click();
      await workbench.quickInput.locator(".quick-input-title", { hasText: "Open Folder" }).waitFor();
      await workbench.quickPickRow("..").first().waitFor();
      expect(descendantsOf(app.pid).filter(({ command }) => command.includes("--mode rpc"))).toEqual([]);
    });
  }, 120_000);

  test("with a server that is not there says which path was tried, and recovers when that is put right", async () => {
    await inWorld({ "atomic.server.path": "/no/such/server.js" }, async (atomic) => {
      const { workbench } = atomic;
      await workbench.page.locator(".activitybar").getByRole("tab", { name: "Atomic" }).click();
      await workbench.chat.alert.getByText(/\/no\/such\/server\.js/).waitFor();
      await workbench.chat.button("Show log").waitFor();
      await workbench.chat.button("Open settings").waitFor();
      atomic.changeSettings({ "atomic.server.path": "" });
      // VS Code notices the setting in its own time.
      await until(
        "the agent is found",
        async () => {
          await workbench.chat
            .button("Try again")
            .click({ timeout: 1000 })
            .catch(() => undefined);
          return (await workbench.chat.alert.count()) === 0 && atomic.serverPids().length === 1;
        },
        45_000,
      );
      await atomic.ask("are you there now?", "Here.");
    });
  }, 120_000);

  test("a retry can be given up, and a second window reads a session that the first one has open", async () => {
    await inWorld({}, async ({ app, endpoint, workbench }) => {
      const { chat } = workbench;
      await workbench.openChatView();
      endpoint.push(["A first answer."]);
      await chat.send("a question of the first window");
      await chat.conversation.getByText("A first answer.").waitFor();
      await chat.button("Send").waitFor();

      await chat.message.fill("half a thought");

      const second = await secondWindow(app.page);
      const other = new Workbench(second);
      await other.statusItem("atomic.context").waitFor();
      await other.openChatView();
      await other.run("Atomic: Sessions…");
      await other.pick("a question of the first window");
      await other.chat.frame.getByText("Open in another window. Read only here.").waitFor();
      await other.chat.conversation.getByText("A first answer.").waitFor();
      expect(await other.chat.message.inputValue()).toBe("");
      await other.chat.button("Take over").click();
      await chat.frame.getByText("Open in another window. Read only here.").waitFor();
      // The draft goes with the session.
      await expect.poll(() => other.chat.message.inputValue()).toBe("half a thought");
      await expect.poll(() => chat.message.inputValue()).toBe("");
      endpoint.push(["An answer to the second."]);
      await other.chat.send("a question of the second window");
      await other.chat.conversation.getByText("An answer to the second.").waitFor();
      expect(endpoint.agentRequests.at(-1)?.conversation.map(({ text }) => text)).toContain(
        "a question of the first window",
      );

      // By the palette as well: the session goes back, with what was said in the other window.
      await workbench.run("Atomic: Take Over Session");
      await other.chat.frame.getByText("Open in another window. Read only here.").waitFor();
      await chat.conversation.getByText("An answer to the second.").waitFor();
      await second.close();

      endpoint.reset();
      endpoint.fallback = { status: 529, body: { error: { message: "Overloaded" } } };
      await chat.send("are you there?");
      await expect.poll(() => workbench.offers("Atomic: Abort Retry")).toBe(true);
      await workbench.run("Atomic: Abort Retry");
      await chat.button("Send").waitFor();
    });
  }, 180_000);

  test("hosting agent extensions shows their status, and stops idle servers beyond the setting", async () => {
    await inWorld({ "atomic.server.maxProcesses": 1 }, async ({ app, endpoint, folder, workbench }) => {
      const extension =
        'export default (pi) => pi.on("session_start", (_e, ctx) => ctx.ui.setStatus("tests", "3 failing"));\n';
      mkdirSync(path.join(folder.agentDir, "extensions"), { recursive: true });
      writeFileSync(path.join(folder.agentDir, "extensions", "status.js"), extension);
      await workbench.openChatView();
      await workbench.statusItem("atomic.status.tests").getByText("3 failing").waitFor();
      endpoint.push(["Kept."]);
      await workbench.chat.send("keep this");
      await workbench.chat.conversation.getByText("Kept.").waitFor();
      await workbench.chat.button("Send").waitFor();
      const servers = () => descendantsOf(app.pid).filter(({ command }) => command.includes("--mode rpc"));
      const [first] = servers();
      await workbench.page
        .locator(".activitybar")
        .getByRole("tab", { name: /Explorer/ })
        .click();
      await workbench.run("Atomic: New Chat in Editor");
      await expect.poll(() => servers().length === 1 && servers()[0]?.pid !== first?.pid).toBe(true);
      await workbench.run("View: Close All Editors");
      await workbench.openChatView();
      await workbench.chat.conversation.getByText("Kept.").waitFor();
      expect(readdirSync(folder.agentDir)).toContain("sessions");
    });
  }, 180_000);
});

/** Another window on the same VS Code and the same folder. */
async function secondWindow(page: Page): Promise<Page> {
  const storageState = await page.context().storageState(); // holds what lets a browser in
  const second = await page
    .context()
    .browser()
    ?.newPage({ viewport: { width: 1280, height: 800 }, storageState });
  if (!second) throw new Error("no browser");
  second.setDefaultTimeout(30_000);
  await second.goto(page.url());
  await second.locator(".monaco-workbench").waitFor();
  return second;
}
