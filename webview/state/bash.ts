/** Direct bash: commands of the person, from the first delta to the settled entry. */
import type { RpcEvent } from "../../server/protocol/event.ts";
import type { BashExecutionMessage } from "../../server/protocol/message.ts";
import type { BashResult } from "../../server/protocol/response.ts";
import { nextKey, type Step } from "./live.ts";
import type { BashRow, Row } from "./transcript.ts";

/** The view keeps the tail only; the whole comes with the result. */
const LIVE_TAIL = 256 * 1024;

const isBash = (row: Row): row is BashRow => row.kind === "bash";
const isRunning = (row: Row): row is BashRow => isBash(row) && row.state === "running";

/** A command that this panel has just sent. `key` names its row. */
export function bashStarted(step: Step, key: string, command: string, excludeFromContext: boolean, at: number): void {
  step.draft.add({
    kind: "bash",
    key,
    at,
    command,
    output: "",
    state: "running",
    truncated: false,
    excludeFromContext,
  });
}

/** Output of a running command; an id that is new belongs to the oldest command without one. */
export function bashUpdate(step: Step, event: Extract<RpcEvent, { type: "bash_execution_update" }>, at: number): void {
  const { id, delta } = event;
  const append = (row: BashRow): BashRow => ({
    ...row,
    ...(id === undefined ? {} : { bashId: id }),
    output: (row.output + delta).slice(-LIVE_TAIL),
  });
  const known = (row: Row): row is BashRow => isRunning(row) && row.bashId === id;
  if (step.draft.update(known, append)) return;
  const oldest = step.draft.find((row): row is BashRow => isRunning(row) && row.bashId === undefined);
  if (oldest && step.draft.updateKey(oldest.key, (row) => append(row as BashRow))) return;
  const key = nextKey(step, "bash");
  bashStarted(step, key, "", false, at);
  step.draft.updateKey(key, (row) => append(row as BashRow));
}

/** What the command's response says. */
export function bashEnded(step: Step, key: string, result: BashResult | { error: string }, at: number): void {
  step.draft.updateKey(key, (row) => {
    if (!isBash(row)) return row;
    if ("error" in result) return { ...row, state: "failed", output: row.output + result.error };
    const { output, exitCode, cancelled, truncated, fullOutputPath } = result;
    return {
      ...row,
      output,
      truncated,
      state: cancelled ? "stopped" : exitCode === 0 || exitCode === undefined ? "done" : "failed",
      durationMs: at - row.at,
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(fullOutputPath ? { fullOutputPath } : {}),
    };
  });
}

/** The key of the live row that a settled command stands for: the oldest with the same words. */
export function liveBashKey(step: Step, message: BashExecutionMessage): string | undefined {
  const same = (row: Row): row is BashRow => isBash(row) && !row.entryId && row.command === message.command;
  return step.draft.find(same)?.key;
}
