/**
 * The draft of a view that went before it could hand over `text`; the host had been `told` another one, and has
 * `hostText` now. What the host has put behind the draft since, such as a queue that nobody delivers any more, stays.
 */
export function caughtUp(text: string, told: string, hostText: string): string {
  // A text that was sent and is here once more does less harm than one that is lost.
  if (text === "" || hostText.startsWith(`${text}\n\n`)) return hostText;
  if (hostText === text || hostText === told) return text;
  if (told === "") return `${text}\n\n${hostText}`;
  return hostText.startsWith(`${told}\n\n`) ? text + hostText.slice(told.length) : text;
}

/** What was typed behind the text that the host had been `told`; nothing where that text was changed within. */
export function typedBehind(told: string, text: string): string {
  return text.startsWith(told) ? text.slice(told.length).trimStart() : "";
}
