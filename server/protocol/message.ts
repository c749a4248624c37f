/** Messages and their content blocks (protocol page, "Types"; session-file notes, "Message roles"). */
import { type Static, Type } from "typebox";

export const TextContentSchema = Type.Object({ type: Type.Literal("text"), text: Type.String() });
export type TextContent = Static<typeof TextContentSchema>;

export const ThinkingContentSchema = Type.Object({ type: Type.Literal("thinking"), thinking: Type.String() });
export type ThinkingContent = Static<typeof ThinkingContentSchema>;

export const ImageContentSchema = Type.Object({
  type: Type.Literal("image"),
  data: Type.String({ minLength: 1, description: "base64, without a data: prefix" }),
  mimeType: Type.String({ minLength: 1 }),
});
export type ImageContent = Static<typeof ImageContentSchema>;

export const ToolCallSchema = Type.Object({
  type: Type.Literal("toolCall"),
  id: Type.String(),
  name: Type.String(),
  arguments: Type.Record(Type.String(), Type.Unknown()),
});
export type ToolCall = Static<typeof ToolCallSchema>;

/** What users, tools and agent extensions write: text and images. */
export const ContentSchema = Type.Array(Type.Union([TextContentSchema, ImageContentSchema]));
const textOrContent = () => Type.Union([Type.String(), ContentSchema]);

export const UsageSchema = Type.Object({
  input: Type.Number({ description: "Tokens" }),
  output: Type.Number(),
  cacheRead: Type.Number(),
  cacheWrite: Type.Number(),
  totalTokens: Type.Number(),
  cost: Type.Object({
    input: Type.Number({ description: "USD" }),
    output: Type.Number(),
    cacheRead: Type.Number(),
    cacheWrite: Type.Number(),
    total: Type.Number(),
  }),
});
/** Token counts; `cost` in USD. Zero-filled on every assistant message. */
export type Usage = Static<typeof UsageSchema>;

export const StopReasonSchema = Type.Enum(["pending", "stop", "length", "toolUse", "error", "aborted"] as const);
/** `pending` only on message_start; a completed message never carries it. */
export type StopReason = Static<typeof StopReasonSchema>;

const timestamp = () => Type.Number({ description: "Milliseconds since 1970" });

export const UserMessageSchema = Type.Object({
  role: Type.Literal("user"),
  content: textOrContent(),
  timestamp: timestamp(),
});
export type UserMessage = Static<typeof UserMessageSchema>;

export const AssistantMessageSchema = Type.Object({
  role: Type.Literal("assistant"),
  content: Type.Array(Type.Union([TextContentSchema, ThinkingContentSchema, ToolCallSchema])),
  api: Type.String(),
  provider: Type.String(),
  model: Type.String(),
  usage: UsageSchema,
  stopReason: StopReasonSchema,
  errorMessage: Type.Optional(Type.String()),
  endTurn: Type.Optional(Type.Boolean()),
  timestamp: timestamp(),
});
export type AssistantMessage = Static<typeof AssistantMessageSchema>;

export const ToolResultMessageSchema = Type.Object({
  role: Type.Literal("toolResult"),
  toolCallId: Type.String(),
  toolName: Type.String(),
  content: ContentSchema,
  details: Type.Optional(Type.Unknown()),
  isError: Type.Boolean(),
  timestamp: timestamp(),
});
export type ToolResultMessage = Static<typeof ToolResultMessageSchema>;

export const BashExecutionMessageSchema = Type.Object({
  role: Type.Literal("bashExecution"),
  command: Type.String(),
  output: Type.String(),
  exitCode: Type.Optional(Type.Number({ description: "Absent when cancelled" })),
  cancelled: Type.Boolean(),
  truncated: Type.Boolean(),
  fullOutputPath: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  excludeFromContext: Type.Optional(Type.Boolean()),
  timestamp: timestamp(),
});
export type BashExecutionMessage = Static<typeof BashExecutionMessageSchema>;

export const CustomMessageSchema = Type.Object({
  role: Type.Literal("custom"),
  customType: Type.String(),
  content: textOrContent(),
  display: Type.Boolean(),
  details: Type.Optional(Type.Unknown()),
  timestamp: timestamp(),
});
export type CustomMessage = Static<typeof CustomMessageSchema>;

export const BranchSummaryMessageSchema = Type.Object({
  role: Type.Literal("branchSummary"),
  summary: Type.String(),
  fromId: Type.String(),
  timestamp: timestamp(),
});
export type BranchSummaryMessage = Static<typeof BranchSummaryMessageSchema>;

/** Bookkeeping of what the model was told at the start: among the entries only, never in messages or events. */
export const SystemMessageSchema = Type.Object({ role: Type.Literal("system"), content: textOrContent() });

export const AgentMessageSchema = Type.Union([
  UserMessageSchema,
  AssistantMessageSchema,
  ToolResultMessageSchema,
  BashExecutionMessageSchema,
  CustomMessageSchema,
  BranchSummaryMessageSchema,
]);
export type AgentMessage = Static<typeof AgentMessageSchema>;
