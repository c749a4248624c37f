/** What each command answers with (protocol page, "Response" of each command). */
import type { CommandId, CommandName } from "./command.ts";
import type { CompactionResult, SessionEntry, TreeNode } from "./entry.ts";
import type { AgentMessage } from "./message.ts";
import type { AuthStatus, Model, ThinkingLevel } from "./model.ts";

export type QueueMode = "all" | "one-at-a-time";

export interface SessionState {
  model: Model | null;
  thinkingLevel: ThinkingLevel;
  isStreaming: boolean;
  isCompacting: boolean;
  steeringMode: QueueMode;
  followUpMode: QueueMode;
  /** Absent with --no-session. */
  sessionFile?: string;
  sessionId: string;
  sessionName?: string;
  autoCompactionEnabled: boolean;
  messageCount: number;
  pendingMessageCount: number;
}

/** Token and cost totals; cost in USD. contextUsage is absent without a model or window; its numbers are null when unknown. */
export interface SessionStats {
  sessionFile?: string;
  sessionId: string;
  userMessages: number;
  assistantMessages: number;
  toolCalls: number;
  toolResults: number;
  totalMessages: number;
  tokens: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
  cost: number;
  contextUsage?: { tokens: number | null; contextWindow: number; percent: number | null };
}

export interface BashResult {
  output: string;
  /** Absent when cancelled. */
  exitCode?: number;
  cancelled: boolean;
  truncated: boolean;
  /** Present when truncated; null when no file could be written. */
  fullOutputPath?: string | null;
}

/** A command, prompt template or skill that `prompt` runs as `/name`. */
export interface SlashCommand {
  name: string;
  description?: string;
  source: "extension" | "prompt" | "skill";
  location?: "user" | "project" | "path";
  path?: string;
  argumentHint?: string;
  sourceInfo?: unknown;
}

export interface SessionListItem {
  path: string;
  id: string;
  cwd: string;
  name?: string;
  parentSession?: string;
  /** ISO 8601. */
  created: string;
  modified: string;
  messageCount: number;
  firstMessage: string;
}

export interface Capabilities {
  protocolVersion: number;
  serverName: string;
  serverVersion: string;
  /** Commands and events beyond the protocol page. */
  commands: string[];
  events: string[];
}

interface Cancellable {
  cancelled: boolean;
}

/** `data` of each command's success response; `undefined` where the response carries none. */
export interface ResponseData {
  prompt: undefined;
  steer: undefined;
  follow_up: undefined;
  abort: undefined;
  clear_queue: { steering: string[]; followUp: string[] };
  new_session: Cancellable;
  get_state: SessionState;
  get_messages: { messages: AgentMessage[] };
  set_model: Model;
  cycle_model: { model: Model; thinkingLevel: ThinkingLevel; isScoped: boolean } | null;
  get_available_models: { models: Model[]; scopedModels?: Model[] };
  logout_provider: { provider: string; authStatus: AuthStatus; models: Model[]; scopedModels?: Model[] };
  set_thinking_level: { level: ThinkingLevel; provider?: string; modelId?: string } | undefined;
  cycle_thinking_level: { level: ThinkingLevel } | null;
  get_available_thinking_levels: { levels: ThinkingLevel[] };
  set_steering_mode: undefined;
  set_follow_up_mode: undefined;
  compact: CompactionResult;
  set_auto_compaction: undefined;
  set_auto_retry: undefined;
  abort_retry: undefined;
  bash: BashResult;
  abort_bash: undefined;
  get_session_stats: SessionStats;
  export_html: { path: string };
  switch_session: Cancellable;
  fork: { text: string; cancelled: boolean };
  clone: Cancellable;
  get_fork_messages: { messages: { entryId: string; text: string }[] };
  get_entries: { entries: SessionEntry[]; leafId: string | null };
  get_tree: { tree: TreeNode[]; leafId: string | null };
  get_last_assistant_text: { text: string | null };
  set_session_name: undefined;
  get_commands: { commands: SlashCommand[] };
  get_capabilities: Capabilities;
  navigate_tree: { cancelled: boolean; editorText?: string };
  set_label: undefined;
  list_sessions: { sessions: SessionListItem[] };
  abort_compaction: undefined;
  login_provider: { provider: string; authStatus: AuthStatus; models: Model[] };
}

/** One response for each command. `command` is "parse" for a record that is no command. */
export type RpcResponse<N extends CommandName = CommandName> =
  | { type: "response"; command: N; success: true; id?: CommandId; data?: ResponseData[N] }
  | { type: "response"; command: string; success: false; id?: CommandId; error: string };
