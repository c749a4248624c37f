/** What a chat says of itself when processes are counted. */
export interface ProcessUse {
  running: boolean;
  /** It works, waits for an answer or is looked at: its process is needed. */
  needed: boolean;
  /** ms since the epoch. */
  usedAt: number;
}

/** The chats whose servers are stopped so that no more than `max` run: idle ones, the longest unused first. */
export function toStop<T extends ProcessUse>(chats: readonly T[], max: number): T[] {
  const running = chats.filter((chat) => chat.running);
  const idle = running.filter((chat) => !chat.needed).sort((a, b) => a.usedAt - b.usedAt);
  return idle.slice(0, Math.max(0, running.length - max));
}
