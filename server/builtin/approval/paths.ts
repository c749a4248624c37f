import { realpathSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The file a tool means by a path: relative to `cwd`, `~` for the home folder, an `@` in front dropped. */
export function toolPath(given: string, cwd: string): string {
  const plain = given.replace(/^@/, "").replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, " ");
  if (/^file:/i.test(plain)) {
    try {
      return fileURLToPath(plain);
    } catch {
      return path.resolve("/", plain);
    }
  }
  if (plain === "~" || /^~[\\/]/.test(plain)) return path.join(os.homedir(), plain.slice(1));
  return path.resolve(cwd, plain);
}

/**
 * Whether a path leads out of a folder once every link in it is followed. What does not exist yet counts as part of
 * the nearest folder that does.
 */
export function isOutside(file: string, folder: string): boolean {
  const relative = path.relative(real(folder), real(file));
  return relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
}

function real(file: string): string {
  const missing: string[] = [];
  for (let at = file; ; at = path.dirname(at)) {
    try {
      return path.join(realpathSync.native(at), ...missing);
    } catch {
      if (path.dirname(at) === at) return file;
      missing.unshift(path.basename(at));
    }
  }
}
