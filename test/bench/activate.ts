import path from "node:path";
import { AgentFolder } from "../support/agent-folder.ts";
import { repository } from "../support/built-server.ts";
import { bundleForHost, runInExtensionHost } from "../support/extension-host.ts";
import type { Activation } from "./host/activate.ts";
import { median } from "./metric.ts";

/**
 * Milliseconds that loading and activating the extension takes in a real extension host:
 * the median of `rounds` fresh windows. Throws when activation starts a process.
 */
export async function measureActivation(rounds = 5): Promise<number> {
  const folder = path.join(repository, "out/test/bench");
  await bundleForHost("test/bench/host/activate.ts", folder);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const agent = new AgentFolder();
    const result = await runInExtensionHost<Activation>({
      module: path.join(folder, "activate.cjs"),
      agent,
      // Nothing but the measurement may activate it.
      editManifest: (manifest) => {
        manifest.activationEvents = [];
      },
    });
    agent.remove();
    if (!result) throw new Error("the extension was not activated");
    if (result.started.length > 0) throw new Error(`activation started ${result.started.join(", ")}`);
    times.push(result.ms);
  }
  return median(times);
}
