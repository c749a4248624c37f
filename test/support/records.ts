import { expect } from "vitest";
import type { WireRecord } from "./rpc.ts";

/**
 * A short name of a record: its type, with the role of a message (`message_end:user`), the kind of an update
 * (`update:text_delta`), the outcome of a response (`response:prompt:ok`) or the method of a UI request (`ui:select`).
 */
export function label(record: WireRecord): string {
  switch (record.type) {
    case "response":
      return `response:${record.command}:${record.success ? "ok" : "error"}`;
    case "message_update":
      return `update:${record.assistantMessageEvent?.type}`;
    case "message_start":
    case "message_end":
      return `${record.type}:${record.message?.role}`;
    case "extension_ui_request":
      return `ui:${record.method}`;
    default:
      return record.type;
  }
}

export function labels(records: WireRecord[]): string[] {
  return records.map(label);
}

type Wanted = string | ((record: WireRecord) => boolean);

/** Expects the wanted records (labels or predicates) in this order, others between them allowed. */
export function expectOrder(records: WireRecord[], wanted: Wanted[]): void {
  let at = 0;
  for (const want of wanted) {
    const found = records.findIndex(
      (record, index) => index >= at && (typeof want === "string" ? label(record) === want : want(record)),
    );
    expect(found, `${want} missing at its place in: ${labels(records).join(" ")}`).toBeGreaterThanOrEqual(at);
    at = found + 1;
  }
}

export function count(records: WireRecord[], wanted: string): number {
  return records.filter((record) => label(record) === wanted).length;
}

/** The text blocks of a message, joined. */
export function textOf(message: WireRecord["message"]): string {
  const content = message?.content ?? [];
  if (typeof content === "string") return content;
  return content
    .filter((block: { type: string }) => block.type === "text")
    .map((block: { text: string }) => block.text)
    .join("");
}

/** The message of the last message_end of this role. */
export function lastMessage(records: WireRecord[], role: string): WireRecord["message"] {
  return records.findLast((r) => r.type === "message_end" && r.message?.role === role)?.message;
}

/** Texts of the user messages that were started. */
export function userTexts(records: WireRecord[]): string[] {
  return records.filter((r) => label(r) === "message_start:user").map((r) => textOf(r.message));
}

/** `[role, text]` of each message. */
export function roles(messages: unknown[]): [string, string][] {
  return (messages as WireRecord["message"][]).map((message) => [message.role, textOf(message)]);
}

/** The updates' events, in order. */
export function updates(records: WireRecord[]): WireRecord[] {
  return records.filter((r) => r.type === "message_update").map((r) => r.assistantMessageEvent);
}

/** Joined deltas of one kind (`text_delta`, `thinking_delta`, `toolcall_delta`). */
export function deltas(records: WireRecord[], kind: string): string {
  return updates(records)
    .filter((event) => event.type === kind)
    .map((event) => event.delta)
    .join("");
}
