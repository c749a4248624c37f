/**
 * A message in the composer and on the wire. Large pastes are chips while one writes, and fenced
 * blocks behind the text when it is sent or kept: whatever text comes back (from the queue, a fork,
 * a kept draft) has its chips again.
 */

/** Longer than one of these, a paste becomes a chip. */
const maxPastedLines = 40;
const maxPastedChars = 4000;

const openFence = /^(`{3,})pasted$/;

export interface MessageParts {
  text: string;
  pastes: string[];
}

export function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Whether a pasted text is shown as a chip rather than in the text. */
export function isLargePaste(text: string): boolean {
  return text.length > maxPastedChars || countLines(text) > maxPastedLines;
}

/** A fence that nothing inside can close. */
function fence(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
}

/** The message as it is sent: the text, then each paste in a fence of its own. */
export function joinMessage({ text, pastes }: MessageParts): string {
  const blocks = pastes.map((paste) => {
    const marks = fence(paste);
    return `${marks}pasted\n${paste}\n${marks}`;
  });
  return [text, ...blocks].filter((part) => part !== "").join("\n\n");
}

/** The parts of a message that `joinMessage` made; any other text stays whole. */
export function splitMessage(message: string): MessageParts {
  if (!message.includes("```pasted\n")) return { text: message, pastes: [] };
  const text: string[] = [];
  const pastes: string[] = [];
  const lines = message.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const marks = openFence.exec(line)?.[1];
    const end = marks === undefined ? -1 : lines.indexOf(marks, at + 1);
    if (end < 0) {
      text.push(line);
      continue;
    }
    pastes.push(lines.slice(at + 1, end).join("\n"));
    if (text.at(-1) === "") text.pop();
    at = end;
  }
  return { text: text.join("\n"), pastes };
}

/** `!command` runs in the shell; `!!command` runs outside the context. null: not a shell command. */
export function shellCommand(text: string): { command: string; excludeFromContext: boolean } | null {
  const match = /^!(!?)\s*([\s\S]*\S)\s*$/.exec(text);
  return match ? { command: match[2] ?? "", excludeFromContext: match[1] === "!" } : null;
}

/** The name in `/name args`; null when the text is none (a path such as `/usr/bin` is none). */
export function slashName(text: string): string | null {
  return /^\/([\p{L}\p{N}_][\p{L}\p{N}_:.-]*)(?=\s|$)/u.exec(text)?.[1] ?? null;
}
