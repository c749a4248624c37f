import type { MessageEntry, SessionEntry } from "../../server/protocol/entry.ts";
import type { RpcEvent } from "../../server/protocol/event.ts";
import type { AgentMessage } from "../../server/protocol/message.ts";
import type { PanelRecord } from "../panel/messages.ts";
import { RecordList } from "./records.ts";

/** How many lines of the host's own (notices, answered requests) outlive the entries around them. */
const MAX_REMARKS = 200;

/** A message of the stream is known again in its entry by role and time, a tool's result by its call. */
function messageKey(message: AgentMessage | MessageEntry["message"]): string {
  // Entries of other agents may hold anything.
  if (!message) return "";
  return message.role === "toolResult" ? toolKey(message.toolCallId) : keyOf(message.role, message.timestamp);
}

function toolKey(callId: string): string {
  return keyOf("tool", callId);
}

function keyOf(...parts: unknown[]): string {
  return JSON.stringify(parts);
}

/**
 * What happened since the last settled entry, so that a panel which comes back is brought to the same
 * picture. Once an entry has settled, the events it stands for leave.
 */
export class ReplayLog {
  #list = new RecordList();

  get records(): readonly PanelRecord[] {
    return this.#list.records;
  }

  /** Notes a record; state is not kept, as every snapshot carries the whole of it. */
  push(record: PanelRecord): void {
    if (record.kind === "event" || record.kind === "notice" || record.kind === "requestDone") this.#list.push(record);
  }

  clear(): void {
    this.#list.clear();
  }

  /** Drops the events of what `entries` hold. Frames of a message that still streams stay, whatever settles before. */
  settle(entries: readonly SessionEntry[]): void {
    const settled = new Set<string>();
    for (const entry of entries) if (entry.type === "message") settled.add(messageKey(entry.message));
    if (settled.size > 0) this.#dropSettled(settled);
    this.#limitRemarks();
  }

  /** At the end of a run nothing streams any more: only remarks are kept. */
  endRun(): void {
    this.#list.filter((record) => record.kind !== "event" || record.event.type === "bash_execution_update");
    this.#limitRemarks();
  }

  /** A direct bash run has settled in its entry, or was refused. */
  endBash(id: string): void {
    this.#list.filter(
      (record) => record.kind !== "event" || record.event.type !== "bash_execution_update" || record.event.id !== id,
    );
  }

  #dropSettled(settled: ReadonlySet<string>): void {
    // A message streams between its start and its end; assistant messages never overlap one another.
    const frames = endedFrames(this.#list.records, settled);
    this.#list.filter((record) => {
      if (record.kind !== "event") return true;
      const event = record.event;
      if ("toolCallId" in event) return !settled.has(toolKey(event.toolCallId));
      if (event.type === "turn_end") return !settled.has(messageKey(event.message));
      return !frames.has(record);
    });
  }

  #limitRemarks(): void {
    let surplus = this.#list.records.filter((record) => record.kind !== "event").length - MAX_REMARKS;
    if (surplus > 0) this.#list.filter((record) => record.kind === "event" || surplus-- <= 0);
  }
}

/** The records from message_start to message_end of every settled message. */
function endedFrames(records: readonly PanelRecord[], settled: ReadonlySet<string>): Set<PanelRecord> {
  const frames = new Set<PanelRecord>();
  let open: PanelRecord[] = [];
  for (const record of records) {
    if (record.kind !== "event") continue;
    const event: RpcEvent = record.event;
    if (event.type === "message_start") open = [record];
    else if (event.type === "message_update") open.push(record);
    else if (event.type === "message_end") {
      open.push(record);
      if (settled.has(messageKey(event.message))) for (const frame of open) frames.add(frame);
      open = [];
    }
  }
  return frames;
}
