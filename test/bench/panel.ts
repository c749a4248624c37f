/**
 * `npm run bench:panel`: figures of the panel's speed, on the built webview in the real browser; how soon a delta is
 * painted, in real VS Code. `--json <file>` writes them as well; names as arguments measure only these. Baselines are
 * measured in the same run, in the same browser.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Harness } from "../panel/harness/panel.ts";
import { measureFirstDelta } from "./first-delta.ts";
import type { Figure } from "./metric.ts";
import { measureFlood } from "./panel/flood.ts";
import { measureIdle } from "./panel/idle.ts";
import { measureFind, measureHideShow, measureNodes, measureOpen } from "./panel/open.ts";
import { measureUpdates } from "./panel/update.ts";
import { measureWebviewEntry } from "./size.ts";

interface PanelMetric {
  /** One measurement may give several figures, by name. */
  names: Record<string, [unit: string, target: string]>;
  measure(harness: Harness): Promise<Record<string, Figure>>;
}

const metrics: PanelMetric[] = [
  {
    names: { update_100kb_ms_p95: ["ms", "≤ 2"], update_100kb_vs_2kb: ["ms", "≤ 3"] },
    measure: measureUpdates,
  },
  {
    names: { flood_longest_task_ms: ["ms", "≤ 50"], type_under_load_ms_p95: ["ms", "≤ 32"] },
    measure: measureFlood,
  },
  {
    names: { open_3000_ms: ["ms", "≤ 150"] },
    measure: async (harness) => ({ open_3000_ms: await measureOpen(harness, 3000) }),
  },
  {
    names: { open_30000_ms: ["ms", "≤ 150"] },
    measure: async (harness) => ({ open_30000_ms: await measureOpen(harness, 30_000) }),
  },
  {
    names: { dom_nodes_30000: ["", "≤ 800"] },
    measure: async (harness) => ({ dom_nodes_30000: await measureNodes(harness) }),
  },
  {
    names: { find_30000_ms: ["ms", "≤ 100"] },
    measure: async (harness) => ({ find_30000_ms: await measureFind(harness) }),
  },
  {
    names: { hide_show_ms: ["ms", "≤ 300"] },
    measure: async (harness) => ({ hide_show_ms: await measureHideShow(harness) }),
  },
  {
    names: { first_delta_ms_p95: ["ms", "≤ 50"], every_delta_ms_p95: ["ms", ""] },
    measure: measureFirstDelta,
  },
  { names: { idle_wakeups: ["", "= 0"] }, measure: async (harness) => ({ idle_wakeups: await measureIdle(harness) }) },
  {
    names: { webview_entry_kib: ["KiB", "≤ 400"] },
    measure: async () => ({ webview_entry_kib: { value: measureWebviewEntry() } }),
  },
];

const { values, positionals } = parseArgs({ options: { json: { type: "string" } }, allowPositionals: true });
const known = metrics.flatMap(({ names }) => Object.keys(names));
const unknown = positionals.find((name) => !known.includes(name));
if (unknown) throw new Error(`"${unknown}" is none of: ${known.join(", ")}`);

const results: Record<string, { value: number; unit: string; baseline: number | null; ratio: number | null }> = {};
const harness = await Harness.start();
try {
  console.log(row("metric", "value", "baseline", "ratio", "target"));
  for (const { names, measure } of metrics) {
    if (positionals.length > 0 && !Object.keys(names).some((name) => positionals.includes(name))) continue;
    const figures = await measure(harness);
    for (const [name, [unit, target]] of Object.entries(names)) {
      const { value = Number.NaN, baseline, ratio } = figures[name] ?? {};
      const share = ratio ?? (baseline === undefined ? null : value / baseline);
      results[name] = { value, unit, baseline: baseline ?? null, ratio: share };
      console.log(
        row(
          name,
          `${number(value)} ${unit}`,
          baseline === undefined ? "" : number(baseline),
          share?.toFixed(2) ?? "",
          target,
        ),
      );
    }
  }
} finally {
  await harness.stop();
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);

function number(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function row(name: string, value: string, baseline = "", ratio = "", target = ""): string {
  return `${name.padEnd(28)}${value.padStart(14)}${baseline.padStart(12)}${ratio.padStart(9)}  ${target}`;
}
