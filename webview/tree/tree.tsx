/** The session tree inside the panel: search, filters, branches as a graph, and a preview with what can be done. */
import { useEffect, useMemo, useRef, useState } from "react";
import { command } from "../state/host.ts";
import { setComposerText, showToast, useView } from "../state/store.ts";
import { IconButton } from "../ui/button.tsx";
import { useEscape } from "../ui/escape.ts";
import { integer } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { onKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { type Filter, shownRows } from "./filter.ts";
import { graphOf } from "./graph.ts";
import { Preview, type TreeActions } from "./preview.tsx";
import { TreeList } from "./tree-list.tsx";
import { useTree } from "./use-tree.ts";

export function Tree({ onClose }: { onClose: () => void }) {
  const rows = useTree();
  const [search, setSearch] = useState("");
  const [filter, setFilter] = useState<Filter>("messages");
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [labelling, setLabelling] = useState(false);
  const canLabel = useView((view) => view.chat?.extras.includes("set_label") ?? false);
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEscape(true, onClose);

  const shown = useMemo(() => shownRows(rows ?? [], filter, search), [rows, filter, search]);
  const graph = useMemo(() => graphOf(shown, folded), [shown, folded]);
  const current = graph.rows.find(({ isCurrent }) => isCurrent);
  const selected = graph.rows.find(({ row }) => row.id === chosen) ?? current ?? graph.rows.at(-1);
  const isLoaded = rows !== null;
  useEffect(() => {
    if (isLoaded) box.current?.querySelector<HTMLElement>("[role=tree]")?.focus();
  }, [isLoaded]);

  const run = async (task: () => Promise<boolean>) => {
    setBusy(true);
    try {
      if (await task()) onClose();
      else showToast("info", t("Cancelled by an extension of the agent"));
    } catch (error) {
      showToast("error", (error as Error).message);
    }
    setBusy(false);
  };
  const navigate = async (targetId: string, summarize: boolean) => {
    const { cancelled, editorText } = await command("navigate_tree", {
      targetId,
      ...(summarize ? { options: { summarize } } : {}),
    });
    if (!cancelled && editorText) setComposerText(editorText, "replace", "fork");
    return !cancelled;
  };
  const canNavigate = useView((view) => view.chat?.extras.includes("navigate_tree") ?? false);
  const fork = async (entryId: string) => !(await command("fork", { entryId })).cancelled;
  const actions: TreeActions = {
    goTo: (id, summarize) => void run(() => (canNavigate ? navigate(id, summarize) : fork(id))),
    fork: (id) => void run(() => fork(id)),
    clone: (id) =>
      void run(async () => {
        if (id !== current?.row.id && !(await navigate(id, false))) return false;
        return !(await command("clone", {})).cancelled;
      }),
    label: (targetId, label) => {
      const name = label.trim();
      command("set_label", { targetId, ...(name === "" ? {} : { label: name }) }).catch((error: Error) =>
        showToast("error", error.message),
      );
    },
  };
  const keys = {
    f: () => (selected?.row.kind === "user" ? actions.fork(selected.row.id) : false),
    d: () => selected && actions.clone(selected.row.id),
    l: () => canLabel && setLabelling(true),
    "/": () => field.current?.focus(),
  };
  const foldAll = () =>
    setFolded(folded.size > 0 ? new Set() : new Set(graph.rows.flatMap(({ branch }) => (branch ? [branch] : []))));
  const fold = (branch: string, isFolded: boolean) => {
    const next = new Set(folded);
    if (isFolded) next.add(branch);
    else next.delete(branch);
    setFolded(next);
  };
  return (
    <div className="tree" ref={box}>
      <div className="tree-head">
        <h2 className="tree-title">{t("Session tree")}</h2>
        <IconButton
          icon="target"
          name={t("Go to the current message")}
          onClick={() => setChosen(current?.row.id ?? null)}
        />
        <IconButton
          icon="collapse-all"
          name={folded.size > 0 ? t("Open branches") : t("Fold branches")}
          onClick={foldAll}
        />
        <IconButton icon="close" name={t("Close")} keys="Escape" onClick={onClose} />
      </div>
      <div className="tree-search column">
        <div className="tree-field">
          <Icon name="search" size={14} />
          <input
            ref={field}
            aria-label={t("Search messages and labels")}
            placeholder={t("Search messages and labels")}
            value={search}
            spellCheck={false}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={onKeys({ enter: () => box.current?.querySelector<HTMLElement>("[role=tree]")?.focus() })}
          />
        </div>
        <Filters filter={filter} onFilter={setFilter} branches={graph.branches} />
      </div>
      <div className="tree-body">
        {graph.rows.length > 0 ? (
          <TreeList
            graph={graph}
            selected={selected?.row.id ?? null}
            search={search}
            onSelect={setChosen}
            onActivate={(id) => actions.goTo(id, false)}
            onFold={fold}
            keys={keys}
          />
        ) : (
          <p className="tree-empty muted column" role="status">
            {isLoaded ? emptyWords(filter, search) : ""}
          </p>
        )}
        {selected && (
          <Preview
            key={selected.row.id}
            selected={selected}
            busy={busy}
            labelling={labelling}
            onLabelling={setLabelling}
            actions={actions}
          />
        )}
      </div>
    </div>
  );
}

function emptyWords(filter: Filter, search: string): string {
  if (search.trim() !== "") return t("No results");
  return filter === "labelled" ? t("No labels yet. Press L on a message.") : t("No messages yet");
}

interface FiltersProps {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  branches: number;
}

function Filters({ filter, onFilter, branches }: FiltersProps) {
  const option = (value: Filter, long: string, short = long) => (
    <button
      type="button"
      className="tree-filter"
      aria-pressed={filter === value}
      aria-label={long}
      onClick={() => onFilter(value)}
    >
      <span className="wide-only">{long}</span>
      <span className="narrow-only">{short}</span>
    </button>
  );
  // The active path is one, too.
  const count = t("{0} branches", integer(branches + 1));
  return (
    <div className="tree-filters">
      {option("messages", t("Messages"))}
      {option("tools", t("With tools"), t("Tools"))}
      {option("labelled", t("Labelled"))}
      {branches > 0 && <span className="tree-count muted number wide-only">{count}</span>}
    </div>
  );
}
