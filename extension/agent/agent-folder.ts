import os from "node:os";
import path from "node:path";

/** The folder of our server's own settings, models and sessions. `extra`: variables it is given beside VS Code's. */
export function agentFolder(env: NodeJS.ProcessEnv, extra: Readonly<Record<string, string>> = {}): string {
  const moved = extra.ATOMIC_CODING_AGENT_DIR ?? env.ATOMIC_CODING_AGENT_DIR;
  if (!moved) return path.join(os.homedir(), ".atomic", "agent");
  return path.resolve(moved.replace(/^~(?=$|[\\/])/, os.homedir()));
}

/** Where it keeps the sessions of a folder. */
export function sessionFolder(agentDir: string, cwd: string): string {
  return path.join(agentDir, "sessions", `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`);
}
