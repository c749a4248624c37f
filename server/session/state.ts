/** The state of a session as get_state and get_session_stats show it. */
import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import type { Model } from "../protocol/model.ts";
import type { SessionState, SessionStats } from "../protocol/response.ts";
import type { LiveSession } from "./live-session.ts";
import { hasModel } from "./runtime.ts";

export function sessionState(session: LiveSession): SessionState {
  const { sdk, store } = session;
  return {
    model: currentModel(session),
    thinkingLevel: sdk.thinkingLevel,
    isStreaming: sdk.isStreaming,
    isCompacting: sdk.isCompacting,
    steeringMode: sdk.steeringMode,
    followUpMode: sdk.followUpMode,
    ...(store.writer ? { sessionFile: store.writer.path } : {}),
    sessionId: sdk.sessionId,
    ...(sdk.sessionName ? { sessionName: sdk.sessionName } : {}),
    autoCompactionEnabled: sdk.autoCompactionEnabled,
    messageCount: sdk.messages.filter((message) => message.role !== "system").length,
    pendingMessageCount: sdk.pendingMessageCount,
  };
}

/** The model of the session, or null. */
export function currentModel({ sdk }: LiveSession): Model | null {
  return hasModel(sdk) ? (sdk.model as Model) : null;
}

export function sessionStats(session: LiveSession): SessionStats {
  const { sdk, store } = session;
  const stats = sdk.getSessionStats();
  const systemMessages = store.entries.filter(isSystemMessage).length;
  const { contextUsage, sessionFile: _file, ...totals } = stats;
  return {
    ...(store.writer ? { sessionFile: store.writer.path } : {}),
    ...totals,
    totalMessages: stats.totalMessages - systemMessages,
    ...(contextUsage && currentModel(session) ? { contextUsage } : {}),
  };
}

function isSystemMessage(entry: SessionEntry): boolean {
  return entry.type === "message" && entry.message.role === "system";
}
