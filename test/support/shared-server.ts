import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { AgentFolder, type AgentFolderOptions } from "./agent-folder.ts";
import { checkRecords } from "./check-records.ts";
import { ScriptedEndpoint } from "./endpoint.ts";
import { Rpc, type RpcOptions } from "./rpc.ts";

export interface SharedServer {
  readonly endpoint: ScriptedEndpoint;
  readonly folder: AgentFolder;
  readonly rpc: Rpc;
}

/**
 * One server for all tests of a file or describe block. Each test begins in a fresh session with an endpoint that has
 * nothing scripted; a server that a test ended or a failure left in doubt is replaced. After every test: stdout held
 * nothing but records that fit their schemas, and no command was answered twice.
 */
export function sharedServer(options: Omit<AgentFolderOptions, "baseUrl"> & RpcOptions = {}): SharedServer {
  let endpoint: ScriptedEndpoint;
  let folder: AgentFolder;
  let rpc: Rpc | undefined;

  beforeAll(async () => {
    endpoint = await ScriptedEndpoint.start();
    folder = new AgentFolder({ ...options, baseUrl: endpoint.baseUrl });
  });
  beforeEach(async () => {
    endpoint.reset();
    if (!rpc || rpc.exit) rpc = new Rpc(folder, options);
    else await freshSession(rpc);
    await rpc.ok("get_state");
  });
  afterEach(async ({ task }) => {
    const failed = task.result?.state === "fail";
    const server = rpc;
    if (failed) rpc = undefined;
    if (failed) server?.kill();
    else if (server) checkRecords(server);
  });
  afterAll(async () => {
    try {
      if (rpc && !rpc.exit) await rpc.stop();
    } finally {
      rpc?.kill();
      await endpoint.stop();
      folder.remove();
    }
  });
  return {
    get endpoint() {
      return endpoint;
    },
    get folder() {
      return folder;
    },
    get rpc() {
      return rpc as Rpc;
    },
  };
}

async function freshSession(rpc: Rpc): Promise<void> {
  await rpc.ok("set_auto_retry", { enabled: true });
  await rpc.ok("clear_queue");
  await rpc.ok("abort");
  await rpc.ok("new_session");
}
