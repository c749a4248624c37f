import { type Mention, mentionsIn } from "./mention-text.ts";

/** What a mention stands for, as it is put below the message. */
export interface ContextBlock {
  title: string;
  /** For the fence; "" for plain text. */
  language: string;
  text: string;
}

/** Most that one block, and all of them together, may add to a message, in UTF-16 units. */
const MAX_BLOCK = 24_000;
const MAX_ALL = 96_000;

/**
 * The message with the content of its mentions below it. `contentOf` gives undefined for a mention that speaks
 * for itself (a file or folder, which the agent reads as far as it needs) or names nothing. Commands and direct
 * bash are left as they are.
 */
export async function expandMentions(
  message: string,
  contentOf: (mention: Mention) => Promise<ContextBlock | undefined>,
): Promise<string> {
  if (/^\s*[/!]/.test(message)) return message;
  const parts = [message];
  let room = MAX_ALL;
  for (const mention of mentionsIn(message)) {
    const block = room > 0 ? await contentOf(mention) : undefined;
    if (!block) continue;
    const text = shortened(block.text, Math.min(MAX_BLOCK, room));
    room -= text.length;
    parts.push(`${block.title}\n${fenced(text, block.language)}`);
  }
  return parts.join("\n\n");
}

/** Whole lines up to `limit`, and how many are missing. */
function shortened(text: string, limit: number): string {
  const whole = text.replace(/\n$/, "");
  if (whole.length <= limit) return whole;
  const kept = whole.slice(0, whole.lastIndexOf("\n", limit) + 1 || limit);
  const missing = whole.slice(kept.length).split("\n").length;
  return `${kept.replace(/\n$/, "")}\n… ${missing} more lines`;
}

/** A fence that nothing inside can close. */
function fenced(text: string, language: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}
