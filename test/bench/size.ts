import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Metafile } from "esbuild";
import { repository } from "../support/built-server.ts";

/**
 * KiB of script and style that the panel loads before it can draw: the entry and what it imports statically. What it
 * imports on demand (highlighting, mathematics, diagrams) does not count.
 */
export function measureWebviewEntry(): number {
  const meta = JSON.parse(readFileSync(path.join(repository, "out/webview.meta.json"), "utf8")) as Metafile;
  const entry = Object.keys(meta.outputs).find((name) => name.endsWith("out/webview/main.js"));
  if (!entry) throw new Error("out/webview.meta.json has no main.js");
  const loaded = new Set([entry]);
  for (const name of loaded) {
    const { imports, cssBundle } = meta.outputs[name] ?? { imports: [] };
    for (const { path: file, kind } of imports) if (kind === "import-statement") loaded.add(file);
    if (cssBundle) loaded.add(cssBundle);
  }
  const bytes = [...loaded].map((name) => meta.outputs[name]?.bytes ?? 0);
  return bytes.reduce((sum, each) => sum + each, 0) / 1024;
}

/** MiB of the packaged extension. */
export function measurePackage(): number {
  return statSync(path.join(repository, "out/atomic.vsix")).size / 1024 / 1024;
}
