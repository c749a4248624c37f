import path from "node:path";
import { fileURLToPath } from "node:url";
import { AgentFolder, type AgentFolderOptions } from "../support/agent-folder.ts";
import { serverCommand } from "../support/built-server.ts";
import { fauxExtension } from "../support/faux-extension.ts";
import { Rpc } from "../support/rpc.ts";

const sdk = path.dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent")));

/** Command lines of the servers that are compared. */
export const servers = {
  ours: serverCommand(),
  /** The SDK's own, as its package runs it without bundling. */
  sdk: [process.execPath, path.join(sdk, "cli.js"), "--mode", "rpc"],
  sdkBundle: [process.execPath, path.join(sdk, "bundle/cli.js"), "--mode", "rpc"],
};
export type ServerName = keyof typeof servers;

/** Runs `act` on a server in a world of its own, with the provider "faux" that needs no network. */
export async function withServer<T>(
  name: ServerName,
  act: (rpc: Rpc, folder: AgentFolder) => Promise<T>,
  options: AgentFolderOptions & { args?: string[] } = {},
): Promise<T> {
  const folder = new AgentFolder({ files: { "extensions/faux.js": fauxExtension }, ...options });
  const args = options.args ?? ["--model", "faux/words"];
  const rpc = new Rpc(folder, { command: servers[name], args, patience: 300_000 });
  try {
    return await act(rpc, folder);
  } finally {
    rpc.child.stdin?.end();
    await rpc.exited;
    folder.remove();
  }
}
