/** What each command answers with (protocol page, "Response" of each command). */
import { type Static, type TSchema, Type } from "typebox";
import type { CommandId, CommandName } from "./command.ts";
import { CompactionResultSchema, SessionEntrySchema, type TreeNode, TreeNodeSchema } from "./entry.ts";
import { AgentMessageSchema } from "./message.ts";
import { AuthStatusSchema, ModelSchema, ThinkingLevelSchema } from "./model.ts";

const text = () => Type.String();
const optionalText = () => Type.Optional(Type.String());
const count = () => Type.Number();
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const none = () => Type.Undefined();
const cancellable = () => Type.Object({ cancelled: Type.Boolean() });
const models = () => Type.Array(ModelSchema);

export const QueueModeSchema = Type.Enum(["all", "one-at-a-time"] as const);
export type QueueMode = Static<typeof QueueModeSchema>;

export const SessionStateSchema = Type.Object({
  model: nullable(ModelSchema),
  thinkingLevel: ThinkingLevelSchema,
  isStreaming: Type.Boolean(),
  isCompacting: Type.Boolean(),
  steeringMode: QueueModeSchema,
  followUpMode: QueueModeSchema,
  sessionFile: Type.Optional(Type.String({ description: "Absent with --no-session" })),
  sessionId: text(),
  sessionName: optionalText(),
  autoCompactionEnabled: Type.Boolean(),
  messageCount: count(),
  pendingMessageCount: count(),
});
export type SessionState = Static<typeof SessionStateSchema>;

export const SessionStatsSchema = Type.Object({
  sessionFile: optionalText(),
  sessionId: text(),
  userMessages: count(),
  assistantMessages: count(),
  toolCalls: count(),
  toolResults: count(),
  totalMessages: count(),
  tokens: Type.Object({ input: count(), output: count(), cacheRead: count(), cacheWrite: count(), total: count() }),
  cost: Type.Number({ description: "USD" }),
  contextUsage: Type.Optional(
    Type.Object({ tokens: nullable(Type.Number()), contextWindow: count(), percent: nullable(Type.Number()) }),
  ),
});
/** Token and cost totals; cost in USD. contextUsage is absent without a model or window; its numbers are null when unknown. */
export type SessionStats = Static<typeof SessionStatsSchema>;

export const BashResultSchema = Type.Object({
  output: text(),
  exitCode: Type.Optional(Type.Number({ description: "Absent when cancelled" })),
  cancelled: Type.Boolean(),
  truncated: Type.Boolean(),
  fullOutputPath: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: "Present when truncated; null when no file could be written",
    }),
  ),
});
export type BashResult = Static<typeof BashResultSchema>;

export const SlashCommandSchema = Type.Object({
  name: text(),
  description: optionalText(),
  source: Type.Enum(["extension", "prompt", "skill"] as const),
  location: Type.Optional(Type.Enum(["user", "project", "path"] as const)),
  path: optionalText(),
  argumentHint: optionalText(),
  sourceInfo: Type.Optional(Type.Unknown()),
});
/** A command, prompt template or skill that `prompt` runs as `/name`. */
export type SlashCommand = Static<typeof SlashCommandSchema>;

export const SessionListItemSchema = Type.Object({
  path: text(),
  id: text(),
  cwd: text(),
  name: optionalText(),
  parentSession: optionalText(),
  created: Type.String({ description: "ISO 8601" }),
  modified: Type.String({ description: "ISO 8601" }),
  messageCount: count(),
  firstMessage: Type.String({ description: "The beginning of what the person said first" }),
});
export type SessionListItem = Static<typeof SessionListItemSchema>;

export const CapabilitiesSchema = Type.Object({
  protocolVersion: count(),
  serverName: text(),
  serverVersion: text(),
  commands: Type.Array(Type.String(), { description: "Commands beyond the protocol page" }),
  events: Type.Array(Type.String(), { description: "Events beyond the protocol page" }),
});
export type Capabilities = Static<typeof CapabilitiesSchema>;

/** `data` of each command's success response; undefined where the response carries none. */
export const responseSchemas = {
  prompt: none(),
  steer: none(),
  follow_up: none(),
  abort: none(),
  clear_queue: Type.Object({ steering: Type.Array(Type.String()), followUp: Type.Array(Type.String()) }),
  new_session: cancellable(),
  get_state: SessionStateSchema,
  get_messages: Type.Object({ messages: Type.Array(AgentMessageSchema) }),
  set_model: ModelSchema,
  cycle_model: nullable(
    Type.Object({ model: ModelSchema, thinkingLevel: ThinkingLevelSchema, isScoped: Type.Boolean() }),
  ),
  get_available_models: Type.Object({ models: models(), scopedModels: Type.Optional(models()) }),
  logout_provider: Type.Object({
    provider: text(),
    authStatus: AuthStatusSchema,
    models: models(),
    scopedModels: Type.Optional(models()),
  }),
  set_thinking_level: Type.Union([
    Type.Object({ level: ThinkingLevelSchema, provider: optionalText(), modelId: optionalText() }),
    Type.Undefined(),
  ]),
  cycle_thinking_level: nullable(Type.Object({ level: ThinkingLevelSchema })),
  get_available_thinking_levels: Type.Object({ levels: Type.Array(ThinkingLevelSchema) }),
  set_steering_mode: none(),
  set_follow_up_mode: none(),
  compact: CompactionResultSchema,
  set_auto_compaction: none(),
  set_auto_retry: none(),
  abort_retry: none(),
  bash: BashResultSchema,
  abort_bash: none(),
  get_session_stats: SessionStatsSchema,
  export_html: Type.Object({ path: text() }),
  switch_session: cancellable(),
  fork: Type.Object({ text: text(), cancelled: Type.Boolean() }),
  clone: cancellable(),
  get_fork_messages: Type.Object({ messages: Type.Array(Type.Object({ entryId: text(), text: text() })) }),
  get_entries: Type.Object({ entries: Type.Array(SessionEntrySchema), leafId: nullable(Type.String()) }),
  get_tree: Type.Object({
    tree: Type.Unsafe<TreeNode[]>(Type.Array(TreeNodeSchema)),
    leafId: nullable(Type.String()),
  }),
  get_last_assistant_text: Type.Object({ text: nullable(Type.String()) }),
  set_session_name: none(),
  get_commands: Type.Object({ commands: Type.Array(SlashCommandSchema) }),

  // ---- beyond the page ----
  get_capabilities: CapabilitiesSchema,
  navigate_tree: Type.Object({ cancelled: Type.Boolean(), editorText: optionalText() }),
  set_label: none(),
  list_sessions: Type.Object({ sessions: Type.Array(SessionListItemSchema) }),
  abort_compaction: none(),
  login_provider: Type.Object({ provider: text(), authStatus: AuthStatusSchema, models: models() }),
} as const satisfies Record<CommandName, TSchema>;

export type ResponseData = { [N in CommandName]: Static<(typeof responseSchemas)[N]> };

/** One response for each command. `command` is "parse" for a record that is no command. */
export type RpcResponse<N extends CommandName = CommandName> =
  | { type: "response"; command: N; success: true; id?: CommandId; data?: ResponseData[N] }
  | { type: "response"; command: string; success: false; id?: CommandId; error: string };
