/** Runs test/vscode/api in the extension host of a real VS Code. An argument names the file that gets the counts. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { AgentFolder } from "../support/agent-folder.ts";
import { repository } from "../support/built-server.ts";
import { ScriptedEndpoint } from "../support/endpoint.ts";
import { bundleForHost, runInExtensionHost } from "../support/extension-host.ts";

const suite = path.join(repository, "out/test/api");

await bundleForHost("test/vscode/api/*.ts", suite);
const endpoint = await ScriptedEndpoint.start();
const agent = new AgentFolder({ baseUrl: endpoint.baseUrl, workspace: { "hello.txt": "hello from the workspace\n" } });
const result = await runInExtensionHost<{ passed: number; failed: number }>({
  module: path.join(suite, "index.cjs"),
  agent,
});
await endpoint.stop();
agent.remove();
// A suite that did not come to its end counts as one failure.
const counts = result ?? { passed: 0, failed: 1 };
const [file] = process.argv.slice(2);
if (file) writeFileSync(file, JSON.stringify(counts));
process.exitCode = counts.failed === 0 ? 0 : 1;
