/** Builds out/client: the typed client as other programs import it (`atomic/client`), with its declarations. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { build, type Metafile } from "esbuild";

/** What `atomic/client` and `atomic/client/<name>` give. */
const entries = ["spawn", "client", "connection", "errors"];

/** Builds it for the repository at `root` and returns esbuild's metafile. */
export async function buildClient(root: string): Promise<Metafile> {
  const outdir = path.join(root, "out/client");
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((name) => `server/client/${name}.ts`),
    outdir: "out/client",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    metafile: true,
    logLevel: "warning",
  });
  declare(root, path.join(outdir, "types"));
  return metafile;
}

function declare(root: string, outDir: string): void {
  const options = [
    "--ignoreConfig --declaration --emitDeclarationOnly --rootDir server --strict --exactOptionalPropertyTypes",
    "--target ES2024 --module NodeNext --moduleResolution NodeNext --allowImportingTsExtensions --skipLibCheck --types node",
  ].flatMap((line) => line.split(" "));
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const files = entries.map((name) => `server/client/${name}.ts`);
  execFileSync(process.execPath, [tsc, ...options, "--outDir", outDir, ...files], { cwd: root, stdio: "inherit" });
}
