/** Session entries, the nodes of the append-only session tree (get_entries, get_tree). */
import type { AgentMessage, ImageContent, TextContent, Usage } from "./message.ts";

interface EntryBase {
  /** 8 hex characters, unique in the session. */
  id: string;
  /** The entry this one continues; null for a root. */
  parentId: string | null;
  /** ISO 8601. */
  timestamp: string;
}
export interface MessageEntry extends EntryBase {
  type: "message";
  message: AgentMessage;
}
export interface ModelChangeEntry extends EntryBase {
  type: "model_change";
  provider: string;
  modelId: string;
}
export interface ThinkingLevelChangeEntry extends EntryBase {
  type: "thinking_level_change";
  thinkingLevel: string;
}
/** A durable compaction boundary: `summary` (and what is kept) stands for all before it. */
export interface CompactionEntry extends EntryBase {
  type: "compaction";
  summary: string;
  firstKeptEntryId: string | null;
  tokensBefore: number;
  details?: CompactionDetails | Record<string, unknown>;
}
export interface BranchSummaryEntry extends EntryBase {
  type: "branch_summary";
  fromId: string;
  summary: string;
  details?: unknown;
  usage?: Usage;
}
export interface CustomEntry extends EntryBase {
  type: "custom";
  customType: string;
  data?: unknown;
}
export interface CustomMessageEntry extends EntryBase {
  type: "custom_message";
  customType: string;
  content: string | (TextContent | ImageContent)[];
  display: boolean;
  details?: unknown;
}
/** `label` absent: the label of the target is cleared. */
export interface LabelEntry extends EntryBase {
  type: "label";
  targetId: string;
  label?: string;
}
export interface SessionInfoEntry extends EntryBase {
  type: "session_info";
  name?: string;
}
export type SessionEntry =
  | MessageEntry
  | ModelChangeEntry
  | ThinkingLevelChangeEntry
  | CompactionEntry
  | BranchSummaryEntry
  | CustomEntry
  | CustomMessageEntry
  | LabelEntry
  | SessionInfoEntry;

/** get_tree nodes. Deep sessions nest one level an entry: never walk them recursively. */
export interface TreeNode {
  entry: SessionEntry;
  children: TreeNode[];
  label?: string;
  labelTimestamp?: string;
}

/** What was asked of a compaction: share of lines to keep, messages kept whole, and the focus. */
export interface CompactionParameters {
  compression_ratio: number;
  preserve_recent: number;
  query: string;
}
/** Counts of transcript lines and estimated tokens; percentReduction is of tokens. */
export interface CompactionStats {
  linesBefore: number;
  linesDeleted: number;
  linesKept: number;
  rangeCount: number;
  tokensBefore: number;
  tokensAfter: number;
  percentReduction: number;
}
export interface CompactionDetails {
  strategy: "verbatim-lines";
  promptVersion: number;
  parameters: CompactionParameters;
  rung: string;
  stats: CompactionStats;
  backupPath?: string;
}
/** The `compact` response and the `result` of compaction_end. */
export interface CompactionResult {
  compactedText: string;
  firstKeptEntryId: string | null;
  tokensBefore: number;
  promptVersion: number;
  parameters: CompactionParameters;
  rung: string;
  stats: CompactionStats;
  backupPath?: string;
}
