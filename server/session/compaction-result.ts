/** The result of a compaction as the protocol page shows it, from what the SDK keeps of it. */
import type { CompactionDetails, CompactionResult } from "../protocol/entry.ts";

/** What the SDK reports of a finished compaction; `details` are whatever the compactor stored. */
export interface SdkCompactionResult {
  summary: string;
  firstKeptEntryId?: string | null | undefined;
  tokensBefore: number;
  estimatedTokensAfter?: number;
  details?: unknown;
}

/** Maps a result. A compaction by an agent extension has no line counts of its own: its rung is "extension". */
export function wireCompactionResult(result: SdkCompactionResult): CompactionResult {
  const details = verbatimDetails(result.details);
  const base = {
    compactedText: result.summary,
    firstKeptEntryId: result.firstKeptEntryId ?? null,
    tokensBefore: result.tokensBefore,
  };
  if (!details) return { ...base, ...foreignDetails(result) };
  const { promptVersion, parameters, rung, stats, backupPath } = details;
  return { ...base, promptVersion, parameters, rung, stats, ...(backupPath ? { backupPath } : {}) };
}

/** The details of a compaction of our own, or undefined when another compactor wrote it. */
export function verbatimDetails(details: unknown): CompactionDetails | undefined {
  const own = details as Partial<CompactionDetails> | undefined;
  return own?.strategy === "verbatim-lines" ? (own as CompactionDetails) : undefined;
}

function foreignDetails(
  result: SdkCompactionResult,
): Pick<CompactionResult, "promptVersion" | "parameters" | "rung" | "stats"> {
  const { tokensBefore, estimatedTokensAfter: tokensAfter = tokensBefore } = result;
  const linesKept = result.summary.split("\n").length;
  return {
    promptVersion: 0,
    parameters: { compression_ratio: 0.5, preserve_recent: 2, query: "" },
    rung: "extension",
    stats: {
      linesBefore: linesKept,
      linesDeleted: 0,
      linesKept,
      rangeCount: 0,
      tokensBefore,
      tokensAfter,
      percentReduction: tokensBefore > 0 ? Math.round((1 - tokensAfter / tokensBefore) * 1000) / 10 : 0,
    },
  };
}
