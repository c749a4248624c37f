/** The command line: what it chooses, what it refuses, what a project may load. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { AgentFolder } from "../support/agent-folder.ts";
import { serverCommand } from "../support/built-server.ts";
import { scenario } from "../support/scenario.ts";

/** Runs the server to its end with nothing on stdin. */
function runOnce(
  args: string[],
  files: Record<string, string> = {},
): { code: number | null; out: string; err: string } {
  const folder = new AgentFolder({ files });
  const [file, ...own] = serverCommand();
  const { status, stdout, stderr } = spawnSync(file, [...own, ...args], {
    cwd: folder.workspace,
    env: folder.env(),
    input: "",
    encoding: "utf8",
  });
  folder.remove();
  return { code: status, out: stdout, err: stderr };
}

/** Names of the commands that were loaded from files, without what ships with the server. */
function commandNames(commands: { name: string }[]): string[] {
  return commands
    .map((command) => command.name)
    .filter((name) => name !== "approval")
    .sort();
}

describe("what it prints and refuses", () => {
  test("decision 17: --version says 1.0.0 or newer, --help names every option", () => {
    const version = runOnce(["--version"]);
    expect(version).toMatchObject({ code: 0, err: "" });
    expect(Number(version.out.trim().split(".")[0])).toBeGreaterThanOrEqual(1);
    const help = runOnce(["--help"]);
    expect(help.code).toBe(0);
    for (const option of [
      "--mode --provider --model --models --thinking --api-key --name --session --session-id --session-dir --no-session",
      "--system-prompt --append-system-prompt --tools --extension --no-extensions --skill --no-skills",
      "--no-prompt-templates --no-context-files --approve --no-approve --approval --offline --trace --version --help",
    ].flatMap((line) => line.split(" "))) {
      expect(help.out).toContain(option);
    }
  });

  const refused: [what: string, args: string[], named: string][] = [
    ["an unknown option", ["--no-such-option"], "--no-such-option"],
    ["an unknown short option", ["-z"], "-z"],
    ["a stray argument", ["@file.txt"], "@file.txt"],
    ["a missing value", ["--model"], "--model"],
    ["an unknown mode", ["--mode", "tui"], "--mode"],
    ["an unknown thinking level", ["--thinking", "enormous"], "--thinking"],
    ["an unknown approval", ["--approval", "sometimes"], "--approval"],
    ["a model that does not exist", ["--model", "mock/nothing-like-this"], "nothing-like-this"],
    ["a session that is not there", ["--session", "/nowhere/s.jsonl"], "/nowhere/s.jsonl"],
    ["an extension that is not there", ["-e", "/nowhere/extension.ts"], "/nowhere/extension.ts"],
    ["a session folder that is a file", ["--session-dir", "/dev/null/sessions"], "/dev/null/sessions"],
    ["options that exclude each other", ["--approve", "--no-approve"], "--no-approve"],
  ];
  for (const [what, args, named] of refused) {
    test(`11.3 ${what} is refused by name on stderr, with exit code 1`, () => {
      const { code, out, err } = runOnce(args);
      expect(err).toContain(named);
      expect(err).not.toMatch(/\n\s+at /);
      expect({ code, out }).toEqual({ code: 1, out: "" });
    });
  }

  test("11.3 a broken agent extension and a broken session are named, with exit code 1", () => {
    const broken = runOnce(["-e", "broken.js"]);
    expect(broken.code).toBe(1);
    expect(broken.err).toContain("broken.js");
    const folder = new AgentFolder();
    const session = folder.writeWorkspaceFile("broken.jsonl", "no session\n");
    const result = runOnce(["--session", session]);
    folder.remove();
    expect(result).toMatchObject({ code: 1, err: expect.stringContaining(session) });
  });
});

describe("what it chooses", () => {
  test("decision 17: --session, by path and by id, and --session-id go on with a session", async () => {
    const { rpc, spawn } = await scenario();
    await rpc.run("remember me");
    const { sessionFile, sessionId } = await rpc.ok("get_state");
    await rpc.stop();
    for (const args of [
      ["--session", sessionFile],
      ["--session", sessionId.slice(0, 8)],
      ["--session-id", sessionId],
    ]) {
      const next = spawn({ args: args as string[] });
      expect(await next.ok("get_state")).toMatchObject({ sessionFile, sessionId, messageCount: 2 });
      await next.stop();
    }
  });

  test("decision 17: --session-id starts a session with an id of one's own", async () => {
    const { rpc } = await scenario({ args: ["--session-id", "my-own-id"] });
    expect((await rpc.ok("get_state")).sessionId).toBe("my-own-id");
    await rpc.run("x");
    expect((await rpc.ok("get_state")).sessionFile).toContain("my-own-id");
  });

  test("decision 17: --model takes a pattern and a thinking level; --thinking sets it", async () => {
    const { rpc, spawn } = await scenario({ args: ["--model", "mock/main:high"] });
    expect(await rpc.ok("get_state")).toMatchObject({ model: { id: "main" }, thinkingLevel: "high" });
    const other = spawn({ args: ["--thinking", "low"] });
    expect((await other.ok("get_state")).thinkingLevel).toBe("low");
  });

  test("decision 17: --api-key is used for the model's provider, in this process only", async () => {
    const { rpc, endpoint, folder } = await scenario({
      args: ["--model", "mock/main", "--api-key", "sk-only-for-now"],
    });
    await rpc.run("x");
    expect(endpoint.requests[0]?.headers.authorization).toBe("Bearer sk-only-for-now");
    expect(JSON.stringify(rpc.records)).not.toContain("sk-only-for-now");
    expect(folder.readAgentFile("models.json")).not.toContain("sk-only-for-now");
  });

  test("decision 17: --system-prompt and --append-system-prompt reach the model", async () => {
    const args = ["--system-prompt", "You are a test.", "--append-system-prompt", "Be brief."];
    const { rpc, endpoint } = await scenario({ args });
    await rpc.run("x");
    const [system] = endpoint.requests[0]?.body.messages ?? [];
    expect(system?.role).toMatch(/system|developer/);
    expect(JSON.stringify(system)).toMatch(/You are a test\.[\s\S]*Be brief\./);
  });

  test("decision 17: --tools limits what the model may use", async () => {
    const { rpc, endpoint } = await scenario({ args: ["--tools", "read,grep"] });
    await rpc.run("x");
    expect(endpoint.requests[0]?.body.tools?.map((tool) => tool.function.name).sort()).toEqual(["grep", "read"]);
  });

  test("decision 17: --no-context-files leaves AGENTS.md out", async () => {
    const workspace = { "AGENTS.md": "Always answer in CAPITALS-OF-THE-PROJECT." };
    const { rpc, endpoint, spawn } = await scenario({ workspace });
    await rpc.run("with");
    expect(endpoint.requests[0]?.allText).toContain("CAPITALS-OF-THE-PROJECT");
    await spawn({ args: ["--no-context-files"] }).run("without");
    expect(endpoint.requests[1]?.allText).not.toContain("CAPITALS-OF-THE-PROJECT");
  });

  test("decision 17: extensions, skills and prompts are switched off and named one by one", async () => {
    const { rpc, folder, spawn } = await scenario({
      files: {
        "extensions/user.js": 'export default (pi) => pi.registerCommand("from-user", { handler: async () => {} });',
        "prompts/user-prompt.md": "text",
        "skills/user-skill/SKILL.md": "---\nname: user-skill\ndescription: d\n---\nbody\n",
      },
      workspace: {
        "one.ts": 'export default (pi: any) => pi.registerCommand("from-option", { handler: async () => {} });',
        "own/SKILL.md": "---\nname: own\ndescription: d\n---\nbody\n",
      },
    });
    const names = async (each: typeof rpc) => commandNames((await each.ok("get_commands")).commands);
    expect(await names(rpc)).toEqual(["from-user", "skill:user-skill", "user-prompt"]);
    const off = spawn({ args: ["--no-extensions", "--no-skills", "--no-prompt-templates"] });
    expect(await names(off)).toEqual([]);
    const args = ["--no-extensions", "-e", "one.ts", "--no-skills", "--skill", path.join(folder.workspace, "own")];
    const chosen = spawn({ args: [...args, "--no-prompt-templates"] });
    expect(await names(chosen)).toEqual(["from-option", "skill:own"]);
    const { commands } = await chosen.ok("get_commands");
    expect(commands.find((command) => command.name === "skill:own")?.location).toBe("path");
  });
});

describe("projects", () => {
  const project = {
    ".atomic/extensions/project.js":
      'export default (pi) => pi.registerCommand("from-project", { handler: async () => {} });',
    ".atomic/prompts/project-prompt.md": "text",
  };
  test("11.5 what a project brings is loaded with --approve only, and says where it is from", async () => {
    const { rpc, spawn } = await scenario({ workspace: project });
    expect(commandNames((await rpc.ok("get_commands")).commands)).toEqual([]);
    const trusting = spawn({ args: ["--approve"] });
    const { commands } = await trusting.ok("get_commands");
    expect(commandNames(commands)).toEqual(["from-project", "project-prompt"]);
    expect(commands.find((command) => command.name === "project-prompt")?.location).toBe("project");
    const distrusting = spawn({ args: ["--no-approve"] });
    expect(commandNames((await distrusting.ok("get_commands")).commands)).toEqual([]);
  });
});

describe("agent extensions", () => {
  const loads = (name: string, imports: string) => ({
    [`extensions/${name}.ts`]: `${imports}\nexport default (pi: any) => pi.registerCommand("${name}", { handler: async (a: string, ctx: any) => ctx.ui.notify("${name}=" + typeof used) });`,
  });
  const sdk = (scope: string, name: string) =>
    `import { defineTool } from "${scope}/${name}";\nimport { Type } from "@sinclair/typebox";\nconst used = defineTool && Type.String;`;

  test("decision 18: they load whichever name they import the SDK and typebox by", async () => {
    const { rpc } = await scenario({
      files: {
        ...loads("current", sdk("@earendil-works", "pi-coding-agent")),
        ...loads("older", sdk("@mariozechner", "pi-coding-agent")),
        ...loads("other", sdk("@bastani", "atomic")),
        ...loads("box", 'import { Type } from "typebox";\nconst used = Type.Object;'),
      },
    });
    for (const name of ["current", "older", "other", "box"]) {
      await rpc.ok("prompt", { message: `/${name}` });
      expect((await rpc.waitFor((r) => String(r.message).startsWith(`${name}=`))).message).toBe(`${name}=function`);
    }
    expect(rpc.records.filter((r) => r.type === "extension_error")).toEqual([]);
  });

  test("11.4 ctx.shutdown() ends the process after the response of the current command", async () => {
    const quit = 'export default (pi) => pi.registerCommand("quit", { handler: async (args, ctx) => ctx.shutdown() });';
    const { rpc } = await scenario({ files: { "extensions/quit.js": quit } });
    rpc.send({ id: "q", type: "prompt", message: "/quit" });
    expect(await rpc.exited).toEqual({ code: 0, signal: null });
    expect(rpc.records.find((r) => r.id === "q")).toMatchObject({ command: "prompt", success: true });
  });

  test("case 24: a handler that never returns is let go of by abort and named", async () => {
    const stuck = 'export default (pi) => { pi.on("tool_call", () => new Promise(() => {})); };';
    const { rpc, endpoint } = await scenario({ files: { "extensions/stuck.js": stuck } });
    endpoint.push([{ tool: "bash", args: { command: "touch ran" } }]);
    const from = rpc.mark();
    await rpc.ok("prompt", { message: "go" });
    await rpc.event("tool_execution_start", from);
    await rpc.ok("abort");
    const error = await rpc.event("extension_error", from);
    expect(error.extensionPath).toContain("stuck.js");
    expect(error.event).toBe("tool_call");
    await rpc.run("goes on");
  });

  test("case 24: a broken user extension is named and the server starts without it", async () => {
    const { rpc } = await scenario({
      files: { "extensions/broken.js": "export default () => { throw new Error('at load'); };" },
    });
    await rpc.ok("get_state");
    const said = await rpc.waitFor(
      (r) => r.type === "extension_error" || (r.method === "notify" && r.notifyType !== "info"),
    );
    expect(JSON.stringify(said)).toContain("broken.js");
    await rpc.run("works");
  });
});

test("what the agent's tools start does not inherit how the server was started", async () => {
  const { rpc, endpoint } = await scenario({ env: { ELECTRON_RUN_AS_NODE: "1" } });
  const call = { tool: "bash", args: { command: "echo [$ELECTRON_RUN_AS_NODE]" } };
  endpoint.push([call], ["Done."]);
  const records = await rpc.run("go");
  const end = records.find((record) => record.type === "tool_execution_end");
  expect(end?.result.content[0].text.trim()).toBe("[]");
});
