import { onTestFinished } from "vitest";
import { AgentFolder, type AgentFolderOptions } from "./agent-folder.ts";
import { checkRecords } from "./check-records.ts";
import { ScriptedEndpoint } from "./endpoint.ts";
import { Rpc, type RpcOptions } from "./rpc.ts";

export interface Scenario {
  endpoint: ScriptedEndpoint;
  folder: AgentFolder;
  rpc: Rpc;
  /** Another server in the same world. */
  spawn(options?: RpcOptions): Rpc;
}

/**
 * An endpoint, an agent folder and a running server for one test; all of it is gone when the test ends, and a server
 * that would not stop cleanly, or that wrote anything but records to stdout, fails the test.
 */
export async function scenario(options: AgentFolderOptions & RpcOptions = {}): Promise<Scenario> {
  const endpoint = await ScriptedEndpoint.start();
  const folder = new AgentFolder({ baseUrl: endpoint.baseUrl, ...options });
  const servers: Rpc[] = [];
  onTestFinished(async () => {
    try {
      for (const server of servers) {
        if (!server.exit) await server.stop();
        checkRecords(server);
      }
    } finally {
      for (const server of servers) server.kill();
      await endpoint.stop();
      folder.remove();
    }
  });
  const spawn = (more: RpcOptions = {}) => {
    const server = new Rpc(folder, { ...options, ...more });
    servers.push(server);
    return server;
  };
  return { endpoint, folder, rpc: spawn(), spawn };
}
