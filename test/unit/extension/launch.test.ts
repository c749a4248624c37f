import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentFolder, sessionFolder } from "../../../extension/agent/agent-folder.ts";
import {
  joinPaths,
  loginShellPath,
  SHELL_PATIENCE_MS,
  serverEnvironment,
} from "../../../extension/agent/environment.ts";
import { commandLine, findServer, serverVersion } from "../../../extension/agent/lookup.ts";
import { atLeast, findNode } from "../../../extension/agent/node-runtime.ts";
import { launchPlan, type PlanInput } from "../../../extension/agent/plan.ts";
import { toStop } from "../../../extension/agent/process-limit.ts";

const own = { execPath: process.execPath, version: process.versions.node, env: process.env };
let folder: string;
let bundled: string;

function program(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "atomic-launch-"));
  bundled = program("main.js", 'console.log("1.0.0");');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the server", () => {
  test("is the bundled one unless a setting names another", () => {
    expect(findServer("", bundled)).toEqual({ file: bundled, script: true, bundled: true });
    const other = program("other", "#!/bin/sh\n");
    expect(findServer(other, bundled)).toEqual({ file: other, script: false, bundled: false });
    const script = program("cli", "#!/usr/bin/env node\n");
    expect(findServer(script, bundled)).toMatchObject({ script: true, bundled: false });
  });

  test("that is not there is named with the path tried", () => {
    expect(() => findServer("/no/such/server", bundled)).toThrow(/\/no\/such\/server \(atomic\.server\.path\)/);
    expect(() => findServer("relative/server", bundled)).toThrow(/absolute path/);
    expect(() => findServer("", "/no/bundle/main.js")).toThrow(/\/no\/bundle\/main\.js is missing/);
  });

  test("is asked for its version; one that prints none is refused with what it printed", async () => {
    const node = { command: process.execPath, version: "24.0.0", env: {} };
    await expect(serverVersion(findServer("", bundled), node, process.env)).resolves.toBe("1.0.0");
    const chatty = findServer(program("chatty.js", 'console.log("hello there");'), bundled);
    await expect(serverVersion(chatty, node, process.env)).rejects.toThrow(/hello there/);
    const failing = findServer(program("failing.js", 'console.error("it broke"); process.exit(1);'), bundled);
    await expect(serverVersion(failing, node, process.env)).rejects.toThrow(/it broke/);
  });

  test("is run without a shell: its arguments stay as they are", () => {
    const args = ["--session", "/with space/$HOME/`x`.jsonl"];
    expect(commandLine(findServer(program("native", "x"), bundled), undefined, args).args).toEqual(args);
  });
});

describe("Node", () => {
  test("versions are compared by number", () => {
    expect(atLeast("22.19.0", "22.19.0")).toBe(true);
    expect(atLeast("v24.1.0", "22.19.0")).toBe(true);
    expect(atLeast("22.9.0", "22.19.0")).toBe(false);
    expect(atLeast("20.20.2", "22.19.0")).toBe(false);
  });

  test("is VS Code's own when that is new enough, told to act as Node", async () => {
    const node = await findNode({ configured: "", own, searchPath: "" });
    expect(node).toEqual({
      command: process.execPath,
      version: process.versions.node,
      env: { ELECTRON_RUN_AS_NODE: "1" },
    });
  });

  test("is looked for on the path when VS Code's own is too old; the error says what was found and what is needed", async () => {
    const old = { ...own, version: "20.20.2" };
    const bin = path.join(folder, "bin");
    mkdirSync(bin, { recursive: true });
    const file = program("bin/node", "#!/bin/sh\necho v23.1.0\n");
    await expect(findNode({ configured: "", own: old, searchPath: bin })).resolves.toMatchObject({
      command: file,
      version: "23.1.0",
    });
    program("bin/node", "#!/bin/sh\necho v18.0.0\n");
    await expect(findNode({ configured: "", own: old, searchPath: bin })).rejects.toThrow(/18\.0\.0.*22\.19\.0/);
    await expect(findNode({ configured: "", own: old, searchPath: "/nowhere" })).rejects.toThrow(
      /20\.20\.2.*22\.19\.0/,
    );
    await expect(findNode({ configured: file, own, searchPath: "" })).rejects.toThrow(/atomic\.server\.node/);
  });
});

describe("the environment", () => {
  test("has the login shell's path first, then what only VS Code has", () => {
    expect(joinPaths("/a:/b", "/b:/c")).toBe("/a:/b:/c");
    expect(joinPaths(undefined, "/c")).toBe("/c");
  });

  test("holds keys and no variables of VS Code's own processes", () => {
    const env = serverEnvironment(
      { PATH: "/c", VSCODE_IPC_HOOK: "x", ELECTRON_RUN_AS_NODE: "1", NODE_OPTIONS: "--inspect", OPENAI_API_KEY: "old" },
      "/a",
      { OPENAI_API_KEY: "new" },
    );
    expect(env).toEqual({ PATH: "/a:/c", OPENAI_API_KEY: "new" });
  });

  test("case 33: the login shell is asked for its path, whatever else it prints", async () => {
    const shell = program("shell", '#!/bin/sh\necho "Welcome!"\nPATH=/from/the/profile\neval "$4"\n');
    await expect(loginShellPath(shell)).resolves.toBe("/from/the/profile");
  });

  test("case 33: a login shell that hangs is given up, after 3 s", async () => {
    const shell = program("hanging-shell", "#!/bin/sh\nsleep 60\n");
    expect(SHELL_PATIENCE_MS).toBe(3000);
    await expect(loginShellPath(shell, 200)).resolves.toBeUndefined();
    await expect(loginShellPath("/no/such/shell")).resolves.toBeUndefined();
  });
});

describe("the plan", () => {
  const input = (more: Partial<PlanInput> = {}): PlanInput => ({
    settings: { path: "", args: ["--offline"], node: "", env: { EXTRA: "1" }, sessionDir: "", approval: "commands" },
    bundledEntry: bundled,
    folder,
    trusted: true,
    sessionFile: undefined,
    shellPath: undefined,
    keys: { ANTHROPIC_API_KEY: "secret" },
    own,
    knownVersions: new Map(),
    ...more,
  });

  test("our own server is told when to ask and whether the workspace is trusted", async () => {
    const plan = await launchPlan(input());
    expect(plan).toMatchObject({ command: process.execPath, cwd: folder, bundled: true, serverVersion: "1.0.0" });
    expect(plan.args).toEqual([bundled, "--mode", "rpc", "--approval", "commands", "--approve", "--offline"]);
    expect(plan.env).toMatchObject({ ANTHROPIC_API_KEY: "secret", EXTRA: "1" });
    expect(plan.args.join(" ")).not.toContain("secret");
    expect((await launchPlan(input({ trusted: false }))).args).toContain("--no-approve");
  });

  test("another server gets what the protocol page promises, and nothing more", async () => {
    const other = program("other.js", 'console.log("pi 1.6.0");');
    const settings = { ...input().settings, path: other, args: [] };
    const plan = await launchPlan(input({ settings, sessionFile: other }));
    expect(plan.args).toEqual([other, "--mode", "rpc", "--session", other]);
    expect(plan.bundled).toBe(false);
  });

  test("a session file that is gone is not asked for", async () => {
    expect((await launchPlan(input({ sessionFile: "/gone.jsonl" }))).args).not.toContain("--session");
  });

  test("a program is asked for its version once", async () => {
    const counter = path.join(folder, "count");
    const other = program(
      "counted.js",
      `require("fs").appendFileSync(${JSON.stringify(counter)}, "x"); console.log("2.0.0");`,
    );
    const settings = { ...input().settings, path: other };
    const knownVersions = new Map<string, string>();
    await launchPlan(input({ settings, knownVersions }));
    await launchPlan(input({ settings, knownVersions }));
    expect([...knownVersions.values()]).toEqual(["2.0.0"]);
  });
});

test("the agent folder follows its variable, and sessions lie under the folder's name", () => {
  expect(agentFolder({ ATOMIC_CODING_AGENT_DIR: "/x/agent" })).toBe("/x/agent");
  expect(agentFolder({ ATOMIC_CODING_AGENT_DIR: "~/agent" })).toBe(path.join(os.homedir(), "agent"));
  expect(agentFolder({})).toBe(path.join(os.homedir(), ".atomic/agent"));
  expect(agentFolder({ ATOMIC_CODING_AGENT_DIR: "/x" }, { ATOMIC_CODING_AGENT_DIR: "/y" })).toBe("/y");
  expect(sessionFolder("/x/agent", "/home/me/my project")).toBe("/x/agent/sessions/--home-me-my project--");
});

test("only idle processes are stopped, the longest unused first", () => {
  const use = (name: string, usedAt: number, needed = false, running = true) => ({ name, usedAt, needed, running });
  const chats = [use("a", 3), use("b", 1), use("c", 2, true), use("d", 0, false, false), use("e", 5)];
  expect(toStop(chats, 4)).toEqual([]);
  expect(toStop(chats, 2).map((chat) => chat.name)).toEqual(["b", "a"]);
  expect(toStop(chats, 1).map((chat) => chat.name)).toEqual(["b", "a", "e"]);
});
