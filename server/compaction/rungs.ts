import type { CompactionParameters } from "../protocol/entry.ts";
import { type Planner, type PlannerAnswer, PlanningError, planWith } from "./planner.ts";
import { countLines, type LineRange, subtractRanges } from "./ranges.ts";
import type { Transcript } from "./transcript.ts";
import { addUsage, type Usage } from "./usage.ts";

/**
 * How the lines to leave out were found: `planned` by the session's model, `fallback` by another one, `fresh` without
 * a model, because the work cannot go on otherwise.
 */
export type Rung = "planned" | "fallback" | "fresh";

export interface Choice {
  rung: Rung;
  deletions: LineRange[];
  /** The model that planned, when it is not the session's. */
  plannerModel?: string;
  usage?: Usage;
}

export interface ChoiceOptions {
  transcript: Transcript;
  parameters: CompactionParameters;
  /** The session's model first, then the fallbacks in their order. */
  planners: readonly Planner[];
  /** Whether there must be a result even without a plan. */
  loadBearing: boolean;
  /** For `fresh`: how many characters of the newest lines stay. */
  freshCharacters: number;
  signal: AbortSignal;
  /** Told of each plan that was not usable; may give the path of a note about it. */
  onFailure?(planner: Planner, error: PlanningError): Promise<string | undefined>;
  /** Told of an answer that was cut off at its length limit: only what was complete of it counts. */
  onPartial?(planner: Planner, answer: PlannerAnswer): Promise<void>;
}

/** Finds the lines to leave out, rung by rung. Throws the first planner's error when none gives a result. */
export async function chooseDeletions(options: ChoiceOptions): Promise<Choice> {
  const { transcript, parameters, planners, signal } = options;
  let usage: Usage | undefined;
  let failure: Error | undefined;
  for (const [index, planner] of planners.entries()) {
    try {
      const plan = await planWith(planner, transcript, parameters, signal);
      if (plan.answer.stopReason === "length") await options.onPartial?.(planner, plan.answer);
      usage = addUsage(usage, plan.usage);
      return {
        rung: index === 0 ? "planned" : "fallback",
        deletions: plan.deletions,
        ...(index === 0 ? {} : { plannerModel: planner.name }),
        ...(usage ? { usage } : {}),
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof PlanningError)) throw error;
      usage = addUsage(usage, error.usage);
      const note = await options.onFailure?.(planner, error);
      failure ??= note ? new Error(`${error.message} (diagnostic: ${note})`, { cause: error }) : error;
    }
  }
  const deletions = options.loadBearing ? freshDeletions(transcript, options.freshCharacters) : [];
  if (deletions.length > 0) return { rung: "fresh", deletions, ...(usage ? { usage } : {}) };
  throw failure ?? new Error("There is no model to plan the compaction with");
}

/** Everything but protected lines and the newest lines that fit into `characters`. */
function freshDeletions({ lines, protectedRanges }: Transcript, characters: number): LineRange[] {
  let end = lines.length;
  for (let room = characters; end > 0; end--) {
    room -= (lines[end - 1] as string).length + 1;
    if (room < 0) break;
  }
  const deletions = end > 0 ? subtractRanges([{ start: 1, end }], protectedRanges) : [];
  return countLines(deletions) > 0 ? deletions : [];
}
