import type { Chats } from "../chats.ts";
import type { OpenChat } from "../open-chat.ts";

/** What a session does right now. `done`: a run ended that nobody has looked at yet. */
export type LiveState = "waiting" | "running" | "done" | "open";

export function liveState(openChat: OpenChat | undefined): LiveState | undefined {
  if (!openChat) return undefined;
  const { state } = openChat;
  if (state.requests.length > 0) return "waiting";
  if (state.isStreaming || state.compaction || state.retry) return "running";
  if (openChat.unseen) return "done";
  return state.agent.phase === "ready" ? "open" : undefined;
}

/** Live states of all sessions that are open in this window, by their file. */
export function liveStates(chats: Chats): Map<string, LiveState> {
  const states = new Map<string, LiveState>();
  for (const openChat of chats.all) {
    const state = liveState(openChat);
    if (state && openChat.sessionFile) states.set(openChat.sessionFile, state);
  }
  return states;
}
