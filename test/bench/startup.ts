import { untilQuiet, usageOf } from "../support/usage.ts";
import { byTurns, type Metric } from "./metric.ts";
import { type ServerName, withServer } from "./servers.ts";

const plain = { files: {}, args: [] };

/** CPU time of the process from its start to its first get_state answer, in ms. */
function startup(name: ServerName): Promise<number> {
  return withServer(
    name,
    async (rpc) => {
      await rpc.command("get_state");
      return usageOf(rpc.pid).cpuMs;
    },
    plain,
  );
}

/** Resident memory once it has started and does nothing, in MiB. */
function idleMemory(name: ServerName): Promise<number> {
  return withServer(
    name,
    async (rpc) => {
      await rpc.command("get_state");
      await untilQuiet(rpc.pid);
      return usageOf(rpc.pid).rssMib;
    },
    plain,
  );
}

export const startupMetrics: Metric[] = [
  {
    name: "startup_cpu_vs_pi",
    unit: "ms",
    target: "≤ 0.45",
    measure: () =>
      byTurns(
        9,
        () => startup("ours"),
        () => startup("sdk"),
      ),
  },
  {
    name: "startup_cpu_vs_pi_bundle",
    unit: "ms",
    target: "≤ 1.0",
    measure: () =>
      byTurns(
        9,
        () => startup("ours"),
        () => startup("sdkBundle"),
      ),
  },
  {
    name: "rss_idle_vs_pi",
    unit: "MiB",
    target: "≤ 0.75",
    measure: () =>
      byTurns(
        3,
        () => idleMemory("ours"),
        () => idleMemory("sdk"),
      ),
  },
];
