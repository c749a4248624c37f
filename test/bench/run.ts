/**
 * `npm run bench`: figures of speed and size, each against a baseline measured in the same run. Needs a build and, for
 * some, the packaged extension. `--json <file>` writes them as well; names as arguments measure only these.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compactionMetrics } from "./compaction.ts";
import { longSessionMetrics } from "./long-session.ts";
import type { Figure, Metric } from "./metric.ts";
import { panelMetrics } from "./panel-metrics.ts";
import { startupMetrics } from "./startup.ts";
import { streamingMetrics } from "./streaming.ts";

const metrics: Metric[] = [
  ...startupMetrics,
  ...streamingMetrics,
  ...longSessionMetrics,
  ...compactionMetrics,
  ...panelMetrics,
];

const { values, positionals } = parseArgs({ options: { json: { type: "string" } }, allowPositionals: true });
const unknown = positionals.find((name) => !metrics.some((metric) => metric.name === name));
if (unknown) throw new Error(`"${unknown}" is none of: ${metrics.map((metric) => metric.name).join(", ")}`);

const results: Record<string, { value: number; unit: string; baseline: number | null; ratio: number | null }> = {};
console.log(row("metric", "value", "baseline", "ratio", "target"));
for (const metric of metrics) {
  if (positionals.length > 0 && !positionals.includes(metric.name)) continue;
  try {
    report(metric, await metric.measure());
  } catch (error) {
    console.log(row(metric.name, `failed: ${error instanceof Error ? error.message : String(error)}`));
    process.exitCode = 1;
  }
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);

function report({ name, unit, target }: Metric, { value, baseline, ratio }: Figure): void {
  const share = ratio ?? (baseline === undefined ? undefined : value / baseline);
  results[name] = { value, unit, baseline: baseline ?? null, ratio: share ?? null };
  const shown = baseline === undefined ? "" : number(baseline);
  console.log(row(name, `${number(value)} ${unit}`, shown, share === undefined ? "" : share.toFixed(2), target));
}

function number(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function row(name: string, value: string, baseline = "", ratio = "", target = ""): string {
  return `${name.padEnd(28)}${value.padStart(14)}${baseline.padStart(12)}${ratio.padStart(9)}  ${target}`;
}
