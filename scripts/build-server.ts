/**
 * Builds out/server: an ESM bundle with splitting that runs from any folder, without node_modules.
 * Beside the code lie the files that the SDK reads at run time (HTML export, themes, image codec) and a
 * package.json that gives it our names.
 */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

const SDK = "@earendil-works/pi-coding-agent";

/**
 * Agent extensions load whichever name they import the SDK by. The SDK answers to two of its names;
 * this adds the third.
 */
const importNames: Plugin = {
  name: "import-names",
  setup({ onLoad }) {
    onLoad(
      { filter: /pi-coding-agent[\\/]dist[\\/]core[\\/]extensions[\\/]virtual-modules\.js$/ },
      ({ path: file }) => ({
        contents: `${readFileSync(file, "utf8")}
for (const [name, module] of Object.entries(VIRTUAL_MODULES))
  if (name.startsWith("@earendil-works/")) VIRTUAL_MODULES[name.replace("@earendil-works/", "@bastani/")] = module;
VIRTUAL_MODULES["@bastani/atomic"] = VIRTUAL_MODULES["${SDK}"];`,
        loader: "js",
      }),
    );
  },
};

/**
 * With splitting, a CommonJS package that is imported dynamically arrives with a default export only.
 * These are given their names back, as Node does.
 */
const namedCommonJs: Plugin = {
  name: "named-common-js",
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: /^(@silvia-odwyer\/photon-node|https-proxy-agent|highlight\.js)$/ },
      ({ kind, path: name, importer }) =>
        kind === "dynamic-import"
          ? { path: createRequire(importer).resolve(name), namespace: "named-common-js" }
          : undefined,
    );
    onLoad({ filter: /.*/, namespace: "named-common-js" }, ({ path: file }) => {
      const names = Object.keys(createRequire(file)(file) as object).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name));
      return {
        contents: `import all from ${JSON.stringify(file)};
export default all;
export const { ${names.filter((name) => name !== "default").join(", ")} } = all;`,
        resolveDir: path.dirname(file),
      };
    });
  },
};

/**
 * Agent extensions may use all that the SDK exports, its terminal interface included; the server uses a part. Its
 * files import from the modules behind the SDK's index directly, so that at start only that part is loaded.
 */
const directImports: Plugin = {
  name: "direct-imports",
  setup({ onResolve, onLoad }) {
    const index = fileURLToPath(import.meta.resolve(SDK));
    const modules = exportsOf(readFileSync(index, "utf8"));
    onResolve({ filter: /^@earendil-works\/pi-coding-agent$/ }, ({ importer }) =>
      importer.endsWith(".ts") ? { path: importer, namespace: "direct-imports" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "direct-imports" }, ({ path: importer }) => ({
      contents: namesImportedBy(readFileSync(importer, "utf8"))
        .map((name) => `export { ${name} } from ${JSON.stringify(modules.get(name))};`)
        .join("\n"),
      resolveDir: path.dirname(index),
    }));
  },
};

/** The SDK's settings pull in its HTTP pool for one small function; the server has a pool of its own, loaded on demand. */
const noEagerPool: Plugin = {
  name: "no-eager-pool",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, ({ importer }) =>
      importer.endsWith("http-dispatcher.js") ? { path: "undici", namespace: "no-eager-pool" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "no-eager-pool" }, () => ({ contents: "export {};" }));
  },
};

/** Where each name of an index comes from. */
function exportsOf(index: string): Map<string, string> {
  const statements = [...index.matchAll(/export \{([^}]*)\} from "([^"]+)"/g)];
  return new Map(
    statements.flatMap(([, names = "", from = ""]) => namesIn(names).map((name) => [name, from] as const)),
  );
}

/** The values, not the types, that a TypeScript file imports from the SDK. */
function namesImportedBy(source: string): string[] {
  const statements = [...source.matchAll(/import \{([^}]*)\} from "@earendil-works\/pi-coding-agent"/g)];
  return statements.flatMap(([, names = ""]) => namesIn(names));
}

function namesIn(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
}

/** CommonJS dependencies expect `require`, `__dirname` and `__filename` in every chunk. */
const commonJsNames = `
import { createRequire as __makeRequire } from "node:module";
import { fileURLToPath as __toPath } from "node:url";
import { dirname as __parentOf } from "node:path";
const require = __makeRequire(import.meta.url);
const __bundleFile = __toPath(import.meta.url);
const __bundleDir = __parentOf(__bundleFile);`;

/**
 * Builds the server bundle of the repository at `root` and returns esbuild's metafile. The new folder takes the
 * place of the old one when it is complete.
 */
export async function buildServer(root: string, target = path.join(root, "out/server")): Promise<Metafile> {
  const sdkIndex = fileURLToPath(import.meta.resolve(SDK));
  const sdk = path.resolve(path.dirname(sdkIndex), "..");
  const out = `${target}.${process.pid}`;
  const options: BuildOptions & { metafile: true } = {
    absWorkingDir: root,
    // The SDK looks for its image worker beside its own code, so both lie in chunks/.
    entryPoints: {
      main: "server/main.ts",
      "chunks/image-resize-worker": path.join(sdk, "dist/utils/image-resize-worker.js"),
    },
    outdir: out,
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    minify: true,
    metafile: true,
    legalComments: "none",
    logLevel: "warning",
    banner: { js: commonJsNames },
    define: { PI_BUNDLED_NODE: "true", __dirname: "__bundleDir", __filename: "__bundleFile" },
    plugins: [importNames, namedCommonJs, directImports, noEagerPool],
  };
  const { metafile } = await build(options);
  copyFiles(root, sdk, out);
  rmSync(target, { recursive: true, force: true });
  renameSync(out, target);
  return metafile;
}

function copyFiles(root: string, sdk: string, out: string): void {
  const photon = path.dirname(createRequire(path.join(sdk, "package.json")).resolve("@silvia-odwyer/photon-node"));
  cpSync(path.join(photon, "photon_rs_bg.wasm"), path.join(out, "chunks/photon_rs_bg.wasm"));
  for (const file of ["template.html", "template.css", "template.js", "vendor"]) {
    cpSync(path.join(sdk, "dist/core/export-html", file), path.join(out, "dist/core/export-html", file), {
      recursive: true,
    });
  }
  const themes = "dist/modes/interactive/theme";
  mkdirSync(path.join(out, themes), { recursive: true });
  for (const theme of ["dark.json", "light.json"]) cpSync(path.join(sdk, themes, theme), path.join(out, themes, theme));
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  const names = { name: "atomic", version, type: "module", piConfig: { name: "atomic", configDir: ".atomic" } };
  writeFileSync(path.join(out, "package.json"), `${JSON.stringify(names, null, 2)}\n`);
}
