/** Events and entries of known and unknown kinds, filled with anything. */
import fc from "fast-check";

const kinds = [
  "message_start",
  "message_update",
  "message_end",
  "tool_execution_start",
  "tool_execution_update",
  "tool_execution_end",
  "bash_execution_update",
  "queue_update",
  "agent_end",
  "agent_settled",
  "compaction_end",
  "summarization_retry_scheduled",
  "extension_error",
  "session_info_changed",
  "weather_changed",
];
const deltas = [
  "text_start",
  "text_delta",
  "thinking_end",
  "toolcall_start",
  "toolcall_delta",
  "toolcall_end",
  "smell_delta",
];
const roles = ["user", "assistant", "toolResult", "bashExecution", "custom", "branchSummary", "system", "oracle"];

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(undefined, null, "", 0, [], {}));
const block = fc.oneof(
  odd,
  fc.record({
    type: fc.constantFrom("text", "thinking", "toolCall", "image", "hologram"),
    text: odd,
    thinking: odd,
    id: odd,
    name: odd,
    arguments: odd,
  }),
);
const message = fc.record({
  role: fc.constantFrom(...roles),
  content: fc.oneof(odd, fc.array(block, { maxLength: 3 })),
  timestamp: odd,
  stopReason: odd,
  errorMessage: odd,
  toolCallId: odd,
  toolName: odd,
  command: odd,
  output: odd,
  display: odd,
  customType: odd,
});
const delta = fc.record({
  type: fc.constantFrom(...deltas),
  contentIndex: fc.oneof(fc.nat(2), odd),
  delta: odd,
  content: odd,
  toolCall: odd,
});
export const oddEvent = fc.record({
  type: fc.constantFrom(...kinds),
  message: fc.oneof(odd, message),
  assistantMessageEvent: fc.oneof(odd, delta),
  usage: odd,
  toolCallId: odd,
  toolName: odd,
  args: odd,
  result: odd,
  partialResult: odd,
  steering: odd,
  followUp: odd,
  delta: odd,
  id: odd,
  extensionPath: odd,
  error: odd,
  errorMessage: odd,
});
export const oddEntry = fc.record({
  type: fc.constantFrom(
    "message",
    "compaction",
    "branch_summary",
    "custom",
    "custom_message",
    "label",
    "model_change",
    "session_info",
    "telepathy",
  ),
  message: fc.oneof(odd, message),
  timestamp: odd,
  summary: odd,
  details: odd,
  tokensBefore: odd,
  customType: odd,
  content: odd,
  data: odd,
  label: odd,
  targetId: odd,
  name: odd,
});
