/** A process that keeps a server as the extension host does: node agent-host.ts SERVER. Prints the server's pid. */
import { Agent } from "../../extension/agent/agent.ts";

const agent = new Agent({
  plan: async () => ({
    command: process.execPath,
    args: [process.argv[2] ?? "", "--mode", "rpc"],
    cwd: process.cwd(),
    env: process.env,
  }),
  record: () => undefined,
  status: () => undefined,
  ready: async () => undefined,
  log: (text) => console.error(text),
  stderr: () => undefined,
});
await agent.start();
void agent.request("bash", { command: "sleep 300" });
console.log(agent.pid);
