/** The sample workspace: a copy of sample/ that people and agents may change. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** Where `npm start` keeps the profile, the sample workspace and its stamps between starts. */
export const startFolder = path.join(root, ".cache/start");

/** The folder of the sample workspace, made at the first call. It stays as it is left. */
export function sampleWorkspace(): string {
  const folder = path.join(startFolder, "market-stall");
  if (existsSync(folder)) return folder;
  mkdirSync(startFolder, { recursive: true });
  cpSync(path.join(root, "sample"), folder, { recursive: true });
  startHistory(folder);
  return folder;
}

/** A repository of its own: git would otherwise speak of the one around it. Without git it does without. */
function startHistory(folder: string): void {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "ignore" });
  try {
    git("init", "--quiet");
    git("add", ".");
    git("-c", "user.name=Market stall", "-c", "user.email=stall@localhost", "commit", "--quiet", "-m", "Start the day");
  } catch {
    // No git on this machine.
  }
}
