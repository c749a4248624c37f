/** docs/protocol.md says what is so: its examples run, and it names everything beyond the pages. */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { eventSchemas } from "../../server/protocol/event.ts";
import { AgentFolder } from "../support/agent-folder.ts";
import { repository, serverCommand } from "../support/built-server.ts";
import { ScriptedEndpoint } from "../support/endpoint.ts";
import { Rpc } from "../support/rpc.ts";
import { scenario } from "../support/scenario.ts";

const page = readFileSync(path.join(repository, "docs/protocol.md"), "utf8");

/** The code blocks of the page in this language, in order. */
function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "gm"))].map((match) => match[1] ?? "");
}

/** A world in which `atomic` is on the path and `atomic/client` can be imported. */
async function install(): Promise<{ folder: AgentFolder; endpoint: ScriptedEndpoint; env: Record<string, string> }> {
  const endpoint = await ScriptedEndpoint.start();
  const folder = new AgentFolder({ baseUrl: endpoint.baseUrl });
  onTestFinished(async () => {
    await endpoint.stop();
    folder.remove();
  });
  const bin = path.join(folder.root, "bin");
  mkdirSync(bin);
  const words = serverCommand().filter((word) => word !== "--mode" && word !== "rpc");
  writeFileSync(path.join(bin, "atomic"), `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`);
  chmodSync(path.join(bin, "atomic"), 0o755);
  mkdirSync(path.join(folder.workspace, "node_modules"));
  symlinkSync(repository, path.join(folder.workspace, "node_modules/atomic"), "junction");
  return { folder, endpoint, env: folder.env({ PATH: `${bin}${path.delimiter}${process.env.PATH}` }) };
}

const [overStdio = "", withClient = ""] = blocks("js");
const [python = ""] = blocks("python");
const hasPython = spawnSync("python3", ["--version"], { env: { ...process.env, HOME: "/" } }).status === 0;

const examples: [name: string, file: string, run: string, text: string][] = [
  ["the example for Node alone", "stdio.mjs", process.execPath, overStdio],
  ["the example with the typed client", "client.mjs", process.execPath, withClient],
  // Where there is no Python the twin for Node stands in: it takes the same steps.
  hasPython
    ? ["the example in Python", "example.py", "python3", python]
    : ["the twin of the example in Python", "twin.mjs", process.execPath, overStdio],
];

for (const [name, file, run, text] of examples) {
  test(`docs: ${name} prints the streamed answer and ends`, async () => {
    const { folder, endpoint, env } = await install();
    endpoint.push(["Grüße, ", "Welt\u2028!"]);
    const script = folder.writeWorkspaceFile(file, text);
    const child = spawn(run, [script, "Say hello"], {
      cwd: folder.workspace,
      env: { ...env, PYTHONIOENCODING: "utf-8" },
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, out, err }).toEqual({ code: 0, out: "Grüße, Welt\u2028!\n", err: "" });
    expect(endpoint.requests[0]?.lastUserText).toBe("Say hello");
  });
}

describe("what the page names", () => {
  test("docs: every command and event beyond the pages has its section or row", async () => {
    const { rpc } = await scenario();
    const { commands, events } = await rpc.ok("get_capabilities");
    for (const command of commands) expect(page).toContain(`### ${command}\n`);
    for (const event of events) {
      expect(page).toContain(`| \`${event}\` |`);
      expect(Object.keys(eventSchemas)).toContain(event);
    }
  });

  test("docs: commands in the page's JSON blocks are taken by the server", async () => {
    const { rpc } = await scenario();
    const sent = blocks("json")
      .flatMap((block) => block.trim().split("\n"))
      .map((line) => JSON.parse(line))
      .filter((record) => record.type !== "response");
    expect(sent.length).toBeGreaterThan(3);
    for (const command of sent) {
      const { type, ...args } = command;
      const response = await rpc.command(type, args);
      expect(response.error ?? "").not.toMatch(/Unknown command|Missing field|Invalid field/);
    }
  });

  test("docs: the exit codes are as the page says", async () => {
    const { folder } = await install();
    for (const [signal, code] of [
      ["SIGTERM", 143],
      ["SIGHUP", 129],
    ] as const) {
      const rpc = new Rpc(folder);
      await rpc.ok("get_state");
      rpc.kill(signal);
      expect((await rpc.exited).code).toBe(code);
      expect(page).toContain(`${signal} (${code})`);
    }
  });
});
