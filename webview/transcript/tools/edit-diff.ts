/** The changed lines of an edit or write call, from its result or its arguments. Pure. */
import type { ToolRow } from "../../state/transcript.ts";
import { textArgument } from "./describe.ts";
import { addedLines, type DiffRow, diffTexts, parseDisplayDiff } from "./diff.ts";

/** Texts longer than this are not compared in the panel. */
const MAX_COMPARED = 400_000;

interface Edit {
  oldText: string;
  newText: string;
}

/** Nothing while the arguments still arrive: half an edit is no diff. */
export function editDiff(row: ToolRow): DiffRow[] {
  if (row.argsText !== "") return [];
  const details = row.result?.details as { diff?: unknown } | null | undefined;
  if (typeof details?.diff === "string" && details.diff !== "") return parseDisplayDiff(details.diff);
  if (row.name === "write") return addedLines(textArgument(row, "content"));
  return editsOf(row.args).flatMap(({ oldText, newText }, index) => {
    if (oldText.length + newText.length > MAX_COMPARED) return [];
    const rows = diffTexts(oldText, newText);
    return index === 0 ? rows : [{ gap: null }, ...rows];
  });
}

/** Edits as the tool takes them now, and as older sessions have them. */
function editsOf(args: Record<string, unknown>): Edit[] {
  const list = Array.isArray(args.edits) ? args.edits : [args];
  return list.flatMap((item): Edit[] => {
    const { oldText, newText, old_string: oldString, new_string: newString } = (item ?? {}) as Record<string, unknown>;
    const before = oldText ?? oldString;
    const after = newText ?? newString;
    return typeof before === "string" && typeof after === "string" ? [{ oldText: before, newText: after }] : [];
  });
}

/** Lines of new text that have arrived so far. */
export function streamedLines(row: ToolRow): number {
  return row.argsText === "" ? 0 : (row.argsText.match(/\\n/g)?.length ?? 0) + 1;
}
