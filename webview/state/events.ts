/** Events of the server → the live rows of the transcript. */
import type { AssistantMessageEvent, RpcEvent } from "../../server/protocol/event.ts";
import type { AgentMessage, AssistantMessage, Usage, UserMessage } from "../../server/protocol/message.ts";
import { bashUpdate } from "./bash.ts";
import { messageKey, nextKey, type Step } from "./live.ts";
import { assistantRows, otherMessageRows, textOf, toolRow, userRow, withResult } from "./rows.ts";
import type { NoticeRow, Row, TextRow, ThinkingRow, ToolRow } from "./transcript.ts";

type EventOf<T extends RpcEvent["type"]> = Extract<RpcEvent, { type: T }>;

/** Applies one event that reached the host at `at` (ms). Unknown events become rows that can be opened. */
export function applyEvent(step: Step, event: RpcEvent, at: number): void {
  switch (event.type) {
    case "message_start":
      return messageStarted(step, event.message, at);
    case "message_update":
      return messageUpdated(step, event, at);
    case "message_end":
      return messageEnded(step, event.message, at);
    case "tool_execution_start":
      return updateTool(step, event, at, (row) => ({
        ...row,
        state: "running",
        startedAt: at,
        args: event.args ?? {},
      }));
    case "tool_execution_update":
      return updateTool(step, event, at, (row) => ({ ...row, state: "running", result: event.partialResult }));
    case "tool_execution_end":
      return updateTool(step, event, at, (row) => finishedTool(row, event, at));
    case "bash_execution_update":
      return bashUpdate(step, event, at);
    case "queue_update":
      return queueChanged(step, [...event.steering, ...event.followUp]);
    case "agent_end":
      if (!event.willRetry) runEnded(step, at);
      return;
    case "agent_settled":
      return runEnded(step, at);
    case "compaction_end":
      return compactionEnded(step, event, at);
    case "summarization_retry_scheduled":
      return notice(step, at, "info", `${event.errorMessage} (${event.attempt}/${event.maxAttempts})`);
    case "extension_error":
      return notice(step, at, "error", `${fileName(event.extensionPath)}: ${event.error}`);
    // Shown by the host's state, by the entries that follow, or by nothing at all.
    case "agent_start":
    case "turn_start":
    case "turn_end":
    case "compaction_start":
    case "auto_retry_start":
    case "auto_retry_end":
    case "summarization_retry_attempt_start":
    case "summarization_retry_finished":
    case "entry_appended":
    case "session_info_changed":
    case "thinking_level_changed":
    case "model_changed":
      return;
    default: {
      const name = String((event as { type?: unknown }).type);
      step.draft.add({ kind: "unknown", key: nextKey(step, "event"), at, what: "event", name, data: event });
    }
  }
}

function fileName(path: string): string {
  return path.split(/[\\/]/).pop() || path;
}

export function notice(step: Step, at: number, level: NoticeRow["level"], text: string): void {
  step.draft.add({ kind: "notice", key: nextKey(step, "notice"), at, level, text });
}

// ---------------------------------------------------------------- messages

function messageStarted(step: Step, message: AgentMessage, at: number): void {
  if (message.role === "user") userArrived(step, message, at);
  else if (message.role === "assistant") answerStarted(step, message.timestamp, message, at);
}

/** A user message of the server: this panel's own bubble, or a turn of its own. */
function userArrived(step: Step, message: UserMessage, at: number): void {
  const text = textOf(message.content);
  const key = messageKey(step, "user", message.timestamp);
  const row = userRow({ key, at }, message.content);
  const fromQueue = step.live.dequeued.indexOf(text);
  const bubbles = fromQueue < 0 ? step.draft.pendingBubbles() : [];
  // Templates and hooks may change the text: then the oldest bubble is meant.
  const bubble = bubbles.find((candidate) => candidate.text === text) ?? bubbles[0];
  if (bubble) {
    for (const skipped of bubbles.slice(0, bubbles.indexOf(bubble))) {
      if (skipped.pending?.accepted) step.draft.removeBubble(skipped.key);
    }
    step.draft.settleBubble(bubble.key, row);
  } else step.draft.openTurn(row);
  const unsettled = [...step.live.unsettled, { role: "user", timestamp: message.timestamp, key: bubble?.key ?? key }];
  const dequeued = step.live.dequeued.filter((_, index) => index !== fromQueue);
  step.live = { ...step.live, unsettled, dequeued };
}

function answerStarted(step: Step, timestamp: number, message: AssistantMessage | null, at: number): string {
  const key = messageKey(step, "assistant", timestamp);
  step.draft.markAttempts();
  step.live = { ...step.live, answer: { key, timestamp, startedAt: at } };
  const { provider = "", model = "" } = message ?? {};
  step.draft.setAnswer({ key, provider, model, usage: null }, message ? assistantRows({ key, at }, message) : []);
  return key;
}

function messageEnded(step: Step, message: AgentMessage, at: number): void {
  switch (message.role) {
    case "user":
      return;
    case "assistant":
      return answerEnded(step, message, at);
    case "toolResult":
      return updateTool(step, message, at, (row) => withResult(row, message));
    default: {
      const key = messageKey(step, message.role, message.timestamp);
      step.draft.add(...otherMessageRows({ key, at }, message));
      const unsettled = [...step.live.unsettled, { role: message.role, timestamp: message.timestamp, key }];
      step.live = { ...step.live, unsettled };
    }
  }
}

function answerEnded(step: Step, message: AssistantMessage, at: number): void {
  const key = step.live.answer?.key ?? answerStarted(step, message.timestamp, message, at);
  const { provider, model, usage, timestamp } = message;
  endThinking(step, at);
  step.draft.setAnswer(
    { key, provider, model, usage: usage ?? null, endedAt: at },
    assistantRows({ key, at }, message),
  );
  const unsettled = [...step.live.unsettled, { role: "assistant", timestamp, key }];
  step.live = { ...step.live, answer: null, unsettled };
}

// ---------------------------------------------------------------- deltas

function messageUpdated(step: Step, event: EventOf<"message_update">, at: number): void {
  const key = step.live.answer?.key ?? answerStarted(step, at, null, at);
  const delta = event.assistantMessageEvent;
  if ("contentIndex" in delta) applyDelta(step, delta, { key: `${key}/${delta.contentIndex}`, at });
  const answer = step.draft.answer(key);
  if (answer && usageChanged(answer.usage, event.usage)) step.draft.setUsage(key, event.usage);
}

function usageChanged(before: Usage | null, after: Usage | undefined): after is Usage {
  return after !== undefined && (before?.totalTokens !== after.totalTokens || before?.cost.total !== after.cost.total);
}

type Place = { key: string; at: number };
type Delta = Extract<AssistantMessageEvent, { contentIndex: number }>;

function applyDelta(step: Step, delta: Delta, place: Place): void {
  switch (delta.type) {
    case "text_start":
      return writeText(step, place, (text) => text, true);
    case "text_delta":
      return writeText(step, place, (text) => text + delta.delta, true);
    case "text_end":
      return writeText(step, place, (text) => delta.content ?? text, false);
    case "thinking_start":
      return writeThinking(step, place, (text) => text, true);
    case "thinking_delta":
      return writeThinking(step, place, (text) => text + delta.delta, true);
    case "thinking_end":
      return writeThinking(step, place, (text) => delta.content ?? text, false);
    case "toolcall_start": {
      // Some servers say the name at once.
      const early = delta as { id?: string; toolName?: string };
      return writeTool(step, place, (row) => ({
        ...row,
        callId: early.id ?? row.callId,
        name: early.toolName ?? row.name,
      }));
    }
    case "toolcall_delta":
      return writeTool(step, place, (row) => ({ ...row, argsText: row.argsText + delta.delta }));
    case "toolcall_end": {
      const { id, name, arguments: args } = delta.toolCall;
      return writeTool(step, place, (row) => ({ ...row, callId: id, name, args: args ?? {}, argsText: "" }));
    }
    default:
  }
}

/** Changes the row of a block, which begins as `fresh` when this is the first that is heard of it. */
function write<R extends Row>(step: Step, fresh: R, change: (row: R) => R): void {
  const known = step.draft.updateKey(fresh.key, (row) => (row.kind === fresh.kind ? change(row as R) : row));
  if (!known) step.draft.add(change(fresh));
}

function writeText(step: Step, place: Place, next: (text: string) => string, streaming: boolean): void {
  const fresh: TextRow = { ...place, kind: "text", text: "", streaming };
  write(step, fresh, (row) => ({ ...row, text: next(row.text), streaming }));
}

function writeThinking(step: Step, place: Place, next: (text: string) => string, streaming: boolean): void {
  const fresh: ThinkingRow = { ...place, kind: "thinking", text: "", streaming, startedAt: place.at };
  const ended = streaming ? {} : { endedAt: place.at };
  write(step, fresh, (row) => ({ ...row, text: next(row.text), streaming, ...ended }));
}

function writeTool(step: Step, place: Place, change: (row: ToolRow) => ToolRow): void {
  write(step, toolRow(place, "", "", {}), change);
}

/** Some providers never say that their thinking is over. */
function endThinking(step: Step, at: number): void {
  step.draft.updateOpen((row) => {
    if (row.kind === "text" && row.streaming) return { ...row, streaming: false };
    return row.kind === "thinking" && row.streaming ? { ...row, streaming: false, endedAt: at } : row;
  });
}

// ---------------------------------------------------------------- tools and the end

function updateTool(
  step: Step,
  call: { toolCallId: string; toolName: string; args?: Record<string, unknown> },
  at: number,
  change: (row: ToolRow) => ToolRow,
): void {
  if (step.draft.updateTool(call.toolCallId, change)) return;
  const place = { key: nextKey(step, `call:${call.toolCallId}`), at };
  step.draft.add(change(toolRow(place, call.toolCallId, call.toolName, call.args ?? {})));
}

function finishedTool(row: ToolRow, event: EventOf<"tool_execution_end">, at: number): ToolRow {
  const durationMs = event.durationMs ?? (row.startedAt === undefined ? undefined : at - row.startedAt);
  const state = event.isError ? "failed" : "done";
  return { ...row, state, result: event.result, ...(durationMs === undefined ? {} : { durationMs }) };
}

/** Nothing of this run goes on: what was under way is over. */
export function runEnded(step: Step, at: number): void {
  endThinking(step, at);
  step.draft.updateOpen((row) => {
    const open = row.kind === "tool" && (row.state === "waiting" || row.state === "running");
    return open ? { ...row, state: "stopped" } : row;
  });
  step.live = { ...step.live, answer: null };
}

/** Compaction itself comes as an entry; only what went wrong is said here. */
function compactionEnded(step: Step, event: EventOf<"compaction_end">, at: number): void {
  if (event.errorMessage) notice(step, at, "error", event.errorMessage);
}

/** Follows the server's queue, to know which user messages come out of it. */
export function queueChanged(step: Step, queue: readonly string[]): void {
  const left = step.live.queue.slice();
  for (const text of queue) {
    const index = left.indexOf(text);
    if (index >= 0) left.splice(index, 1);
    else withdrawBubble(step, text);
  }
  step.live = { ...step.live, queue, dequeued: [...step.live.dequeued, ...left].slice(-100) };
}

/** A message sent while the panel thought the agent idle went into the queue: it is shown there. */
function withdrawBubble(step: Step, text: string): void {
  const bubble = step.draft.pendingBubbles().find((candidate) => candidate.text === text);
  if (bubble) step.draft.removeBubble(bubble.key);
}
