/** Direct bash: commands of the person, from the first delta to the settled entry. */
import type { BashUpdate } from "../../extension/panel/messages.ts";
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

/** A command starts (the host says its text), or has put something out. */
export function bashUpdate(step: Step, { id, delta, command }: BashUpdate, at: number): void {
  const append = (row: BashRow): BashRow => ({
    ...row,
    ...(id === undefined ? {} : { bashId: id }),
    output: (row.output + delta).slice(-LIVE_TAIL),
  });
  const mine = (row: Row): row is BashRow => isRunning(row) && row.bashId === id;
  if (id !== undefined && step.draft.update(mine, append)) return;
  // The first that is heard of it: this panel's own row has no id yet.
  const own = (row: Row): row is BashRow =>
    isRunning(row) && row.bashId === undefined && (command === undefined || row.command === command);
  const oldest = step.draft.find(own);
  const key = oldest?.key ?? nextKey(step, "bash");
  if (!oldest) bashStarted(step, key, command ?? "", false, at);
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
  const same = (row: Row): row is BashRow =>
    isBash(row) && !row.entryId && (row.command === message.command || row.command === "");
  return step.draft.find(same)?.key;
}
