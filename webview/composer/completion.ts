/** What is being completed at the caret: `@mention` anywhere, `/command` at the start of the message. */
export interface Trigger {
  kind: "mention" | "command";
  /** Range of the text that an accepted item replaces. */
  from: number;
  to: number;
  query: string;
}

/** The trigger around the caret, or null. A quoted mention (`@"a b.ts`) may hold spaces. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret);
  const command = /^\/([^\s/]*)$/.exec(before);
  if (command) return { kind: "command", from: 0, to: caret + rest(text, caret), query: command[1] ?? "" };
  const mention = /(?:^|[\s([{])@(?:"([^"\n]*)|([^\s"]*))$/.exec(before);
  if (!mention || /^!/.test(text)) return null;
  const query = mention[1] ?? mention[2] ?? "";
  const from = before.lastIndexOf("@", caret - query.length);
  return { kind: "mention", from, to: caret, query };
}

/** How much of the word goes on behind the caret. */
function rest(text: string, caret: number): number {
  return /^\S*/.exec(text.slice(caret))?.[0].length ?? 0;
}
