/** Builds only when a source changed since the last build. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const stamp = path.join(root, "out/build.stamp");
const sources = [
  "{extension,server,webview}/**/*.{ts,tsx,css,json,md}",
  "scripts/build*.ts",
  "package.json",
  "package-lock.json",
];

/** Runs the build unless its outputs are of these very sources. Throws when the build fails. Returns whether it ran. */
export function buildIfStale(): boolean {
  const current = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === current) return false;
  console.log("Building the extension, the panel and the server");
  execFileSync(process.execPath, [path.join(root, "scripts/build.ts")], { stdio: "inherit" });
  writeFileSync(stamp, current);
  return true;
}

/** Of names, sizes and times, which a hundred files answer in a millisecond or two. */
function fingerprint(): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}
