import { constants } from "node:fs";
import { access, copyFile, writeFile } from "node:fs/promises";
import type { CompactionReason } from "../protocol/event.ts";

const suffixes: Record<CompactionReason, string> = {
  manual: "compact.bak",
  threshold: "auto-compact.bak",
  overflow: "overflow-auto-compact.bak",
};

/** Where the copy of a session file goes that is made before a compaction. */
export function backupPath(sessionFile: string, reason: CompactionReason, now: Date): string {
  return `${sessionFile}.${now.toISOString().replaceAll(/[:.]/g, "-")}.${suffixes[reason]}`;
}

/**
 * Copies the session file beside itself; a session that is not on disk yet is written out from its records.
 * Gives the copy's path. Throws with the path when it cannot be written.
 */
export async function writeBackup(
  sessionFile: string,
  reason: CompactionReason,
  records: () => readonly object[],
  now = new Date(),
): Promise<string> {
  const path = backupPath(sessionFile, reason, now);
  try {
    if (await exists(sessionFile)) {
      await copyFile(sessionFile, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    } else {
      const text = records().map((record) => `${JSON.stringify(record)}\n`);
      await writeFile(path, text.join(""), { flag: "wx", mode: 0o600 });
    }
  } catch (error) {
    throw new Error(`The backup ${path} could not be written: ${(error as Error).message}`, { cause: error });
  }
  return path;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
