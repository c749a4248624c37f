/** Lists of panel records in which neighbours that say the same are one. */
import type { RpcEvent } from "../../server/protocol/event.ts";
import type { PanelRecord } from "../panel/messages.ts";
import { cutText, jsonBytes } from "./clip.ts";

/** A merged delta does not grow past this many UTF-16 units. */
export const MAX_DELTA = 16 * 1024;

type EventRecord = Extract<PanelRecord, { kind: "event" }>;
type MessageUpdate = Extract<RpcEvent, { type: "message_update" }>;
type DeltaEvent = Extract<MessageUpdate["assistantMessageEvent"], { delta: string }>;

function isDelta(event: MessageUpdate["assistantMessageEvent"]): event is DeltaEvent {
  return "delta" in event && typeof event.delta === "string";
}

/** Cuts one delta that is larger than a panel message may be into several; joined they are the same. */
export function splitLargeDelta(event: RpcEvent): RpcEvent[] {
  if (event.type === "message_update" && isDelta(event.assistantMessageEvent)) {
    const inner = event.assistantMessageEvent;
    if (inner.delta.length <= MAX_DELTA) return [event];
    return slices(inner.delta).map((delta) => ({ ...event, assistantMessageEvent: { ...inner, delta } }));
  }
  if (event.type === "bash_execution_update" && event.delta.length > MAX_DELTA) {
    return slices(event.delta).map((delta) => ({ ...event, delta }));
  }
  return [event];
}

function slices(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const part = cutText(text.slice(from), MAX_DELTA);
    parts.push(part);
    from += part.length;
  }
  return parts;
}

/** The one record that stands for `last` and the `next` that follows it, or undefined when they differ. */
function merged(last: PanelRecord, next: PanelRecord): PanelRecord | undefined {
  if (last.kind === "state" && next.kind === "state") {
    return { kind: "state", patch: { ...last.patch, ...next.patch } };
  }
  if (last.kind !== "event" || next.kind !== "event") return undefined;
  const event = mergedEvent(last.event, next.event);
  return event && { kind: "event", at: last.at, event };
}

function mergedEvent(last: RpcEvent, next: RpcEvent): RpcEvent | undefined {
  if (last.type === "message_update" && next.type === "message_update") {
    const a = last.assistantMessageEvent;
    const b = next.assistantMessageEvent;
    if (!isDelta(a) || !isDelta(b) || a.type !== b.type || a.contentIndex !== b.contentIndex) return undefined;
    if (a.delta.length + b.delta.length > MAX_DELTA) return undefined;
    return { ...next, assistantMessageEvent: { ...b, delta: a.delta + b.delta } };
  }
  if (last.type === "bash_execution_update" && next.type === "bash_execution_update") {
    if (last.id !== next.id || last.channel !== next.channel) return undefined;
    if (last.delta.length + next.delta.length > MAX_DELTA) return undefined;
    return { ...last, delta: last.delta + next.delta };
  }
  return undefined;
}

/** Records in order; a delta joins its neighbour, and a tool's newest output replaces its older one. */
export class RecordList {
  #records: PanelRecord[] = [];
  #toolUpdates = new Map<string, EventRecord>();

  get length(): number {
    return this.#records.length;
  }
  get records(): readonly PanelRecord[] {
    return this.#records;
  }

  push(record: PanelRecord): void {
    const last = this.#records.at(-1);
    const joined = last && merged(last, record);
    if (joined) {
      this.#records[this.#records.length - 1] = joined;
      return;
    }
    if (record.kind === "event" && record.event.type === "tool_execution_update") {
      const { toolCallId } = record.event;
      const known = this.#toolUpdates.get(toolCallId);
      if (known) {
        known.event = record.event;
        return;
      }
      const own = { ...record };
      this.#toolUpdates.set(toolCallId, own);
      this.#records.push(own);
      return;
    }
    this.#records.push(record);
  }

  /** Takes records from the front, at least one and no more than `maxBytes` of JSON. */
  take(maxBytes: number): PanelRecord[] {
    let bytes = 0;
    let count = 0;
    for (const record of this.#records) {
      bytes += jsonBytes(record) + 1;
      if (count > 0 && bytes > maxBytes) break;
      count += 1;
    }
    const taken = this.#records.splice(0, count);
    for (const record of taken) this.#forgetUpdate(record);
    return taken;
  }

  /** Keeps only the records that `keep` holds on to. */
  filter(keep: (record: PanelRecord) => boolean): void {
    this.#records = this.#records.filter((record) => {
      const kept = keep(record);
      if (!kept) this.#forgetUpdate(record);
      return kept;
    });
  }

  clear(): void {
    this.#records = [];
    this.#toolUpdates.clear();
  }

  #forgetUpdate(record: PanelRecord): void {
    if (record.kind === "event" && record.event.type === "tool_execution_update") {
      this.#toolUpdates.delete(record.event.toolCallId);
    }
  }
}
