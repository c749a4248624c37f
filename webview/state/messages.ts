/** Message events → turns and answers. */
import type { RpcEvent } from "../../server/protocol/event.ts";
import type { AgentMessage, AssistantMessage, Usage, UserMessage } from "../../server/protocol/message.ts";
import { applyDelta } from "./deltas.ts";
import { endStreaming, messageKey, type Step } from "./live.ts";
import { assistantRows, otherMessageRows, textOf, userRow, withResult } from "./rows.ts";

export function messageStarted(step: Step, message: AgentMessage, at: number): void {
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
  step.live = { ...step.live, answer: { key, timestamp } };
  const { provider = "", model = "" } = message ?? {};
  step.draft.setAnswer({ key, provider, model, usage: null }, message ? assistantRows({ key, at }, message) : []);
  return key;
}

export function messageUpdated(step: Step, event: Extract<RpcEvent, { type: "message_update" }>, at: number): void {
  const key = step.live.answer?.key ?? answerStarted(step, at, null, at);
  const delta = event.assistantMessageEvent;
  if ("contentIndex" in delta) applyDelta(step, delta, { key: `${key}/${delta.contentIndex}`, at });
  const answer = step.draft.answer(key);
  if (answer && isNews(answer.usage, event.usage)) step.draft.setUsage(key, event.usage);
}

function isNews(before: Usage | null, after: Usage | undefined): after is Usage {
  return (
    after !== undefined && (before?.totalTokens !== after.totalTokens || before?.cost?.total !== after.cost?.total)
  );
}

export function messageEnded(step: Step, message: AgentMessage, at: number): void {
  if (message.role === "assistant") answerEnded(step, message, at);
  else if (message.role === "toolResult") step.draft.updateTool(message.toolCallId, (row) => withResult(row, message));
  else if (message.role !== "user") {
    const key = messageKey(step, message.role, message.timestamp);
    step.draft.add(...otherMessageRows({ key, at }, message));
    const unsettled = [...step.live.unsettled, { role: message.role, timestamp: message.timestamp, key }];
    step.live = { ...step.live, unsettled };
  }
}

function answerEnded(step: Step, message: AssistantMessage, at: number): void {
  const key = step.live.answer?.key ?? answerStarted(step, message.timestamp, message, at);
  const { provider, model, usage, timestamp } = message;
  endStreaming(step, at);
  step.draft.setAnswer(
    { key, provider, model, usage: usage ?? null, endedAt: at },
    assistantRows({ key, at }, message),
  );
  const unsettled = [...step.live.unsettled, { role: "assistant", timestamp, key }];
  step.live = { ...step.live, answer: null, unsettled };
}
