import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Tools that write one file, named by their argument. */
const writers: ReadonlySet<string> = new Set(["edit", "write"]);
const pathKeys = ["path", "file_path"] as const;

/** True when a tool of this name writes the file that its path argument names. */
export function isWriter(toolName: string): boolean {
  return writers.has(toolName);
}

/** Absolute path of the file that a call of a writing tool names; undefined when it names none. */
export function writtenPath(args: unknown, cwd: string): string | undefined {
  if (typeof args !== "object" || args === null) return undefined;
  const fields = args as Record<string, unknown>;
  const name = pathKeys.map((key) => fields[key]).find((value) => typeof value === "string" && value !== "");
  return typeof name === "string" ? absolutePath(name, cwd) : undefined;
}

/** The same from arguments that still stream in: as soon as the path stands there whole. */
export function pathInPartialArguments(json: string, cwd: string): string | undefined {
  const found = /"(?:path|file_path)"\s*:\s*("(?:[^"\\]|\\.)+")/.exec(json);
  if (!found?.[1]) return undefined;
  try {
    return absolutePath(JSON.parse(found[1]) as string, cwd);
  } catch {
    return undefined;
  }
}

/** A path as models write it: relative to the chat's folder, with `~`, a leading `@` or as a file address. */
export function absolutePath(name: string, cwd: string): string {
  const plain = name.replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, " ").replace(/^@/, "");
  if (/^file:\/\//.test(plain)) {
    try {
      return fileURLToPath(plain);
    } catch {
      return path.resolve(cwd, plain);
    }
  }
  if (plain === "~") return os.homedir();
  if (/^~[\\/]/.test(plain)) return path.join(os.homedir(), plain.slice(2));
  return path.resolve(cwd, plain);
}

/** How a path is shown and sent to the panel: relative to the chat's folder with `/` where it lies inside, else whole. */
export function shownPath(file: string, cwd: string): string {
  const relative = path.relative(cwd, file);
  const inside = relative !== "" && !relative.startsWith("..") && !path.isAbsolute(relative);
  return inside ? relative.split(path.sep).join("/") : file;
}
