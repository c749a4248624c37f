/** The deltas of a streaming answer → its rows. */
import type { AssistantMessageEvent } from "../../server/protocol/event.ts";
import type { Step } from "./live.ts";
import { argsOf, toolRow, words } from "./rows.ts";
import type { Row, TextRow, ThinkingRow, ToolRow } from "./transcript.ts";

export type Delta = Extract<AssistantMessageEvent, { contentIndex: number }>;
type Place = { key: string; at: number };
type Handlers = { [T in Delta["type"]]: (step: Step, delta: Extract<Delta, { type: T }>, place: Place) => void };

const handlers: Handlers = {
  text_start: (step, _, place) => writeText(step, place, (text) => text, true),
  text_delta: (step, { delta }, place) => writeText(step, place, (text) => text + words(delta), true),
  text_end: (step, { content }, place) => writeText(step, place, (text) => words(content ?? text), false),
  thinking_start: (step, _, place) => writeThinking(step, place, (text) => text, true),
  thinking_delta: (step, { delta }, place) => writeThinking(step, place, (text) => text + words(delta), true),
  thinking_end: (step, { content }, place) => writeThinking(step, place, (text) => words(content ?? text), false),
  toolcall_start: (step, delta, place) => {
    // Some servers say the name at once.
    const { id, toolName } = delta as { id?: string; toolName?: string };
    writeTool(step, place, (row) => ({ ...row, callId: words(id ?? row.callId), name: words(toolName ?? row.name) }));
  },
  toolcall_delta: (step, { delta }, place) =>
    writeTool(step, place, (row) => ({ ...row, argsText: row.argsText + words(delta) })),
  toolcall_end: (step, { toolCall: { id, name, arguments: args } }, place) =>
    writeTool(step, place, (row) => ({
      ...row,
      callId: words(id),
      name: words(name),
      args: argsOf(args),
      argsText: "",
    })),
};

/** Applies one delta to the row of its block. A kind that is unknown changes nothing; message_end tells the whole. */
export function applyDelta(step: Step, delta: Delta, place: Place): void {
  const handler = handlers[delta.type] as ((step: Step, delta: Delta, place: Place) => void) | undefined;
  handler?.(step, delta, place);
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
