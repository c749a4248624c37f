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

/**
 * Executable and arguments of the server under test: the built one on this Node, or, to try the tests on another
 * server that speaks the protocol, the command line in TEST_SERVER (words separated by blanks).
 */
export function serverCommand(): [file: string, ...args: string[]] {
  const [file, ...args] = (process.env.TEST_SERVER ?? "").split(" ").filter((word) => word !== "");
  return file ? [file, ...args] : [process.execPath, builtServer(), "--mode", "rpc"];
}
