/** Session entries, the nodes of the append-only session tree (get_entries, get_tree), and what a compaction leaves. */
import { type Static, Type } from "typebox";
import { type AgentMessage, AgentMessageSchema, ContentSchema, SystemMessageSchema, UsageSchema } from "./message.ts";

export const CompactionParametersSchema = Type.Object({
  compression_ratio: Type.Number(),
  preserve_recent: Type.Number(),
  query: Type.String(),
});
/** What was asked of a compaction: share of lines to keep, messages kept whole, and the focus. */
export type CompactionParameters = Static<typeof CompactionParametersSchema>;

export const CompactionStatsSchema = Type.Object({
  linesBefore: Type.Number(),
  linesDeleted: Type.Number(),
  linesKept: Type.Number(),
  rangeCount: Type.Number(),
  tokensBefore: Type.Number(),
  tokensAfter: Type.Number(),
  percentReduction: Type.Number(),
});
/** Counts of transcript lines and estimated tokens; percentReduction is of tokens. */
export type CompactionStats = Static<typeof CompactionStatsSchema>;

export const CompactionDetailsSchema = Type.Object({
  strategy: Type.Literal("verbatim-lines"),
  promptVersion: Type.Number(),
  parameters: CompactionParametersSchema,
  rung: Type.String(),
  stats: CompactionStatsSchema,
  backupPath: Type.Optional(Type.String()),
});
export type CompactionDetails = Static<typeof CompactionDetailsSchema>;

export const CompactionResultSchema = Type.Object({
  compactedText: Type.String(),
  firstKeptEntryId: Type.Union([Type.String(), Type.Null()]),
  tokensBefore: Type.Number(),
  promptVersion: Type.Number(),
  parameters: CompactionParametersSchema,
  rung: Type.String(),
  stats: CompactionStatsSchema,
  backupPath: Type.Optional(Type.String()),
});
/** The `compact` response and the `result` of compaction_end. */
export type CompactionResult = Static<typeof CompactionResultSchema>;

/** What every entry has, with its type. */
function base<T extends string>(type: T) {
  return {
    type: Type.Literal(type),
    id: Type.String({ description: "8 hex characters, unique in the session" }),
    parentId: Type.Union([Type.String(), Type.Null()], {
      description: "The entry this one continues; null for a root",
    }),
    timestamp: Type.String({ description: "ISO 8601" }),
  };
}

export const MessageEntrySchema = Type.Object({
  ...base("message"),
  // The type names the roles a client draws; those it does not know it skips.
  message: Type.Unsafe<AgentMessage>(Type.Union([AgentMessageSchema, SystemMessageSchema])),
});
export type MessageEntry = Static<typeof MessageEntrySchema>;

export const ModelChangeEntrySchema = Type.Object({
  ...base("model_change"),
  provider: Type.String(),
  modelId: Type.String(),
});
export type ModelChangeEntry = Static<typeof ModelChangeEntrySchema>;

export const ThinkingLevelChangeEntrySchema = Type.Object({
  ...base("thinking_level_change"),
  thinkingLevel: Type.String(),
});
export type ThinkingLevelChangeEntry = Static<typeof ThinkingLevelChangeEntrySchema>;

export const CompactionEntrySchema = Type.Object({
  ...base("compaction"),
  summary: Type.String(),
  firstKeptEntryId: Type.Union([Type.String(), Type.Null()]),
  tokensBefore: Type.Number(),
  details: Type.Optional(Type.Union([CompactionDetailsSchema, Type.Record(Type.String(), Type.Unknown())])),
});
/** A durable compaction boundary: `summary` (and what is kept) stands for all before it. */
export type CompactionEntry = Static<typeof CompactionEntrySchema>;

export const BranchSummaryEntrySchema = Type.Object({
  ...base("branch_summary"),
  fromId: Type.String(),
  summary: Type.String(),
  details: Type.Optional(Type.Unknown()),
  usage: Type.Optional(UsageSchema),
});
export type BranchSummaryEntry = Static<typeof BranchSummaryEntrySchema>;

export const CustomEntrySchema = Type.Object({
  ...base("custom"),
  customType: Type.String(),
  data: Type.Optional(Type.Unknown()),
});
export type CustomEntry = Static<typeof CustomEntrySchema>;

export const CustomMessageEntrySchema = Type.Object({
  ...base("custom_message"),
  customType: Type.String(),
  content: Type.Union([Type.String(), ContentSchema]),
  display: Type.Boolean(),
  details: Type.Optional(Type.Unknown()),
});
export type CustomMessageEntry = Static<typeof CustomMessageEntrySchema>;

export const LabelEntrySchema = Type.Object({
  ...base("label"),
  targetId: Type.String(),
  label: Type.Optional(Type.String({ description: "Absent: the label of the target is cleared" })),
});
export type LabelEntry = Static<typeof LabelEntrySchema>;

export const SessionInfoEntrySchema = Type.Object({ ...base("session_info"), name: Type.Optional(Type.String()) });
export type SessionInfoEntry = Static<typeof SessionInfoEntrySchema>;

export const SessionEntrySchema = Type.Union([
  MessageEntrySchema,
  ModelChangeEntrySchema,
  ThinkingLevelChangeEntrySchema,
  CompactionEntrySchema,
  BranchSummaryEntrySchema,
  CustomEntrySchema,
  CustomMessageEntrySchema,
  LabelEntrySchema,
  SessionInfoEntrySchema,
]);
export type SessionEntry = Static<typeof SessionEntrySchema>;

/** get_tree nodes. Deep sessions nest one level an entry: never walk them recursively. */
export interface TreeNode {
  entry: SessionEntry;
  children: TreeNode[];
  label?: string;
  labelTimestamp?: string;
}
export const TreeNodeSchema = Type.Cyclic(
  {
    TreeNode: Type.Object({
      entry: SessionEntrySchema,
      children: Type.Array(Type.Ref("TreeNode")),
      label: Type.Optional(Type.String()),
      labelTimestamp: Type.Optional(Type.String({ description: "ISO 8601" })),
    }),
  },
  "TreeNode",
);
