/** The end of the process, whatever is under way. */
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { serverCommand } from "../support/built-server.ts";
import { scenario } from "../support/scenario.ts";
import { messagesOf, readSession } from "../support/session-file.ts";
import { uiExtension } from "../support/ui-extension.ts";
import { isRunning, until } from "../support/until.ts";

const family = "sh -c 'sleep 300 & echo $! > grandchild.pid; echo up; wait' & echo $! > child.pid; wait";

for (const [how, end] of [
  ["the end of stdin", (rpc: { child: { stdin: { end(): void } | null } }) => rpc.child.stdin?.end()],
  ["SIGTERM", (rpc: { kill(signal: "SIGTERM"): void }) => rpc.kill("SIGTERM")],
] as const) {
  test(`case 7: ${how} while a bash job and a tool with grandchildren run: all of them are gone`, async () => {
    const { rpc, endpoint, folder } = await scenario();
    const tool = family.replaceAll(".pid", "-of-tool.pid");
    endpoint.push([{ tool: "bash", args: { command: tool } }]);
    await rpc.ok("prompt", { message: "go" });
    rpc.send({ id: "b", type: "bash", command: family });
    const files = ["child.pid", "grandchild.pid", "child-of-tool.pid", "grandchild-of-tool.pid"];
    await until("all of them run", () =>
      files.every((file) => folder.hasWorkspaceFile(file) && folder.readWorkspaceFile(file).endsWith("\n")),
    );
    const pids = files.map((file) => Number(folder.readWorkspaceFile(file)));
    expect(pids.filter(isRunning)).toEqual(pids);
    end(rpc);
    await rpc.exited;
    await until("all of them are gone", () => pids.every((pid) => !isRunning(pid)), 2000);
  });
}

test("case 7: SIGTERM twice leaves a session file that loads", async () => {
  const { rpc, endpoint, spawn } = await scenario();
  await rpc.run("one");
  const { sessionFile } = await rpc.ok("get_state");
  endpoint.push(["half", { silence: true }]);
  const from = rpc.mark();
  await rpc.ok("prompt", { message: "two" });
  await rpc.event("message_update", from);
  rpc.kill("SIGTERM");
  rpc.kill("SIGTERM");
  expect((await rpc.exited).code).toBe(143);
  expect(
    messagesOf(readSession(sessionFile))
      .slice(0, 3)
      .map((message) => message.role),
  ).toEqual(["user", "assistant", "user"]);
  const next = spawn();
  await next.ok("switch_session", { sessionPath: sessionFile as string });
  await next.run("three");
});

test("11.1 open dialogs do not keep the process", async () => {
  const { rpc } = await scenario({ files: { "extensions/ui.js": uiExtension } });
  rpc.send({ id: "d", type: "prompt", message: "/ask-input" });
  await rpc.uiRequest("input");
  await rpc.stop(0);
});

test("case 29: a server whose parent was killed ends, though its stdin is still held open", async () => {
  const words = serverCommand().map((word) => `'${word}'`);
  const { rpc, folder } = await scenario({ command: ["sh", "-c", `${words.join(" ")}; true`] });
  const { output } = await rpc.ok("bash", { command: "echo $PPID" });
  const server = Number(output);
  expect(isRunning(server)).toBe(true);
  rpc.send({ type: "bash", command: "echo $$ > job.pid; sleep 300" });
  await until("the job runs", () => existsSync(path.join(folder.workspace, "job.pid")));
  const job = Number(folder.readWorkspaceFile("job.pid"));
  rpc.kill("SIGKILL");
  await until("the server is gone", () => !isRunning(server), 5000);
  await until("its job is gone", () => !isRunning(job), 5000);
  await rpc.exited;
});
