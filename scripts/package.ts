/** Writes out/atomic.vsix from the built bundles: `npm run package`. Fails above the size limit. */
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { createVSIX } from "@vscode/vsce";
import { writeNotices } from "./notices.ts";
import { buildIfStale } from "./stale.ts";

const root = path.resolve(import.meta.dirname, "..");
const maxBytes = 5 * 1024 * 1024;
/** One of each bundle. */
const entries = ["out/extension/activate.cjs", "out/webview/main.js", "out/server/main.js"];

/** Builds what is stale and packages it. Returns the file; throws when a licence or a bundle is missing or it is too large. */
export async function packageExtension(): Promise<string> {
  buildIfStale();
  const missing = entries.find((entry) => !existsSync(path.join(root, entry)));
  if (missing !== undefined) throw new Error(`${missing} is missing: another build may be under way`);
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
