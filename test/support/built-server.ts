import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export const repository = path.resolve(import.meta.dirname, "..", "..");

/** Absolute path of the built server's entry: bin.atomic of package.json. Throws when it was not built. */
export function builtServer(): string {
  const manifest = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8")) as {
    bin?: { atomic?: string };
  };
  if (!manifest.bin?.atomic) throw new Error("package.json names no bin.atomic");
  const entry = path.join(repository, manifest.bin.atomic);
  if (!existsSync(entry)) throw new Error(`${entry} is missing: run "npm run build" first`);
  return entry;
}
