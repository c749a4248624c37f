/** Two folders in one window, started as from a desktop: without the search path of the login shell. */
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import type { AgentFolder } from "../../support/agent-folder.ts";
import { descendantsOf } from "../../support/processes.ts";
import type { Atomic } from "./atomic.ts";
import { shows } from "./shows.ts";
import { worldTest } from "./world.ts";

const calls = (folder: AgentFolder) => path.join(folder.temp, "login-shell-calls.txt");

/** A login shell that knows one more place for programs, and tells it to the extension alone. */
function loginShell(folder: AgentFolder): string {
  const bin = path.join(folder.temp, "bin");
  mkdirSync(bin);
  writeFileSync(path.join(bin, "only-in-login-shell"), "#!/bin/sh\necho found by the login shell\n", { mode: 0o755 });
  const shell = path.join(folder.temp, "shell");
  const text = `#!/bin/sh
case "$*" in
  *__atomic_path__*) echo call >> "${calls(folder)}"; PATH="${bin}:/usr/bin:/bin"; eval "$4" ;;
  *) exec /bin/sh "$@" ;;
esac
`;
  writeFileSync(shell, text, { mode: 0o755 });
  return shell;
}

const test = worldTest({
  agent: { workspace: { "first.txt": "of the first folder\n" } },
  folders: { second: { "second.txt": "of the second folder\n" } },
  env: (folder) => ({ SHELL: loginShell(folder), PATH: "/usr/bin:/bin" }),
  settings: (folder) => ({
    "atomic.server.args": ["--append-system-prompt", "Speak of the sea."],
    "atomic.server.env": { FROM_THE_SETTING: "seen by tools" },
    "atomic.server.node": process.execPath,
    "atomic.sessionDir": path.join(folder.root, "kept sessions"),
    "atomic.approval": "never",
  }),
});

/** Where the agent servers run. */
function serverFolders(atomic: Atomic): string[] {
  return atomic.serverPids().map((pid) => readlinkSync(`/proc/${pid}/cwd`));
}

describe("several folders", () => {
  test("case 34: a chat is tied to the folder chosen at its start, which is shown", async ({ atomic }) => {
    const { workbench, chat, folder } = atomic;
    const second = path.join(folder.root, "second");
    await workbench.page.locator(".activitybar").getByRole("tab", { name: "Atomic" }).click();
    await workbench.quickPickRow("workspace").waitFor();
    await workbench.pick("second");
    await chat.frame.getByText("Atomic reads, edits and runs things in second.").waitFor();
    await shows(workbench.page.locator(".pane-header", { hasText: "Chat" }), /second/i);
    atomic.endpoint.push([{ tool: "read", args: { path: "second.txt" } }], ["Read."]);
    await chat.send("read it");
    await chat.conversation.getByText("Read.").waitFor();
    expect((await atomic.endpoint.waitForAgentRequest(2)).conversation.at(-1)?.text).toContain("of the second folder");
    await expect.poll(() => serverFolders(atomic)).toEqual([second]);

    await workbench.run("Atomic: New Chat");
    await workbench.closeQuickInput();
    await chat.conversation.getByText("Read.").waitFor();

    await workbench.run("Atomic: New Chat in Editor");
    await workbench.pick("workspace");
    await workbench.editorTab(/Atomic \(workspace\)/).waitFor();
    await expect.poll(() => serverFolders(atomic).sort()).toEqual([second, folder.workspace].sort());
    await workbench.run("View: Close All Editors");
    await expect.poll(() => serverFolders(atomic)).toEqual([second]);
  });

  test("case 34: it has its folder still when the window comes back", async ({ atomic }) => {
    const { workbench, chat, folder } = atomic;
    await workbench.page.reload();
    await workbench.openChatView();
    await chat.conversation.getByText("Read.").waitFor();
    await shows(workbench.page.locator(".pane-header", { hasText: "Chat" }), /second/i);
    await expect.poll(() => serverFolders(atomic)).toEqual([path.join(folder.root, "second")]);
  });

  test("case 33: tools find what the login shell finds, which was asked once", async ({ atomic }) => {
    const { workbench, chat, endpoint } = atomic;
    await workbench.openChatView();
    endpoint.reset();
    const command = 'only-in-login-shell; echo "$FROM_THE_SETTING"';
    endpoint.push([{ tool: "bash", args: { command } }], ["It ran."]);
    await chat.send("run it");
    await chat.conversation.getByText("It ran.").waitFor();
    const result = (await endpoint.waitForAgentRequest(2)).conversation.at(-1)?.text;
    expect(result).toContain("found by the login shell");
    expect(result).toContain("seen by tools");
    // Two windows so far, several chats and servers.
    expect(readFileSync(calls(atomic.folder), "utf8").trim().split("\n")).toHaveLength(2);
  });

  test("the settings of what is run hold: arguments, variables, Node and the folder of sessions", async ({
    atomic,
  }) => {
    expect(atomic.endpoint.agentRequests.at(-1)?.allText).toContain("Speak of the sea.");
    const servers = descendantsOf(atomic.app.pid).filter(({ command }) => command.includes("--mode rpc"));
    expect(servers.map(({ command }) => command.startsWith(process.execPath))).not.toContain(false);
    const kept = readdirSync(path.join(atomic.folder.root, "kept sessions"), { recursive: true }).map(String);
    expect(kept.filter((name) => name.endsWith(".jsonl")).length).toBeGreaterThan(0);
  });
});
