import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { AgentFolder } from "../support/agent-folder.ts";
import { repository } from "../support/built-server.ts";
import { descendantsOf } from "../support/processes.ts";
import { isRunning, until } from "../support/until.ts";

test("an extension host that is killed leaves neither its server nor what that one runs", async () => {
  const folder = new AgentFolder();
  const server = path.join(repository, "out/server/main.js");
  const host = spawn(process.execPath, [path.join(repository, "test/support/agent-host.ts"), server], {
    cwd: folder.workspace,
    env: folder.env(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [said] = (await once(host.stdout, "data")) as [Buffer];
    const pid = Number(said.toString());
    await until("the command runs", () => descendantsOf(pid).some(({ command }) => command.includes("sleep 300")));
    const pids = [pid, ...descendantsOf(pid).map((each) => each.pid)];
    host.kill("SIGKILL");
    await until("all are gone", () => !pids.some(isRunning));
    expect(pids.length).toBeGreaterThan(1);
  } finally {
    host.kill("SIGKILL");
    folder.remove();
  }
});
