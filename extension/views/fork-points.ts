/** The messages a conversation can be forked from. */
import type { SessionEntry } from "../../server/protocol/entry.ts";

export interface ForkPoint {
  entryId: string;
  /** Whole text of the message. */
  text: string;
  /** ms since the epoch; undefined when it is not known. */
  at: number | undefined;
  /** 1 is the first message of the branch. */
  position: number;
}

/**
 * The user's messages of the active branch, newest first. `messages` is what `get_fork_messages` answers (some servers
 * list those of all branches); `path` are the entries of the active branch.
 */
export function forkPoints(
  messages: readonly { entryId: string; text: string }[],
  path: readonly SessionEntry[],
): ForkPoint[] {
  const texts = new Map(messages.map((message) => [message.entryId, message.text]));
  const points: ForkPoint[] = [];
  for (const entry of path) {
    const text = texts.get(entry.id);
    if (text === undefined) continue;
    const at = Date.parse(entry.timestamp);
    points.push({ entryId: entry.id, text, at: Number.isNaN(at) ? undefined : at, position: points.length + 1 });
  }
  return points.reverse();
}
