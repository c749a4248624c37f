import { spawn } from "node:child_process";

const PATIENCE_MS = 5000;

/**
 * Which of these paths (relative to `folder`) git ignores there; none when there is no git, no repository, or no
 * answer in time. Git is only asked: nothing of the repository changes.
 */
export function ignoredByGit(folder: string, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return Promise.resolve(new Set());
  return new Promise((resolve) => {
    const git = spawn("git", ["check-ignore", "-z", "--stdin"], {
      cwd: folder,
      stdio: ["pipe", "pipe", "ignore"],
      timeout: PATIENCE_MS,
    });
    const chunks: Buffer[] = [];
    git.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    git.on("error", () => resolve(new Set()));
    git.on("close", () => resolve(new Set(Buffer.concat(chunks).toString("utf8").split("\0").filter(Boolean))));
    // Git may end before it has read everything.
    git.stdin.on("error", () => undefined);
    git.stdin.end(paths.join("\0"));
  });
}
