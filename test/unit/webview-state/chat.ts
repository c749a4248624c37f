/** Builders for reducer tests: a chat, snapshots, batches, entries, and the transcript as plain facts. */
import { initialState } from "../../../extension/broker/state.ts";
import type { ChatState, PanelRecord, SnapshotMessage } from "../../../extension/panel/messages.ts";
import type { SessionEntry } from "../../../server/protocol/entry.ts";
import type { AssistantMessageEvent, RpcEvent } from "../../../server/protocol/event.ts";
import type { AssistantMessage, Usage } from "../../../server/protocol/message.ts";
import { initialView, type ViewState } from "../../../webview/state/model.ts";
import { reduce } from "../../../webview/state/reducer.ts";
import type { Row } from "../../../webview/state/transcript.ts";

export const usage: Usage = {
  input: 10,
  output: 5,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 15,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.01 },
};

export function chatState(patch: Partial<ChatState> = {}): ChatState {
  const identity = { chatId: "chat", place: "sideBar", folder: { name: "app", path: "/app" } } as const;
  return {
    ...initialState(identity, 0),
    agent: { phase: "ready", since: 0 },
    session: { id: "session" },
    ...patch,
  };
}

export function snapshot(patch: Partial<SnapshotMessage> = {}): SnapshotMessage {
  const entries = patch.entries ?? [];
  const leafId = entries.at(-1)?.id ?? null;
  return {
    type: "snapshot",
    seq: 1,
    state: chatState(),
    entries,
    leafId,
    olderCount: 0,
    records: [],
    draft: null,
    ...patch,
  };
}

export function open(patch: Partial<SnapshotMessage> = {}): ViewState {
  return reduce(initialView, { type: "host", message: snapshot(patch) });
}

/** Sends records as one batch that follows what the view has. */
export function push(view: ViewState, ...records: PanelRecord[]): ViewState {
  const message = { type: "batch" as const, from: view.seq, to: view.seq + records.length, records };
  return reduce(view, { type: "host", message });
}

export function event(event: RpcEvent, at = 1000): PanelRecord {
  return { kind: "event", at, event };
}

export function update(assistantMessageEvent: AssistantMessageEvent, at = 1000): PanelRecord {
  return event({ type: "message_update", usage, assistantMessageEvent }, at);
}

export function assistant(patch: Partial<AssistantMessage> = {}): AssistantMessage {
  const base = { role: "assistant" as const, api: "a", provider: "p", model: "m", usage, timestamp: 500 };
  return { ...base, content: [], stopReason: "stop", ...patch };
}

/** Entries one after the other, with ids and times of their own. */
export function chain(...bodies: Record<string, unknown>[]): SessionEntry[] {
  return bodies.map(
    (body, index) =>
      ({
        id: `e${index}`,
        parentId: index === 0 ? null : `e${index - 1}`,
        timestamp: new Date(index * 1000).toISOString(),
        ...body,
      }) as unknown as SessionEntry,
  );
}

export function rowsOf(view: ViewState): Row[] {
  return view.transcript.turns.flatMap(({ rows }) => rows);
}

/** What a row says, without keys and times. */
export function fact(row: Row): string {
  switch (row.kind) {
    case "user":
    case "text":
    case "thinking":
    case "notice":
      return `${row.kind}: ${row.text}`;
    case "tool":
      return `tool: ${row.name} ${JSON.stringify(row.args)} ${row.state} ${JSON.stringify(row.result?.content ?? null)}`;
    case "bash":
      return `bash: ${row.command} ${row.state} ${row.output}`;
    case "error":
      return `error: ${row.stopReason} ${row.message}`;
    case "compaction":
    case "branchSummary":
      return `${row.kind}: ${row.summary}`;
    case "change":
      return `change: ${row.what} ${row.to}`;
    case "custom":
      return `custom: ${row.customType} ${JSON.stringify(row.content)} ${JSON.stringify(row.data)}`;
    case "answer":
      return `answer: ${row.title}`;
    case "unknown":
      return `unknown: ${row.what} ${row.name}`;
  }
}

export function factsOf(view: ViewState): string[] {
  return rowsOf(view).map(fact);
}
