import { chmodSync, lstatSync, mkdirSync, type Stats } from "node:fs";
import { lstat, readdir, rm, rmdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const dayMs = 24 * 60 * 60 * 1000;
/** Files older than this are removed. */
export const keptDays = 30;

/** `<tmpdir>/atomic-<uid>`: everything one user's servers keep for a while. */
export function userTempFolder(tmpdir = os.tmpdir()): string {
  const owner = process.getuid?.() ?? os.userInfo().username.replaceAll(/[^\w.-]/g, "_");
  return path.join(tmpdir, `atomic-${owner}`);
}

/**
 * The folder of one session below `root`, made if need be, open to its owner only. Undefined when it cannot be made,
 * or when what stands there is not ours: a link, a file, a folder of somebody else.
 */
export function sessionTempFolder(root: string, sessionId: string): string | undefined {
  if (!/^[\w-][\w.-]*$/.test(sessionId)) return undefined;
  const folder = path.join(root, sessionId);
  return isPrivateFolder(root) && isPrivateFolder(folder) ? folder : undefined;
}

function isPrivateFolder(folder: string): boolean {
  try {
    makeFolder(folder);
    const found = lstatSync(folder);
    if (!found.isDirectory() || !isOwn(found)) return false;
    if (process.platform !== "win32" && (found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
    return true;
  } catch {
    return false;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function isOwn(found: Stats): boolean {
  const uid = process.getuid?.();
  return uid === undefined || found.uid === uid;
}

/** Removes output files that are older than `keptDays`, and session folders left empty. Never throws. */
export async function sweepTempFolder(root: string, now = Date.now()): Promise<void> {
  try {
    const found = await lstat(root);
    if (!found.isDirectory() || !isOwn(found)) return;
    for (const session of await readdir(root, { withFileTypes: true })) {
      if (session.isDirectory()) await sweepSession(path.join(root, session.name), now - keptDays * dayMs);
    }
  } catch {
    // Whatever could not be removed is tried again by the next server.
  }
}

async function sweepSession(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await lstat(file);
    if (found.isFile() && name.startsWith("atomic-bash-") && found.mtimeMs < before) await rm(file, { force: true });
  }
  await rmdir(folder).catch(() => {});
}
