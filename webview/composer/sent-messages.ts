import type { Transcript } from "../state/transcript.ts";

/** Messages of the person, newest first, each once. */
export function sentMessages(transcript: Transcript): string[] {
  const texts = new Set<string>();
  for (let at = transcript.turns.length - 1; at >= 0; at -= 1) {
    const first = transcript.turns[at]?.rows[0];
    if (first?.kind === "user" && first.text.trim() !== "") texts.add(first.text);
  }
  return [...texts];
}
