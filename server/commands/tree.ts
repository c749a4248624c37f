/** The session as a tree of entries: get_entries, get_tree, get_fork_messages; and navigate_tree, set_label. */
import type { Commands } from "../rpc/dispatcher.ts";
import { entriesSince, entryTree } from "../session/entries.ts";
import { forkMessages, navigateTree, setLabel } from "../session/tree.ts";

export const tree: Commands<"get_entries" | "get_tree" | "get_fork_messages" | "navigate_tree" | "set_label"> = {
  get_entries: { lane: "immediate", run: ({ since }, { host }) => entriesSince(host.current, since) },
  get_tree: { lane: "immediate", run: (_args, { host }) => entryTree(host.current) },
  get_fork_messages: { lane: "immediate", run: (_args, { host }) => ({ messages: forkMessages(host.current) }) },
  navigate_tree: {
    lane: "ordered",
    run: ({ targetId, options }, { host }) => navigateTree(host.current, targetId, options),
  },
  set_label: {
    lane: "ordered",
    run({ targetId, entryId = targetId, label }, { host }) {
      if (entryId === undefined) throw new Error('Missing field "targetId"');
      setLabel(host.current, entryId, label);
      return undefined;
    },
  },
};
