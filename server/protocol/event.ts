/** Every event of the protocol page, and those that go beyond it (docs/protocol.md). */
import type { CompactionResult, SessionEntry } from "./entry.ts";
import type { ExtensionUIRequest } from "./extension-ui.ts";
import type {
  AgentMessage,
  AssistantMessage,
  ImageContent,
  TextContent,
  ToolCall,
  ToolResultMessage,
  Usage,
} from "./message.ts";

export type AssistantMessageEvent =
  | { type: "text_start"; contentIndex: number }
  | { type: "text_delta"; contentIndex: number; delta: string }
  | { type: "text_end"; contentIndex: number; content: string }
  | { type: "thinking_start"; contentIndex: number }
  | { type: "thinking_delta"; contentIndex: number; delta: string }
  | { type: "thinking_end"; contentIndex: number; content: string }
  | { type: "toolcall_start"; contentIndex: number }
  | { type: "toolcall_delta"; contentIndex: number; delta: string }
  | { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall }
  | { type: "start" }
  | { type: "done"; reason: "stop" | "length" | "toolUse" }
  | { type: "error"; reason: "aborted" | "error" };

/** A tool's result, or in an update what it has put out so far (accumulated, never a delta). */
export interface ToolResult {
  content: (TextContent | ImageContent)[];
  details?: unknown;
}
export type CompactionReason = "manual" | "threshold" | "overflow";

export type RpcEvent =
  | { type: "agent_start" }
  | { type: "agent_end"; messages: AgentMessage[]; willRetry?: boolean }
  | { type: "agent_settled"; aborted?: boolean }
  | { type: "turn_start" }
  | { type: "turn_end"; message: AssistantMessage; toolResults: ToolResultMessage[] }
  | { type: "message_start"; message: AgentMessage }
  | { type: "message_update"; usage: Usage; endTurn?: boolean; assistantMessageEvent: AssistantMessageEvent }
  | { type: "message_end"; message: AgentMessage }
  | { type: "tool_execution_start"; toolCallId: string; toolName: string; args: Record<string, unknown> }
  | {
      type: "tool_execution_update";
      toolCallId: string;
      toolName: string;
      args: Record<string, unknown>;
      partialResult: ToolResult;
    }
  | {
      type: "tool_execution_end";
      toolCallId: string;
      toolName: string;
      result: ToolResult;
      isError: boolean;
      durationMs?: number;
    }
  | { type: "bash_execution_update"; id?: string | number; channel: "stdout" | "stderr"; delta: string }
  | { type: "queue_update"; steering: string[]; followUp: string[] }
  | { type: "compaction_start"; reason: CompactionReason }
  | {
      type: "compaction_end";
      reason: CompactionReason;
      result: CompactionResult | null;
      aborted: boolean;
      willRetry: boolean;
      errorMessage?: string;
      unresolvedOverflow?: boolean;
    }
  | { type: "auto_retry_start"; attempt: number; maxAttempts: number; delayMs: number; errorMessage: string }
  | { type: "auto_retry_end"; success: boolean; attempt: number; finalError?: string }
  | {
      type: "summarization_retry_scheduled";
      attempt: number;
      maxAttempts: number;
      delayMs: number;
      errorMessage: string;
    }
  | { type: "summarization_retry_attempt_start"; source: "compaction" | "branchSummary"; reason?: CompactionReason }
  | { type: "summarization_retry_finished" }
  | { type: "extension_error"; extensionPath: string; event: string; error: string }
  // Beyond the page: a client must work without them.
  | { type: "entry_appended"; entry: SessionEntry }
  | { type: "session_info_changed"; name?: string }
  | { type: "thinking_level_changed"; level: string }
  | { type: "model_changed"; provider: string; modelId: string };

/** Every record a server writes that is not a response. */
export type ServerRecord = RpcEvent | ExtensionUIRequest;
