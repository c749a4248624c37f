/** Bubbles of messages that this panel sent, across a snapshot. */
import type { Row, Transcript, UserRow } from "./transcript.ts";

const isUser = (row: Row | undefined): row is UserRow => row?.kind === "user";

/**
 * The bubbles of the transcript before that the snapshot has no message for. A message of the
 * snapshot that was not there before answers for one bubble: the one with its text, else the oldest.
 */
export function matchedBubbles(before: Transcript, after: Transcript): UserRow[] {
  const bubbles = messages(before).filter((row) => row.pending);
  if (bubbles.length === 0) return [];
  const seen = new Set(messages(before).map(({ key }) => key));
  for (const message of messages(after)) {
    if (seen.has(message.key)) continue;
    const index = bubbles.findIndex(({ text }) => text === message.text);
    bubbles.splice(Math.max(0, index), 1);
  }
  return bubbles;
}

function messages(transcript: Transcript): UserRow[] {
  return transcript.turns.map((turn) => turn.rows[0]).filter(isUser);
}
