/** Writes out/atomic.vsix from the built bundles: `npm run package`. Fails above the size limit. */
import { statSync } from "node:fs";
import path from "node:path";
import { createVSIX } from "@vscode/vsce";
import { writeNotices } from "./notices.ts";
import { buildIfStale } from "./stale.ts";

const root = path.resolve(import.meta.dirname, "..");
const maxBytes = 5 * 1024 * 1024;

/** Builds what is stale and packages it. Returns the file; throws when a licence is missing or it is too large. */
export async function packageExtension(): Promise<string> {
  buildIfStale();
  writeNotices();
  const packagePath = path.join(root, "out/atomic.vsix");
  await createVSIX({
    cwd: root,
    packagePath,
    dependencies: false,
    rewriteRelativeLinks: false,
    allowMissingRepository: true,
  });
  const { size } = statSync(packagePath);
  if (size > maxBytes) throw new Error(`${packagePath} has ${size} bytes, more than ${maxBytes}`);
  return packagePath;
}

if (import.meta.main) await packageExtension();
