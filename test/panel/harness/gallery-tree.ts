/** The session tree and find, for the gallery. */
import type { TreeRow } from "../../../extension/panel/messages.ts";
import { assistant, conversation, settled, start, text, thinking, user } from "./conversation.ts";
import type { GalleryState } from "./gallery-state.ts";
import type { OpenOptions, Panel } from "./panel.ts";
import { button } from "./parts.ts";
import { stats } from "./samples.ts";
import { longName } from "./texts.ts";

let minute = 0;
function row(
  id: string,
  parentId: string | null,
  kind: TreeRow["kind"],
  words: string,
  patch: Partial<TreeRow> = {},
): TreeRow {
  minute += 2;
  return { id, parentId, kind, text: words, at: start + minute * 60_000, onPath: true, ...patch };
}

const off = { onPath: false };
const tree: TreeRow[] = [
  row("a", null, "user", "The upload test is flaky on CI"),
  row("b", "a", "assistant", "The test races the retry timer"),
  row("c", "b", "user", "Keep the public API as it is"),
  row("d", "c", "user", "Try a lock instead", { ...off, label: "tried lock" }),
  row("e", "d", "assistant", "The lock is held too long", off),
  row("f", "e", "user", "Use a queue per upload, so that one slow part does not hold up the rest.", off),
  row("g", "e", "user", "Drop the lock after hashing", off),
  row("h", "c", "branchSummary", "lock ruled out"),
  row("i", "h", "assistant", "Fixed with back-off in two places"),
  row("j", "i", "compaction", "Compacted, 150k → 72k tokens"),
  row("k", "j", "user", "Add a changelog entry for 2.4", { label: "2.4" }),
  row("l", "k", "assistant", "Done. It reads: “Uploads wait with back-off and stop at once when aborted.”"),
];

/** Six branches from one message, each with a long label. */
const crowdedTree: TreeRow[] = [
  row("a", null, "user", longName),
  row("b", "a", "assistant", "An answer with tools"),
  row("t", "b", "tool", "bash: npm test"),
  ...["c", "d", "e", "f", "g", "h"].flatMap((id, index) => [
    row(id, "t", "user", `Way ${index + 1}: ${longName}`, { onPath: index === 5, label: `${longName} ${index}` }),
    row(`${id}1`, id, "assistant", `What came of way ${index + 1}`, { onPath: index === 5 }),
    row(`${id}2`, `${id}1`, "user", "Go on", { onPath: index === 5 }),
  ]),
];

function treeOf(nodes: readonly TreeRow[], leafId: string): OpenOptions {
  return {
    snapshot: conversation,
    state: { stats: stats(72_000) },
    respond: (asked) => {
      if (asked.type !== "query") return undefined;
      if (asked.what === "tree") return { ok: true, data: { nodes, leafId } };
      return asked.what === "entry" ? { ok: false, error: "The entry is gone" } : undefined;
    },
  };
}

async function openTree(panel: Panel): Promise<void> {
  await panel.push({ kind: "focus", target: "tree" });
  await panel.page.getByRole("treeitem").first().waitFor();
}

const found = settled(
  user("Which delay do we use, fixed or back-off?"),
  assistant([
    thinking("There is a back-off in upload. And the back-off again in retry."),
    text(
      "Uploads use back-off; downloads still wait a fixed half second. With back-off the worst case is eight seconds:\n\n```ts\n// back-off in ms, at most 8 s\nexport const backoff = (tries: number) =>\n  Math.min(8_000, 250 * 2 ** tries);\n```\n\nSee [retry.ts:12](src/net/retry.ts#L12).",
    ),
  ]),
);

async function find(panel: Panel, words: string): Promise<void> {
  await panel.page.keyboard.press("Control+f");
  await panel.page.getByRole("textbox", { name: "Find in the conversation" }).fill(words);
}

export const treeStates: GalleryState[] = [
  {
    name: "07-tree",
    height: 560,
    open: () => treeOf(tree, "l"),
    act: async (panel) => {
      await openTree(panel);
      await panel.page.getByText("Use a queue per upload").first().click();
      await panel.page.getByText("Fixed with back-off in two places").hover();
    },
  },
  {
    name: "07-tree-search",
    height: 560,
    open: () => treeOf(tree, "l"),
    act: async (panel) => {
      await openTree(panel);
      await panel.page.getByRole("textbox", { name: "Search messages and labels" }).fill("lock");
    },
  },
  {
    name: "07-tree-label",
    height: 560,
    open: () => treeOf(tree, "l"),
    act: async (panel) => {
      await openTree(panel);
      await panel.page.getByRole("treeitem", { name: /Add a changelog entry/ }).click();
      await panel.page.keyboard.press("l");
      await panel.page.getByRole("textbox", { name: "Label", exact: true }).waitFor();
    },
  },
  {
    name: "07-tree-no-labels",
    height: 400,
    open: () =>
      treeOf(
        tree.map(({ label: _, ...rest }) => rest),
        "l",
      ),
    act: async (panel) => {
      await openTree(panel);
      await button(panel, "Labelled").click();
    },
  },
  { name: "07-tree-crowded", open: () => treeOf(crowdedTree, "h2"), act: openTree },
  {
    name: "08-find",
    height: 560,
    open: () => ({ snapshot: found, state: { stats: stats(124_000) } }),
    act: async (panel) => {
      await find(panel, "back-off");
      for (let step = 0; step < 3; step += 1) await panel.page.keyboard.press("Enter");
      await panel.page.locator(".find-box").first().waitFor();
    },
  },
  {
    name: "08-find-nothing",
    height: 400,
    open: () => ({ snapshot: found, state: { stats: stats(124_000) } }),
    act: (panel) => find(panel, "nowhere to be found"),
  },
  { name: "12-rtl-tree", height: 560, open: () => ({ ...treeOf(tree, "l"), direction: "rtl" }), act: openTree },
];
