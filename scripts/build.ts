/**
 * Builds out/extension, out/webview, out/server and out/client, and fails when docs/protocol.schema.json or
 * l10n/bundle.l10n.json is stale.
 * `--watch` rebuilds on change, `--metafile` keeps esbuild's metafiles beside the bundles (the notices and the size
 * figures come from them).
 */
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type BuildOptions, build, context, type Plugin } from "esbuild";
import { buildClient } from "./build-client.ts";
import { buildServer } from "./build-server.ts";
import { checkTexts } from "./l10n.ts";
import { checkSchema } from "./protocol-schema.ts";
import { onlyUsedIcons } from "./used-icons.ts";

const root = path.resolve(import.meta.dirname, "..");
const out = path.join(root, "out");

const shared: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  metafile: true,
  sourcemap: false,
  logLevel: "warning",
  legalComments: "none",
};

/** A module that is imported on first use is a bundle beside the one that uses it. */
const onFirstUse: Plugin = {
  name: "on-first-use",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\// }, ({ path: file, kind }) =>
      kind === "dynamic-import" ? { path: file.replace(/\.ts$/, ".cjs"), external: true } : undefined,
    ),
};

const extension: BuildOptions = {
  ...shared,
  entryPoints: { activate: "extension/activate.ts", compose: "extension/compose.ts" },
  plugins: [onFirstUse],
  outdir: "out/extension",
  outExtension: { ".js": ".cjs" },
  format: "cjs",
  platform: "node",
  target: "node22",
  // Some packages' CommonJS form requires its own parts at run time, which a bundle does not hold.
  mainFields: ["module", "main"],
  external: ["vscode"],
  // Loaded by `require`: only that finds "vscode".
  supported: { "dynamic-import": false },
};

const webview: BuildOptions = {
  ...shared,
  entryPoints: { main: "webview/main.tsx" },
  plugins: [onlyUsedIcons(path.join(root, "webview"))],
  outdir: "out/webview",
  format: "esm",
  platform: "browser",
  target: "chrome140",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  assetNames: "assets/[name]-[hash]",
  loader: { ".ttf": "file", ".woff2": "file", ".woff": "empty" },
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
};

/** Builds one bundle; writes its metafile to out/meta/<name>.json. */
async function bundle(name: string, options: BuildOptions): Promise<void> {
  rmSync(path.join(root, options.outdir ?? ""), { recursive: true, force: true });
  const result = await build(options);
  writeMeta(name, result.metafile);
}

function writeMeta(name: string, metafile: unknown): void {
  writeFileSync(path.join(out, `${name}.meta.json`), JSON.stringify(metafile));
}

if (process.argv.includes("--watch")) {
  for (const options of [extension, webview]) await (await context(options)).watch();
} else {
  const only = process.argv.slice(2).filter((arg) => !arg.startsWith("-"));
  const wanted = (name: string) => only.length === 0 || only.includes(name);
  if (wanted("extension")) await bundle("extension", extension);
  if (wanted("webview")) await bundle("webview", webview);
  if (wanted("server")) writeMeta("server", await buildServer(root));
  if (wanted("client")) writeMeta("client", await buildClient(root));
  if (wanted("docs")) checkSchema();
  if (wanted("l10n")) checkTexts();
}
