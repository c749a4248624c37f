import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";

/** What is noted about a plan that was not usable, or only in part. Holds no part of the conversation. */
export interface Diagnostic {
  /** `provider/id` */
  model: string;
  reason: string;
  outcome: "failed" | "cut off";
  error?: string;
  stopReason?: string;
  /** The planner's answer as it came. */
  answer?: string;
  linesBefore: number;
  promptVersion: number;
}

/**
 * Writes a note beside the session file, readable by its owner only. Gives its path, or undefined when it could not
 * be written: a note is never worth failing a compaction for.
 */
export async function writeDiagnostic(sessionFile: string, diagnostic: Diagnostic): Promise<string | undefined> {
  const base = sessionFile.replace(/\.jsonl$/, "");
  const path = `${base}-compaction-diagnostic-${Date.now()}-${randomUUID()}.json`;
  try {
    await writeFile(path, `${JSON.stringify(diagnostic, null, 2)}\n`, { flag: "wx", mode: 0o600 });
    return path;
  } catch {
    return undefined;
  }
}
