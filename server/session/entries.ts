/** Session entries as get_entries, get_tree and entry_appended show them. */
import type { SessionEntry as SdkEntry } from "@earendil-works/pi-coding-agent";
import type { SessionEntry, TreeNode } from "../protocol/entry.ts";
import type { AssistantMessage } from "../protocol/message.ts";
import type { LiveSession } from "./live-session.ts";
import { wireMessage } from "./wire.ts";

/**
 * The entry on the wire: a compaction that keeps nothing says null, where the SDK stores its own id, and an answer
 * of another agent says from where it came.
 */
export function wireEntry(entry: SdkEntry): SessionEntry {
  if (entry.type === "compaction" && entry.firstKeptEntryId === entry.id) {
    return { ...entry, firstKeptEntryId: null } as SessionEntry;
  }
  if (entry.type === "message" && entry.message.role === "assistant" && !hasOrigin(entry.message)) {
    return { ...entry, message: wireMessage(entry.message) } as SessionEntry;
  }
  return entry as SessionEntry;
}

function hasOrigin(message: object): boolean {
  const { api, provider, model, timestamp } = message as Partial<AssistantMessage>;
  return api !== undefined && provider !== undefined && model !== undefined && timestamp !== undefined;
}

/** Entries strictly after `since` in file order, or all. Throws when `since` is unknown. */
export function entriesSince(
  session: LiveSession,
  since: string | undefined,
): { entries: SessionEntry[]; leafId: string | null } {
  const { manager, entries } = session.store;
  const leafId = manager.getLeafId();
  if (since === undefined) return { entries: entries.map(wireEntry), leafId };
  if (!manager.getEntry(since)) throw new Error(`Entry not found: ${since}`);
  // Clients ask from the last entry they know, which is near the end.
  const index = entries.findLastIndex((entry) => entry.id === since);
  return { entries: entries.slice(index + 1).map(wireEntry), leafId };
}

/** The session as a tree (protocol page, get_tree), at any depth. */
export function entryTree(session: LiveSession): { tree: TreeNode[]; leafId: string | null } {
  const { manager } = session.store;
  const tree = manager.getTree() as unknown as TreeNode[];
  const open: TreeNode[] = [...tree];
  for (let node = open.pop(); node; node = open.pop()) {
    node.entry = wireEntry(node.entry as unknown as SdkEntry);
    for (const child of node.children) open.push(child);
  }
  return { tree, leafId: manager.getLeafId() };
}
