/** The rows of the session tree. Only those on screen are drawn; the list itself has the focus and names the active row. */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CompactionDetails } from "../../server/protocol/entry.ts";
import { getView } from "../state/store.ts";
import { tokens } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { type KeyBindings, onKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { plainText } from "../ui/plain.ts";
import type { Graph, GraphRow } from "./graph.ts";
import { LaneColumn, laneClass, laneWidth } from "./lane-column.tsx";

const ROW = 22;
/** Rows drawn beyond the edges of the screen. */
const BEYOND = 10;

interface TreeListProps {
  graph: Graph;
  selected: string | null;
  search: string;
  onSelect: (id: string) => void;
  onActivate: (id: string) => void;
  /** Opens or closes the branch of a row. */
  onFold: (branch: string, folded: boolean) => void;
  keys: KeyBindings;
}

export function TreeList({ graph, selected, search, onSelect, onActivate, onFold, keys }: TreeListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const { rows } = graph;
  const at = rows.findIndex(({ row }) => row.id === selected);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const read = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const resized = new ResizeObserver(read);
    resized.observe(element);
    element.addEventListener("scroll", read, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", read);
    };
  }, []);
  useEffect(() => {
    const element = list.current;
    if (!element || at < 0) return;
    const top = at * ROW;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW > element.scrollTop + element.clientHeight) element.scrollTop = top + ROW - element.clientHeight;
  }, [at]);

  const go = (to: number) => {
    const target = rows[Math.min(rows.length - 1, Math.max(0, to))];
    if (target) onSelect(target.row.id);
  };
  const page = Math.max(1, Math.floor(view.height / ROW) - 1);
  const now = rows[at];
  const bindings: KeyBindings = {
    ...keys,
    arrowdown: () => go(at + 1),
    arrowup: () => go(at - 1),
    pagedown: () => go(at + page),
    pageup: () => go(at - page),
    home: () => go(0),
    end: () => go(rows.length - 1),
    arrowleft: () => {
      if (now?.branch && now.branch === now.row.id && now.goesOn) onFold(now.branch, true);
      else if (now?.branch && now.branch !== now.row.id) onSelect(now.branch);
      else if (now?.row.above) onSelect(now.row.above);
    },
    arrowright: () => (now?.branch && now.folded > 0 ? onFold(now.branch, false) : go(at + 1)),
    enter: () => now && onActivate(now.row.id),
  };
  const first = Math.max(0, Math.floor(view.top / ROW) - BEYOND);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW) + BEYOND);
  return (
    <div
      ref={list}
      className="tree-list"
      role="tree"
      aria-label={t("Session tree")}
      aria-activedescendant={at < 0 ? undefined : rowId(rows[at] as GraphRow)}
      tabIndex={0}
      onKeyDown={onKeys(bindings)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a group of the tree */}
      <div role="group" className="tree-rows" style={{ blockSize: rows.length * ROW }}>
        {rows.slice(first, last).map((row, index) => (
          <TreeRowView
            key={row.row.id}
            graph={row}
            lanes={graph.lanes}
            place={first + index}
            count={rows.length}
            selected={row.row.id === selected}
            search={search}
            onSelect={onSelect}
            onActivate={onActivate}
          />
        ))}
      </div>
    </div>
  );
}

function rowId({ row }: GraphRow): string {
  return `tree-${row.id}`;
}

interface TreeRowProps {
  graph: GraphRow;
  lanes: number;
  place: number;
  count: number;
  selected: boolean;
  search: string;
  onSelect: (id: string) => void;
  onActivate: (id: string) => void;
}

function TreeRowView({ graph, lanes, place, count, selected, search, onSelect, onActivate }: TreeRowProps) {
  const { row, lane, isCurrent, folded, branch, goesOn } = graph;
  const classes = [
    "tree-row",
    selected && "tree-selected",
    isCurrent && "tree-current",
    row.kind === "user" && row.onPath && "tree-own",
  ];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
    <div
      id={rowId(graph)}
      className={classes.filter(Boolean).join(" ")}
      role="treeitem"
      aria-selected={selected}
      aria-level={lane + 1}
      aria-posinset={place + 1}
      aria-setsize={count}
      aria-expanded={branch === row.id && (goesOn || folded > 0) ? folded === 0 : undefined}
      style={{ insetBlockStart: place * ROW, paddingInlineStart: laneWidth(lanes) }}
      onClick={() => onSelect(row.id)}
      onDoubleClick={() => onActivate(row.id)}
    >
      <LaneColumn graph={graph} lanes={lanes} />
      <span className="tree-text ellipsis" dir="auto">
        <Marked text={rowText(graph)} search={search} />
      </span>
      {folded > 0 && <span className="tree-folded muted">{t("{0} more", folded)}</span>}
      {row.label !== undefined && (
        <span className={`label-pill tree-label ${laneClass(lane)}`}>
          <Icon name="tag" size={12} />
          <bdi>
            <Marked text={plainText(row.label)} search={search} />
          </bdi>
        </span>
      )}
      <span className="tree-time number">{isCurrent ? t("current") : timeOf(row.at)}</span>
    </div>
  );
}

/** What a row says; rows without words of their own say what they are. */
function rowText({ row }: GraphRow): string {
  const text = plainText(row.text);
  switch (row.kind) {
    case "compaction":
      return compactionWords(row.id);
    case "branchSummary":
      return t("Branch summary: {0}", text);
    case "user":
      return text || t("Message with images");
    default:
      return text || t("Answer without text");
  }
}

/** With its counts, where the transcript holds the entry. */
function compactionWords(id: string): string {
  const entry = getView().transcript.entries.find((candidate) => candidate.id === id);
  const stats =
    entry?.type === "compaction" ? (entry.details as Partial<CompactionDetails> | undefined)?.stats : undefined;
  return stats
    ? t("Compacted, {0} → {1} tokens", tokens(stats.tokensBefore), tokens(stats.tokensAfter))
    : t("Compacted");
}

export function timeOf(at: number): string {
  if (at === 0) return "";
  return new Date(at).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

function Marked({ text, search }: { text: string; search: string }): ReactNode {
  const words = search.trim().toLowerCase();
  const at = words === "" ? -1 : text.toLowerCase().indexOf(words);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span className="match">{text.slice(at, at + words.length)}</span>
      {text.slice(at + words.length)}
    </>
  );
}
