import assert from "node:assert/strict";
import * as vscode from "vscode";
import { descendantsOf, type Process } from "../../support/processes.ts";
import { extensionId } from "../../support/vscode-workbench.ts";

const servers = (): Process[] => descendantsOf(process.pid).filter(({ command }) => command.includes("--mode rpc"));

/** Waits until `condition` holds. */
async function until(condition: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 20_000; !condition(); await new Promise((resolve) => setTimeout(resolve, 50)))
    assert.ok(Date.now() < end, `${what}: not in 20 s`);
}

suite("activation", () => {
  test("starts no process", async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    assert.deepEqual(servers(), []);
  });

  test("the chat view starts one server, which ends with a restart and is replaced", async () => {
    await vscode.commands.executeCommand("atomic.focusChat");
    await until(() => servers().length === 1, "a server");
    const first = servers()[0]?.pid;
    await vscode.commands.executeCommand("atomic.restartAgent");
    await until(() => servers().length === 1 && servers()[0]?.pid !== first, "another server");
  });
});
