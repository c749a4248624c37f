import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The files under a folder whose bytes hold this text. A file that goes meanwhile is passed over. */
export function filesWith(folder: string, text: string): string[] {
  const wanted = Buffer.from(text);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => bytesOf(file).includes(wanted));
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
