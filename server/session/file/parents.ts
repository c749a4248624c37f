/** Sees to it that every walk from an entry through its parents ends: the SDK follows them without looking back. */
import type { FileEntry, SessionEntry } from "@earendil-works/pi-coding-agent";

/**
 * Gives each entry an id of its own. Of entries with the same id the first keeps it; those that follow it in the
 * file name that one as their parent.
 */
export function separateIds(entries: readonly FileEntry[]): void {
  const taken = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (entry.type === "session") continue;
    for (let name = `line${index}`; taken.has(entry.id); name += "x") entry.id = name;
    taken.add(entry.id);
  }
}

/**
 * Opens circles of parents in memory. An entry that is its own parent is a root; of a longer circle the entry that
 * stands first in the file continues the one before it. A parent that stands later in the file is left as it is.
 * Takes linear time. Returns the ids of the entries whose parent was replaced in a longer circle.
 */
export function openCircles(entries: readonly FileEntry[]): string[] {
  const all = entries.filter((entry) => entry.type !== "session") as SessionEntry[];
  const places = new Map(all.map((entry, index) => [entry.id, index]));
  const endless = new Uint8Array(all.length).fill(1);
  const opened: string[] = [];
  const parentOf = ({ parentId }: SessionEntry) => (parentId === null ? undefined : places.get(parentId));

  for (const entry of all) if (entry.parentId === entry.id) entry.parentId = null;
  for (const index of all.keys()) {
    if (endless[index] === 0) continue;
    const walked = new Set<number>();
    let at: number | undefined = index;
    while (at !== undefined && endless[at] === 1 && !walked.has(at)) {
      walked.add(at);
      at = parentOf(all[at] as SessionEntry);
    }
    if (at !== undefined && walked.has(at)) {
      const way = [...walked];
      const circle = way.slice(way.indexOf(at));
      const first = all[circle.reduce((one, other) => Math.min(one, other))] as SessionEntry;
      // All entries before this one have a root already, and none of them leads here.
      first.parentId = all[index - 1]?.id ?? null;
      opened.push(first.id);
    }
    for (const each of walked) endless[each] = 0;
  }
  return opened;
}
