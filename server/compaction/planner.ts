import type { CompactionParameters } from "../protocol/entry.ts";
import { plannerPrompt } from "./planner-prompt.ts";
import { type LineRange, normalizeRanges, shiftRanges, subtractRanges } from "./ranges.ts";
import { parseRecords } from "./records.ts";
import type { Transcript } from "./transcript.ts";
import { addUsage, type Usage } from "./usage.ts";

/** What a model gave back for one planning request. */
export interface PlannerAnswer {
  text: string;
  stopReason: string;
  errorMessage?: string;
  /** Whether it failed because the request was too long for the model. */
  overflow: boolean;
  usage?: Usage;
}

/** A model that can be asked for a plan. */
export interface Planner {
  /** `provider/id` */
  name: string;
  ask(prompt: string): Promise<PlannerAnswer>;
}

export interface Plan {
  /** Lines to leave out; normalized, without protected ones, never empty. */
  deletions: LineRange[];
  answer: PlannerAnswer;
  usage?: Usage;
}

/** Why a model gave no usable plan. `answer` is what it said, when it said something. */
export class PlanningError extends Error {
  readonly answer: PlannerAnswer | undefined;
  readonly usage: Usage | undefined;

  constructor(message: string, answer?: PlannerAnswer, usage?: Usage) {
    super(message);
    this.name = "PlanningError";
    this.answer = answer;
    this.usage = usage;
  }
}

/**
 * Asks one model which lines to leave out. When the transcript is too long for it, the older half of what it was
 * shown is left out unseen and the rest is asked for again, with its own numbers and target, down to one line.
 * Throws PlanningError; an aborted request throws the signal's reason.
 */
export async function planWith(
  planner: Planner,
  transcript: Transcript,
  parameters: CompactionParameters,
  signal: AbortSignal,
): Promise<Plan> {
  const total = transcript.lines.length;
  let usage: Usage | undefined;
  let unseen = 0;
  for (;;) {
    const answer = await planner.ask(
      plannerPrompt({
        lines: unseen === 0 ? transcript.lines : transcript.lines.slice(unseen),
        ratio: parameters.compression_ratio,
        query: parameters.query,
        protectedRanges: shiftRanges(transcript.protectedRanges, unseen),
      }),
    );
    signal.throwIfAborted();
    usage = addUsage(usage, answer.usage);
    if (answer.overflow && total - unseen > 1) {
      unseen += Math.ceil((total - unseen) / 2);
      continue;
    }
    const asked = normalizeRanges(readAnswer(answer, usage), total - unseen);
    const wanted = asked.map(({ start, end }) => ({ start: start + unseen, end: end + unseen }));
    if (unseen > 0) wanted.push({ start: 1, end: unseen });
    const deletions = subtractRanges(normalizeRanges(wanted, total), transcript.protectedRanges);
    if (deletions.length === 0) {
      throw new PlanningError("Compaction range planning produced no usable deleted ranges", answer, usage);
    }
    return { deletions, answer, ...(usage ? { usage } : {}) };
  }
}

function readAnswer(answer: PlannerAnswer, usage: Usage | undefined): LineRange[] {
  if (answer.stopReason === "error" || answer.stopReason === "aborted") {
    throw new PlanningError(answer.errorMessage || "The model gave no answer", answer, usage);
  }
  const ranges = parseRecords(answer.text, answer.stopReason === "length");
  if (!ranges) throw new PlanningError("Compaction range planning returned malformed output", answer, usage);
  return ranges;
}
