/** Runs in the extension host: activates Atomic and writes how long that took and what it started. */
import { writeFileSync } from "node:fs";
import * as vscode from "vscode";
import { descendantsOf } from "../../support/processes.ts";
import { extensionId } from "../../support/vscode-workbench.ts";

export interface Activation {
  ms: number;
  /** Command lines of processes that activation started. */
  started: string[];
}

export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension(extensionId);
  if (!extension || extension.isActive) throw new Error(`${extensionId} is missing, or was active already`);
  const before = new Set(descendantsOf(process.pid).map(({ pid }) => pid));
  const start = performance.now();
  await extension.activate();
  const ms = performance.now() - start;
  const started = descendantsOf(process.pid).filter(
    ({ pid, command }) => !before.has(pid) && !command.startsWith("ps "),
  );
  const result: Activation = { ms, started: started.map(({ command }) => command) };
  writeFileSync(process.env.RESULT_FILE ?? "", JSON.stringify(result));
}
