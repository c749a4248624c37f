import { writeFileSync } from "node:fs";
import path from "node:path";
import type { AgentFolder } from "../support/agent-folder.ts";
import type { Rpc, WireRecord } from "../support/rpc.ts";
import { least, type Metric } from "./metric.ts";
import { withServer } from "./servers.ts";

/** Writes a session of `count` chained entries, questions and answers by turns; gives its file and last id. */
function writeSession(folder: AgentFolder, count: number): { file: string; last: string } {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 100, output: 20, cacheRead: 0, cacheWrite: 0, totalTokens: 120, cost };
  const timestamp = "2026-01-01T00:00:00.000Z";
  const lines: object[] = [{ type: "session", version: 3, id: `long-${count}`, timestamp, cwd: folder.workspace }];
  const id = (n: number) => n.toString(16).padStart(8, "0");
  for (let n = 1; n <= count; n++) {
    const text = `entry ${n}: a sentence of the usual length, with a few words in it.`;
    const message =
      n % 2 === 1
        ? { role: "user", content: [{ type: "text", text }], timestamp: n }
        : {
            role: "assistant",
            content: [{ type: "text", text }],
            api: "faux-words",
            provider: "faux",
            model: "words",
            usage,
            stopReason: "stop",
            timestamp: n,
          };
    lines.push({ type: "message", id: id(n), parentId: n === 1 ? null : id(n - 1), timestamp, message });
  }
  const file = path.join(folder.root, `long-${count}.jsonl`);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return { file, last: id(count) };
}

async function timed(act: () => Promise<WireRecord>): Promise<number> {
  const start = performance.now();
  const response = await act();
  if (response.success !== true) throw new Error(response.error);
  return performance.now() - start;
}

async function repeated(times: number, act: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < times; i++) all.push(await act());
  return least(all);
}

const large = 50_000;
const small = 1000;

/** Runs `act` with both sessions written and the large one open. */
function withSessions<T>(
  act: (rpc: Rpc, sessions: Record<"large" | "small", { file: string; last: string }>) => Promise<T>,
): Promise<T> {
  return withServer("ours", async (rpc, folder) => {
    const sessions = { large: writeSession(folder, large), small: writeSession(folder, small) };
    await rpc.command("switch_session", { sessionPath: sessions.large.file });
    return act(rpc, sessions);
  });
}

export const longSessionMetrics: Metric[] = [
  {
    name: "tree_50k_ms",
    unit: "ms",
    target: "small",
    measure: () =>
      withSessions(async (rpc) => ({ value: await repeated(5, () => timed(() => rpc.command("get_tree"))) })),
  },
  {
    name: "switch_50k_ms",
    unit: "ms",
    target: "small",
    measure: () =>
      withSessions(async (rpc, sessions) => {
        const to = (sessionPath: string) => timed(() => rpc.command("switch_session", { sessionPath }));
        const times: number[] = [];
        for (let round = 0; round < 5; round++) {
          await to(sessions.small.file);
          times.push(await to(sessions.large.file));
        }
        return { value: least(times) };
      }),
  },
  {
    name: "since_50k_vs_since_1k",
    unit: "ms",
    target: "≤ 2",
    measure: () =>
      withSessions(async (rpc, sessions) => {
        const since = (last: string) => repeated(50, () => timed(() => rpc.command("get_entries", { since: last })));
        const values: number[] = [];
        const baselines: number[] = [];
        for (let round = 0; round < 5; round++) {
          await rpc.command("switch_session", { sessionPath: sessions.large.file });
          values.push(await since(sessions.large.last));
          await rpc.command("switch_session", { sessionPath: sessions.small.file });
          baselines.push(await since(sessions.small.last));
        }
        return { value: least(values), baseline: least(baselines) };
      }),
  },
];
