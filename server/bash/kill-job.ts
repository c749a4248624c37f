import { killTree } from "../client/kill-tree.ts";

/**
 * Ends a shell that leads its own process group, and everything it started: descendants that went into groups of
 * their own, and those of its group whose parent is gone already.
 */
export async function killJob(pid: number): Promise<void> {
  await killTree(pid);
  killGroup(pid);
}

/** Ends the group at once, without looking for descendants elsewhere: for the moment the process exits. */
export function killGroup(pid: number): void {
  if (process.platform === "win32") return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of it has ended.
  }
}
