/** Every event of the protocol page, and those that go beyond it (docs/protocol.md). */
import { type Static, Type } from "typebox";
import { CompactionResultSchema, SessionEntrySchema } from "./entry.ts";
import type { ExtensionUIRequest } from "./extension-ui.ts";
import {
  AgentMessageSchema,
  AssistantMessageSchema,
  ContentSchema,
  ToolCallSchema,
  ToolResultMessageSchema,
  UsageSchema,
} from "./message.ts";
import { ThinkingLevelSchema } from "./model.ts";

const text = () => Type.String();
const count = () => Type.Number();
const contentIndex = () => Type.Number({ description: "Place of the block in the message's content" });
const args = () => Type.Record(Type.String(), Type.Unknown());

export const AssistantMessageEventSchema = Type.Union([
  Type.Object({ type: Type.Literal("text_start"), contentIndex: contentIndex() }),
  Type.Object({ type: Type.Literal("text_delta"), contentIndex: contentIndex(), delta: text() }),
  Type.Object({ type: Type.Literal("text_end"), contentIndex: contentIndex(), content: text() }),
  Type.Object({ type: Type.Literal("thinking_start"), contentIndex: contentIndex() }),
  Type.Object({ type: Type.Literal("thinking_delta"), contentIndex: contentIndex(), delta: text() }),
  Type.Object({ type: Type.Literal("thinking_end"), contentIndex: contentIndex(), content: text() }),
  Type.Object({
    type: Type.Literal("toolcall_start"),
    contentIndex: contentIndex(),
    id: Type.Optional(Type.String()),
    toolName: Type.Optional(Type.String({ description: "Beyond the page: the name, before the arguments are there" })),
  }),
  Type.Object({ type: Type.Literal("toolcall_delta"), contentIndex: contentIndex(), delta: text() }),
  Type.Object({ type: Type.Literal("toolcall_end"), contentIndex: contentIndex(), toolCall: ToolCallSchema }),
  Type.Object({ type: Type.Literal("start") }),
  Type.Object({ type: Type.Literal("done"), reason: Type.Enum(["stop", "length", "toolUse"] as const) }),
  Type.Object({ type: Type.Literal("error"), reason: Type.Enum(["aborted", "error"] as const) }),
]);
export type AssistantMessageEvent = Static<typeof AssistantMessageEventSchema>;

export const ToolResultSchema = Type.Object({ content: ContentSchema, details: Type.Optional(Type.Unknown()) });
/** A tool's result, or in an update what it has put out so far (accumulated, never a delta). */
export type ToolResult = Static<typeof ToolResultSchema>;

export const CompactionReasonSchema = Type.Enum(["manual", "threshold", "overflow"] as const);
export type CompactionReason = Static<typeof CompactionReasonSchema>;

const tool = { toolCallId: text(), toolName: text() };

/** The fields of each event beside `type`. */
export const eventSchemas = {
  agent_start: Type.Object({}),
  agent_end: Type.Object({
    messages: Type.Array(AgentMessageSchema),
    willRetry: Type.Optional(Type.Boolean()),
  }),
  agent_settled: Type.Object({ aborted: Type.Optional(Type.Boolean()) }),
  turn_start: Type.Object({}),
  turn_end: Type.Object({ message: AssistantMessageSchema, toolResults: Type.Array(ToolResultMessageSchema) }),
  message_start: Type.Object({ message: AgentMessageSchema }),
  message_update: Type.Object({
    usage: UsageSchema,
    endTurn: Type.Optional(Type.Boolean()),
    assistantMessageEvent: AssistantMessageEventSchema,
  }),
  message_end: Type.Object({ message: AgentMessageSchema }),
  tool_execution_start: Type.Object({ ...tool, args: args() }),
  tool_execution_update: Type.Object({ ...tool, args: args(), partialResult: ToolResultSchema }),
  tool_execution_end: Type.Object({
    ...tool,
    result: ToolResultSchema,
    isError: Type.Boolean(),
    durationMs: Type.Optional(Type.Number()),
  }),
  bash_execution_update: Type.Object({
    id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
    channel: Type.Enum(["stdout", "stderr"] as const),
    delta: text(),
  }),
  queue_update: Type.Object({ steering: Type.Array(Type.String()), followUp: Type.Array(Type.String()) }),
  compaction_start: Type.Object({ reason: CompactionReasonSchema }),
  compaction_end: Type.Object({
    reason: CompactionReasonSchema,
    result: Type.Union([CompactionResultSchema, Type.Null()]),
    aborted: Type.Boolean(),
    willRetry: Type.Boolean(),
    errorMessage: Type.Optional(Type.String()),
    unresolvedOverflow: Type.Optional(Type.Boolean()),
  }),
  auto_retry_start: Type.Object({ attempt: count(), maxAttempts: count(), delayMs: count(), errorMessage: text() }),
  auto_retry_end: Type.Object({
    success: Type.Boolean(),
    attempt: count(),
    finalError: Type.Optional(Type.String()),
  }),
  summarization_retry_scheduled: Type.Object({
    attempt: count(),
    maxAttempts: count(),
    delayMs: count(),
    errorMessage: text(),
  }),
  summarization_retry_attempt_start: Type.Object({
    source: Type.Enum(["compaction", "branchSummary"] as const),
    reason: Type.Optional(CompactionReasonSchema),
  }),
  summarization_retry_finished: Type.Object({}),
  extension_error: Type.Object({ extensionPath: text(), event: text(), error: text() }),

  // ---- beyond the page: a client must work without them ----
  entry_appended: Type.Object({ entry: SessionEntrySchema }),
  session_info_changed: Type.Object({ name: Type.Optional(Type.String()) }),
  thinking_level_changed: Type.Object({ level: ThinkingLevelSchema }),
  model_changed: Type.Object({ provider: text(), modelId: text() }),
} as const;

export type EventName = keyof typeof eventSchemas;
export type RpcEvent<N extends EventName = EventName> = {
  [K in N]: { type: K } & Static<(typeof eventSchemas)[K]>;
}[N];

/** Every record a server writes that is not a response. */
export type ServerRecord = RpcEvent | ExtensionUIRequest;
