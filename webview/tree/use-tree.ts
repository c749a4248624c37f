/** The session tree as the host has it, kept up to date while nothing runs. */
import { useEffect, useState } from "react";
import type { TreeRow } from "../../extension/panel/messages.ts";
import { query } from "../state/host.ts";
import { showToast, useView } from "../state/store.ts";

/** null until it has come. */
export function useTree(): readonly TreeRow[] | null {
  const leafId = useView((view) => view.transcript.leafId);
  const labels = useView((view) => view.transcript.labels);
  const session = useView((view) => view.chat?.session?.id);
  const streaming = useView((view) => view.chat?.isStreaming ?? false);
  const [rows, setRows] = useState<readonly TreeRow[] | null>(null);
  const isFirst = rows === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved leaf, another label or session is another tree
  useEffect(() => {
    if (streaming && !isFirst) return undefined;
    let gone = false;
    allRows(() => gone).then(
      (all) => gone || setRows(all),
      (error: Error) => gone || showToast("error", error.message),
    );
    return () => {
      gone = true;
    };
  }, [leafId, labels, session, streaming]);
  return rows;
}

/** Every page of the tree, one after the other; again from the first when the tree has become another one meanwhile. */
async function allRows(isGone: () => boolean): Promise<TreeRow[]> {
  let { nodes, leafId, next } = await query("tree", {});
  let rows = nodes;
  while (next !== undefined && !isGone()) {
    const page = await query("tree", { from: next });
    if (page.leafId !== leafId) return allRows(isGone);
    ({ nodes, leafId, next } = page);
    rows = [...rows, ...nodes];
  }
  return rows;
}
