/** The client's process care, against small programs that end in every way a server can. */
import { expect, onTestFinished, test } from "vitest";
import { ServerEndedError } from "../../server/client/errors.ts";
import { type ServerProcess, type SpawnOptions, spawnServer } from "../../server/client/spawn.ts";
import { isRunning, until } from "../support/until.ts";

/** Runs a program of one line as if it were a server; `answer(line)` in it answers the command it is given. */
function program(body: string, options: Partial<SpawnOptions> = {}): ServerProcess {
  const prelude = `
    const answer = (line) => {
      const { id, type } = JSON.parse(line);
      return JSON.stringify({ type: "response", id, command: type, success: true, data: { got: type } }) + "\\n";
    };
    const onCommand = (act) => process.stdin.on("data", (chunk) => act(String(chunk).trim()));
  `;
  const server = spawnServer({ command: process.execPath, args: ["-e", prelude + body], log: () => {}, ...options });
  onTestFinished(() => server.kill());
  return server;
}

test("case 27: a server that dies rejects what is pending, with its exit code and last stderr lines", async () => {
  const server = program(
    `onCommand(() => { console.error("early\\n\\nlast words"); process.exitCode = 7; process.stdin.destroy(); })`,
  );
  const error = await server.client.command("get_state").catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ServerEndedError);
  expect((error as ServerEndedError).end).toEqual({ exitCode: 7, signal: null, stderr: "early\nlast words" });
  await expect(server.client.command("get_tree")).rejects.toThrow('exit code 7 before it answered "get_tree"');
});

test("case 27: what is in the pipe when the server dies is still delivered, then the end", async () => {
  const server = program(`onCommand((line) => {
    require("node:fs").writeSync(1, '{"type":"agent_start"}\\n'.repeat(2000) + answer(line).trim());
    process.exit(1);
  })`);
  const seen: string[] = [];
  server.client.onRecord((record) => seen.push(record.type));
  server.client.onEnd(() => seen.push("end"));
  expect(await server.client.command("get_state")).toEqual({ got: "get_state" });
  await server.ended;
  expect(seen).toHaveLength(2001);
  expect(seen.at(-1)).toBe("end");
});

test("case 26: a command that cannot be started ends the client with the reason", async () => {
  const server = spawnServer({ command: "/nowhere/atomic", args: [] });
  const pending = server.client.command("get_state");
  await expect(pending).rejects.toThrow("could not be started");
  const end = await server.ended;
  expect(end.error).toContain("ENOENT");
  expect(server.pid).toBeUndefined();
  await server.stop();
});

test("a grandchild that keeps stdout open does not hold the end back", async () => {
  const server = program(`
    const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    child.unref();
    console.log(JSON.stringify({ type: "grandchild", pid: child.pid }));
    onCommand(() => process.exit(0));
  `);
  const pid = new Promise<number>((resolve) =>
    server.client.onRecord((record) => resolve((record as { pid?: number }).pid as number)),
  );
  const grandchild = await pid;
  onTestFinished(() => {
    process.kill(grandchild, "SIGKILL");
  });
  void server.client.command("get_state").catch(() => {});
  expect((await server.ended).exitCode).toBe(0);
});

test("case 31: a server that ignores its stdin is killed with all it started", async () => {
  const server = program(`
    const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
    console.log(JSON.stringify({ type: "grandchild", pid: child.pid }));
    setInterval(() => {}, 1000);
  `);
  const pid = await new Promise<number>((resolve) =>
    server.client.onRecord((record) => resolve((record as { pid?: number }).pid as number)),
  );
  const end = await server.stop(50);
  expect(end.signal).toBe("SIGKILL");
  await until("the grandchild is gone", () => !isRunning(pid));
});

test("stderr is kept up to its limit and handed on whole", async () => {
  const server = program(`process.stderr.write("x".repeat(300000) + "\\nend\\n"); onCommand(() => {})`, {
    stderrLimit: 1000,
  });
  let length = 0;
  server.onStderr((text) => {
    length += text.length;
  });
  await server.stop();
  expect(length).toBe(300_005);
  expect(server.stderr).toHaveLength(1000);
  expect(server.stderr.endsWith("x\nend\n")).toBe(true);
});
