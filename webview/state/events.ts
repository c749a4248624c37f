/** Events of the server → the live rows of the transcript. */
import type { BashUpdate } from "../../extension/panel/messages.ts";
import { isNothingToCompact } from "../../extension/panel/words.ts";
import type { RpcEvent } from "../../server/protocol/event.ts";
import { bashUpdate } from "./bash.ts";
import { addNotice, endStreaming, nextKey, queueChanged, type Step } from "./live.ts";
import { messageEnded, messageStarted, messageUpdated } from "./messages.ts";
import { argsOf, resultOf, toolRow, words } from "./rows.ts";
import type { ToolRow } from "./transcript.ts";

type EventOf<T extends RpcEvent["type"]> = Extract<RpcEvent, { type: T }>;
type Handlers = { [T in RpcEvent["type"]]: ((step: Step, event: EventOf<T>, at: number) => void) | null };

/** `null`: shown by the host's state, by the entries that follow, or by nothing at all. */
const handlers: Handlers = {
  message_start: (step, { message }, at) => messageStarted(step, message, at),
  message_update: messageUpdated,
  message_end: (step, { message }, at) => messageEnded(step, message, at),
  tool_execution_start: (step, event, at) =>
    updateTool(step, event, at, (row) => ({
      ...row,
      state: "running",
      startedAt: at,
      args: argsOf(event.args),
      argsText: "",
    })),
  tool_execution_update: (step, event, at) =>
    updateTool(step, event, at, (row) => ({ ...row, state: "running", result: resultOf(event.partialResult) })),
  tool_execution_end: (step, event, at) => updateTool(step, event, at, (row) => finishedTool(row, event, at)),
  bash_execution_update: (step, event, at) => bashUpdate(step, event as BashUpdate, at),
  queue_update: (step, { steering, followUp }) => queueChanged(step, [...steering, ...followUp]),
  agent_end: (step, { willRetry }, at) => {
    if (!willRetry) runEnded(step, at);
  },
  agent_settled: (step, _, at) => runEnded(step, at),
  // Compaction itself comes as an entry; only what went wrong is said here.
  compaction_end: (step, { reason, errorMessage }, at) => {
    // Who asked for it is told in the answer.
    if (reason === "manual" && isNothingToCompact(words(errorMessage))) return;
    if (errorMessage) addNotice(step, at, "error", words(errorMessage));
  },
  summarization_retry_scheduled: (step, { attempt, maxAttempts, errorMessage }, at) =>
    addNotice(step, at, "info", `${errorMessage} (${attempt}/${maxAttempts})`),
  extension_error: (step, { extensionPath, error }, at) =>
    addNotice(step, at, "error", `${words(extensionPath).split(/[\\/]/).pop()}: ${words(error)}`),
  agent_start: null,
  turn_start: null,
  turn_end: null,
  compaction_start: null,
  auto_retry_start: null,
  auto_retry_end: null,
  summarization_retry_attempt_start: null,
  summarization_retry_finished: null,
  entry_appended: null,
  session_info_changed: null,
  thinking_level_changed: null,
  model_changed: null,
};

/**
 * Applies one event that reached the host at `at` (ms). Unknown events become rows that can be opened, and
 * so do those of a known name that any server may have filled with something else.
 */
export function applyEvent(step: Step, event: RpcEvent, at: number): void {
  const name = words((event as Partial<RpcEvent> | null)?.type);
  const handler = Object.hasOwn(handlers, name)
    ? (handlers[name as RpcEvent["type"]] as ((step: Step, event: RpcEvent, at: number) => void) | null)
    : addUnknown;
  try {
    handler?.(step, event, at);
  } catch {
    addUnknown(step, event, at);
  }
}

function addUnknown(step: Step, event: RpcEvent, at: number): void {
  const name = words((event as Partial<RpcEvent> | null)?.type);
  step.draft.add({ kind: "unknown", key: nextKey(step, "event"), at, what: "event", name, data: event });
}

type Call = { toolCallId: string; toolName: string; args?: Record<string, unknown> };

/** Changes the row of a call; one that no answer has announced gets a row of its own. */
function updateTool(step: Step, call: Call, at: number, change: (row: ToolRow) => ToolRow): void {
  if (step.draft.updateTool(call.toolCallId, change)) return;
  const place = { key: nextKey(step, `call:${call.toolCallId}`), at };
  step.draft.add(change(toolRow(place, call.toolCallId, call.toolName, argsOf(call.args))));
}

function finishedTool(row: ToolRow, event: EventOf<"tool_execution_end">, at: number): ToolRow {
  const durationMs = event.durationMs ?? (row.startedAt === undefined ? undefined : at - row.startedAt);
  const state = event.isError ? "failed" : "done";
  return { ...row, state, result: resultOf(event.result), ...(durationMs === undefined ? {} : { durationMs }) };
}

/** Nothing of this run goes on: what was under way is over. */
export function runEnded(step: Step, at: number): void {
  endStreaming(step, at);
  step.draft.updateOpen((row) => {
    const open = row.kind === "tool" && (row.state === "waiting" || row.state === "running");
    return open ? { ...row, state: "stopped" } : row;
  });
  step.live = { ...step.live, answer: null };
}
