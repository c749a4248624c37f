import { measureActivation } from "./activate.ts";
import type { Metric } from "./metric.ts";
import { measurePackage, measureWebviewEntry } from "./size.ts";

/** What loads in VS Code: sizes, and the time that activation takes. */
export const panelMetrics: Metric[] = [
  { name: "webview_entry_kib", unit: "KiB", target: "≤ 400", measure: () => ({ value: measureWebviewEntry() }) },
  { name: "vsix_mib", unit: "MiB", target: "≤ 5", measure: () => ({ value: measurePackage() }) },
  { name: "activate_ms", unit: "ms", target: "≤ 50", measure: async () => ({ value: await measureActivation() }) },
];
