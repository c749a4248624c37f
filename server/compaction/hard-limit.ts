import type { Agent } from "@earendil-works/pi-agent-core";
import type { CompactionEvents } from "./compaction-events.ts";

/**
 * Lets no request out that is known to be too long for the model: the run ends with an error message instead.
 * To be called once for each agent, after the session around it was made.
 */
export function holdBackOversized(agent: Pick<Agent, "prepareRequest">, events: CompactionEvents): void {
  const prepare = agent.prepareRequest;
  agent.prepareRequest = async (request, signal) => {
    const refusal = events.takeRefusal();
    if (refusal) throw new Error(refusal);
    return (await prepare?.(request, signal)) || undefined;
  };
}
