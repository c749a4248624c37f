/** Runs in the extension host: activates Atomic and writes how long that took and what it started. */
import { writeFileSync } from "node:fs";
import Module from "node:module";
import * as vscode from "vscode";
import { descendantsOf } from "../../support/processes.ts";
import { extensionId } from "../../support/vscode-workbench.ts";

export interface Activation {
  /** Loading the code and calling `activate`, what VS Code itself reports; its own preparations are left out. */
  ms: number;
  /** Command lines of processes that activation started. */
  started: string[];
}

interface Entry {
  activate(context: vscode.ExtensionContext): unknown;
}

export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension(extensionId);
  if (!extension || extension.isActive) throw new Error(`${extensionId} is missing, or was active already`);
  const before = new Set(descendantsOf(process.pid).map(({ pid }) => pid));
  const spent = timeLoading(extension.extensionPath);
  await extension.activate();
  const started = descendantsOf(process.pid).filter(
    // VS Code's own extensions start what they like whenever they like. Of what has ended already no command is left.
    ({ pid, command }) => !before.has(pid) && !/^ps |<defunct>/.test(command) && !command.includes(vscode.env.appRoot),
  );
  const result: Activation = { ms: spent(), started: started.map(({ command }) => command) };
  writeFileSync(process.env.RESULT_FILE ?? "", JSON.stringify(result));
}

/** Times the loading of a module in `folder` and the call of its `activate`; gives a function that tells the sum, in ms. */
function timeLoading(folder: string): () => number {
  const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
  const load = loader._load;
  let total = 0;
  const timed = <T>(work: () => T): T => {
    const start = performance.now();
    const result = work();
    total += performance.now() - start;
    return result;
  };
  loader._load = function (request, ...rest) {
    if (!request.startsWith(folder)) return load.call(this, request, ...rest);
    const entry = timed(() => load.call(this, request, ...rest)) as Entry;
    return { ...entry, activate: (context: vscode.ExtensionContext) => timed(() => entry.activate(context)) };
  };
  return () => total;
}
