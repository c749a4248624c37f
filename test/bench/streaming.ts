import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { LineSplitter } from "../../server/rpc/framing.ts";
import { repository } from "../support/built-server.ts";
import type { Rpc } from "../support/rpc.ts";
import { usageOf } from "../support/usage.ts";
import { byTurns, least, type Metric } from "./metric.ts";
import { type ServerName, withServer } from "./servers.ts";

const deltas = 20_000;

/** CPU time a text delta costs a warm server, in µs. The same provider feeds both servers. */
function deltaCost(name: ServerName): Promise<number> {
  return withServer(name, async (rpc) => {
    await say(rpc, 5000);
    const before = usageOf(rpc.pid).cpuMs;
    await say(rpc, deltas);
    return ((usageOf(rpc.pid).cpuMs - before) / deltas) * 1000;
  });
}

async function say(rpc: Rpc, words: number): Promise<void> {
  const from = rpc.mark();
  await rpc.command("prompt", { message: `say ${words}` });
  await rpc.event("agent_settled", from);
}

/** Records of real sessions, repeated to some 10 MB. */
const lines = repeated(recordedLines(), 10_000_000);
const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
const chunk = 64 * 1024;

/** MB for a second of CPU time. `act` tells how many records it saw. */
function speed(act: () => number): number {
  const before = process.cpuUsage();
  const records = act();
  const { user, system } = process.cpuUsage(before);
  if (records !== lines.length) throw new Error(`${records} records of ${lines.length}`);
  return bytes.length / (user + system);
}

/** From bytes as a pipe hands them out to parsed records. */
function decode(): number {
  let records = 0;
  const splitter = new LineSplitter((text) => {
    if (JSON.parse(text).type) records++;
  });
  for (let at = 0; at < bytes.length; at += chunk) splitter.push(bytes.subarray(at, at + chunk));
  return records;
}

/** JSON.parse alone, on lines that are strings already. */
function parseOnly(): number {
  let records = 0;
  for (const each of lines) if (JSON.parse(each).type) records++;
  return records;
}

function recordedLines(): string[] {
  const folder = path.join(repository, "test/golden");
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return files.flatMap((name) => readFileSync(path.join(folder, name), "utf8").trimEnd().split("\n"));
}

function repeated(all: string[], size: number): string[] {
  const length = all.reduce((sum, line) => sum + line.length, 0);
  return Array.from({ length: Math.ceil(size / length) }, () => all).flat();
}

/** CPU time of the server for a command of `size` bytes that is answered with as many; mean of `times`, in ms. */
async function roundTrip(rpc: Rpc, size: number, times: number): Promise<number> {
  const filler = "n".repeat(size);
  await rpc.command("set_session_name", { name: filler }); // comes back with each get_state
  const before = usageOf(rpc.pid).cpuMs;
  for (let i = 0; i < times; i++) {
    const { sessionName } = (await rpc.command("get_state", { filler })).data;
    if (sessionName.length !== size) throw new Error(`${sessionName.length} characters of ${size}`);
  }
  return (usageOf(rpc.pid).cpuMs - before) / times;
}

export const streamingMetrics: Metric[] = [
  {
    name: "delta_cpu_vs_pi",
    unit: "µs",
    target: "≤ 0.5",
    measure: () =>
      byTurns(
        5,
        () => deltaCost("ours"),
        () => deltaCost("sdk"),
      ),
  },
  {
    name: "jsonl_vs_json_parse",
    unit: "MB/s",
    target: "≥ 0.9",
    measure: () =>
      byTurns(
        30,
        () => speed(decode),
        () => speed(parseOnly),
        (speeds) => Math.max(...speeds),
      ),
  },
  {
    name: "record_20mb_vs_2mb",
    unit: "ms",
    target: "≤ 13",
    measure: () =>
      withServer(
        "ours",
        async (rpc) => {
          await roundTrip(rpc, 2_000_000, 10); // warm
          return byTurns(
            3,
            () => roundTrip(rpc, 20_000_000, 2),
            () => roundTrip(rpc, 2_000_000, 20), // as many bytes
            least,
          );
        },
        { files: {}, args: ["--no-session"] },
      ),
  },
];
