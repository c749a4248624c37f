/**
 * The transcript as it is drawn: turns of rows. One row is one thing a reader sees: a message, a
 * stretch of text, a tool call with its result, a change of model. Rows are immutable, and keep
 * their key from the first delta to the settled entry, so that the view keeps its elements.
 */
import type { RequestOutcome } from "../../extension/panel/messages.ts";
import type { CompactionStats, SessionEntry } from "../../server/protocol/entry.ts";
import type { ToolResult } from "../../server/protocol/event.ts";
import type { ImageContent, StopReason, TextContent, Usage } from "../../server/protocol/message.ts";

interface RowBase {
  /** Unique in the transcript, and stable. */
  key: string;
  /** The settled entry this row stands for; absent while it is live. */
  entryId?: string;
  /** ms since the epoch. */
  at: number;
  /** Bytes that the host left out (see `Clipped`). */
  clipped?: number;
}

export interface UserRow extends RowBase {
  kind: "user";
  text: string;
  images: ImageContent[];
  /** Set while it is this panel's own bubble, not yet answered for by the server. */
  pending?: { clientMessageId: string; accepted: boolean };
}
export interface TextRow extends RowBase {
  kind: "text";
  text: string;
  streaming: boolean;
}
export interface ThinkingRow extends RowBase {
  kind: "thinking";
  text: string;
  streaming: boolean;
  /** ms; absent when nobody saw it happen. */
  startedAt?: number;
  endedAt?: number;
}
/** `waiting`: its arguments still arrive, or it stands behind others. `stopped`: the run ended before it did. */
export type ToolState = "waiting" | "running" | "done" | "failed" | "stopped";
export interface ToolRow extends RowBase {
  kind: "tool";
  callId: string;
  name: string;
  args: Record<string, unknown>;
  /** The arguments' JSON as far as it has arrived; "" once `args` holds them. */
  argsText: string;
  state: ToolState;
  /** What it has put out so far, or in the end. */
  result: ToolResult | null;
  /** The entry of the result message. */
  resultEntryId?: string;
  resultAt?: number;
  /** Bytes left out of the arguments; `clipped` is of the result. */
  clippedArgs?: number;
  startedAt?: number;
  /** ms. */
  durationMs?: number;
}
/** An answer that ended badly. `attempt`: it was tried again afterwards. */
export interface ErrorRow extends RowBase {
  kind: "error";
  stopReason: StopReason | (string & {});
  message: string;
  provider: string;
  model: string;
  attempt: boolean;
}
/** A direct bash command of the person, not of the model. */
export interface BashRow extends RowBase {
  kind: "bash";
  command: string;
  output: string;
  state: "running" | "done" | "failed" | "stopped";
  exitCode?: number;
  truncated: boolean;
  fullOutputPath?: string;
  excludeFromContext: boolean;
  /** Ties deltas to their command. */
  bashId?: string | number;
  durationMs?: number;
}
export interface CompactionRow extends RowBase {
  kind: "compaction";
  /** The text that is kept; the host may have clipped it. */
  summary: string;
  tokensBefore: number;
  stats?: CompactionStats;
}
export interface BranchSummaryRow extends RowBase {
  kind: "branchSummary";
  summary: string;
  fromId: string;
}
export interface ChangeRow extends RowBase {
  kind: "change";
  what: "model" | "thinking" | "label" | "name";
  from?: string;
  to: string;
}
export interface CustomRow extends RowBase {
  kind: "custom";
  customType: string;
  /** Content of a message that an agent extension shows; null for its own state. */
  content: string | (TextContent | ImageContent)[] | null;
  data: unknown;
}
export interface NoticeRow extends RowBase {
  kind: "notice";
  level: "info" | "warning" | "error";
  text: string;
}
export interface AnswerRow extends RowBase {
  kind: "answer";
  title: string;
  outcome: RequestOutcome;
}
/** Something this panel has no drawing for: shown by name, opened as data. */
export interface UnknownRow extends RowBase {
  kind: "unknown";
  what: "event" | "entry" | "block" | "role";
  name: string;
  data: unknown;
}
export type Row =
  | UserRow
  | TextRow
  | ThinkingRow
  | ToolRow
  | ErrorRow
  | BashRow
  | CompactionRow
  | BranchSummaryRow
  | ChangeRow
  | CustomRow
  | NoticeRow
  | AnswerRow
  | UnknownRow;
export type RowKind = Row["kind"];

/** One answer of the model, as far as it is known. */
export interface Answer {
  /** The keys of its rows start with this and a slash. */
  key: string;
  provider: string;
  model: string;
  usage: Usage | null;
  /** ms since the epoch; `endedAt` is absent while it streams. */
  endedAt?: number;
}

/** A user message and all that follows it up to the next. The first turn of a session may have no message. */
export interface Turn {
  key: string;
  rows: readonly Row[];
  answers: readonly Answer[];
}

export interface Transcript {
  turns: readonly Turn[];
  /** The settled entries of the active path that this panel holds, oldest first. */
  entries: readonly SessionEntry[];
  leafId: string | null;
  /** Entries of the active path that are older than these; `query older` brings them. */
  olderCount: number;
  /** Labels by the id of the entry they were given to. */
  labels: Readonly<Record<string, string>>;
  /** Notices and answered requests from before the oldest entry here; an older page takes them in. */
  earlier: readonly Row[];
}

export const emptyTranscript: Transcript = {
  turns: [],
  entries: [],
  leafId: null,
  olderCount: 0,
  labels: {},
  earlier: [],
};

/** Whether a conversation has begun: somebody said or ran something. */
export function hasConversation(transcript: Transcript): boolean {
  const quiet: RowKind[] = ["change", "custom", "notice"];
  return (
    transcript.olderCount > 0 || transcript.turns.some((turn) => turn.rows.some((row) => !quiet.includes(row.kind)))
  );
}
