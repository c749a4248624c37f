/** Which chat stands in which editor tab, so that a restored tab finds its chat again. */

export interface RememberedTab {
  sessionFile?: string;
  folder?: string;
  /** The tab was closed. Reloading the window closes tabs too, and the two cannot be told apart. */
  closed?: true;
}

export type TabMemory = Readonly<Record<string, RememberedTab>>;

const MAX_REMEMBERED = 50;

/** The memory with this tab as its newest; the oldest go when there are many. */
export function remember(memory: TabMemory, key: string, tab: RememberedTab): TabMemory {
  const { [key]: _old, ...others } = memory;
  return Object.fromEntries([...Object.entries(others), [key, tab] as const].slice(-MAX_REMEMBERED));
}

/**
 * The tab a restored one was. VS Code forgets a tab's own state when the window is reloaded soon after it was opened:
 * then it is the newest that no open tab is, one that was not closed rather than one that was.
 */
export function keyOfRestored(
  memory: TabMemory,
  own: string | undefined,
  open: ReadonlySet<string>,
): string | undefined {
  if (own) return own;
  const free = Object.keys(memory).filter((key) => !open.has(key));
  return free.findLast((key) => !memory[key]?.closed) ?? free.at(-1);
}
