import { applyPatch, reversePatch, structuredPatch } from "diff";
import { type Content, isBinary, sameContent } from "./content.ts";

/** What undoing one file comes to. It never goes beyond the file itself: git knows nothing of it. */
export type UndoPlan =
  /** The file is as the agent left it: it gets the content from before. */
  | { kind: "restore"; content: Buffer }
  /** The agent made the file, and nobody changed it since. */
  | { kind: "remove" }
  /** It is already as it was before. */
  | { kind: "nothing" }
  /** Somebody else changed it too. `content`: as before the agent (null: no file). `merged`: only the agent's change taken back. */
  | { kind: "conflict"; content: Buffer | null; merged?: Buffer }
  /** What was there before could not be kept. */
  | { kind: "unknown" };

/**
 * Plans the undo of one file from its contents before and after the agent's changes and now.
 * `mixed`: others' changes lie between those of the agent.
 */
export function planUndo(before: Content, after: Content, now: Content, mixed: boolean): UndoPlan {
  if (before === undefined) return { kind: "unknown" };
  if (sameContent(now, before)) return { kind: "nothing" };
  if (after !== undefined && sameContent(now, after) && !mixed) {
    return before ? { kind: "restore", content: before } : { kind: "remove" };
  }
  const merged = mixed ? undefined : takenBack(before, after, now);
  return { kind: "conflict", content: before, ...(merged ? { merged } : {}) };
}

/** `now` without the change from `before` to `after`; undefined when that change cannot be told apart. */
function takenBack(before: Content, after: Content, now: Content): Buffer | undefined {
  if (!before || !after || !now || [before, after, now].some(isBinary)) return undefined;
  return merge(after.toString("utf8"), before.toString("utf8"), now.toString("utf8"));
}

/** The change from `from` to `to`, made to `text`; undefined when it does not fit there. */
export function merge(from: string, to: string, text: string): Buffer | undefined {
  const patch = structuredPatch("file", "file", from, to, undefined, undefined, { context: 2 });
  const result = applyPatch(text, patch);
  // A change that could also be made backwards is one that has been made already.
  if (result === false || result === text || applyPatch(result, reversePatch(patch)) === false) return undefined;
  return Buffer.from(result);
}
