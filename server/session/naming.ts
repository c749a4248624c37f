/** The name of a session and the last thing that was said in it. */
import type { LiveSession } from "./live-session.ts";

/** Sets the display name. Throws when it is empty. */
export function setSessionName(session: LiveSession, name: string): void {
  const trimmed = name.trim();
  if (trimmed === "") throw new Error("Session name cannot be empty");
  session.assertWritable();
  session.sdk.setSessionName(trimmed);
}

/** The text of the last assistant message that has any; null when there is none. */
export function lastAssistantText({ sdk }: LiveSession): string | null {
  return sdk.getLastAssistantText() ?? null;
}
