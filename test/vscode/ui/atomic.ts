/** One VS Code with Atomic installed from its package and a scripted model, shared by all test files. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator } from "playwright-core";
import { test as base } from "vitest";
import { AgentFolder } from "../../support/agent-folder.ts";
import { repository } from "../../support/built-server.ts";
import { ScriptedEndpoint } from "../../support/endpoint.ts";
import { descendantsOf } from "../../support/processes.ts";
import { type App, startApp } from "../../support/vscode-app.ts";
import type { ChatPanel } from "../../support/vscode-chat-panel.ts";
import { Workbench } from "../../support/vscode-workbench.ts";

export class Atomic {
  readonly app: App;
  readonly endpoint: ScriptedEndpoint;
  readonly folder: AgentFolder;
  readonly workbench: Workbench;

  constructor(app: App, endpoint: ScriptedEndpoint, folder: AgentFolder) {
    this.app = app;
    this.endpoint = endpoint;
    this.folder = folder;
    this.workbench = new Workbench(app.page);
  }

  get chat(): ChatPanel {
    return this.workbench.chat;
  }

  /** Its entry in the status bar. */
  get status(): Locator {
    return this.workbench.statusItem("atomic.context");
  }

  /** The agent servers that run now. */
  serverPids(): number[] {
    return descendantsOf(this.app.pid)
      .filter(({ command }) => command.includes("--mode rpc"))
      .map(({ pid }) => pid);
  }

  /** The process that the extension, and so its servers, live under. Throws when no server runs. */
  extensionHostPid(): number {
    const server = descendantsOf(this.app.pid).find(({ command }) => command.includes("--mode rpc"));
    if (!server) throw new Error("no agent server runs");
    return server.parent;
  }

  /** A fresh conversation in the open chat view; whatever the test before left is gone. */
  async newChat(): Promise<void> {
    this.endpoint.reset();
    await this.workbench.openChatView();
    await this.workbench.startChat();
  }

  /** Asks something in the open chat and waits for the answer. */
  async ask(text: string, answer: string): Promise<void> {
    this.endpoint.push([answer]);
    await this.chat.send(text);
    await this.chat.conversation.getByText(answer).waitFor();
    await this.chat.button("Send").waitFor();
  }

  /** Changes settings of the machine while VS Code runs; it takes them in by itself. */
  changeSettings(changes: Record<string, unknown>): void {
    const file = path.join(this.app.profile.userData, "Machine", "settings.json");
    const now = JSON.parse(readFileSync(file, "utf8")) as object;
    writeFileSync(file, JSON.stringify({ ...now, ...changes }, null, 2));
  }

  /** A picture of the window and what VS Code said, for a test that failed. */
  async record(name: string): Promise<void> {
    const folder = path.join(repository, "out/test/vscode");
    const file = path.join(folder, name.replace(/\W+/g, "-"));
    mkdirSync(folder, { recursive: true });
    await this.app.page.screenshot({ path: `${file}.png` });
    writeFileSync(`${file}.log`, this.app.log());
  }
}

export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs.
  .extend("endpoint", { scope: "worker" }, async ({}, { onCleanup }) => {
    const endpoint = await ScriptedEndpoint.start();
    onCleanup(() => endpoint.stop());
    return endpoint;
  })
  .extend("folder", { scope: "worker" }, async ({ endpoint }, { onCleanup }) => {
    const workspace = {
      "hello.txt": "hello from the workspace\n",
      "src/sum.js": "export const sum = (a, b) => a + b;\n",
    };
    const folder = new AgentFolder({ baseUrl: endpoint.baseUrl, workspace });
    onCleanup(() => folder.remove());
    return folder;
  })
  .extend("atomic", { scope: "worker" }, async ({ endpoint, folder }, { onCleanup }) => {
    const extension = path.join(repository, "out/atomic.vsix");
    const app = await startApp({ workspace: folder.workspace, extensions: [extension], env: folder.env() });
    onCleanup(() => app.stop());
    return new Atomic(app, endpoint, folder);
  })
  .extend("picture", { auto: true }, async ({ atomic, task, onTestFailed }) => {
    onTestFailed(() => atomic.record(task.name));
    return task.name;
  });
