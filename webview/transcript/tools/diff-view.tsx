/** A unified diff: line number, sign, text with syntax colours and the changed words set off. */
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { languageOf } from "../../markdown/languages.ts";
import { LinkButton } from "../../ui/button.tsx";
import { integer } from "../../ui/format.ts";
import { t } from "../../ui/l10n.ts";
import { useFold, wholeOf } from "../folds.ts";
import { type DiffLine, type DiffRow, isGap } from "./diff.ts";

/** Lines shown before the rest is asked for. */
const FOLDED = 24;
/** A diff is drawn in pages of this many lines. */
const PAGE = 500;

interface DiffViewProps {
  rows: readonly DiffRow[];
  path: string;
  id: string;
}

export function DiffView({ rows, path, id }: DiffViewProps) {
  const [all, showAll] = useFold(`${id}/all`, false);
  const [pages, setPages] = useState(1);
  const [whole] = useFold(wholeOf(id), false);
  const count = whole ? rows.length : all || rows.length <= FOLDED + 4 ? pages * PAGE : FOLDED;
  const shown = useMemo(() => rows.slice(0, count), [rows, count]);
  const colours = useColours(shown, path);
  const hidden = rows.length - shown.length;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard */}
      <div className="diff mono-block" tabIndex={0}>
        <div className="diff-lines">
          {shown.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a diff never change places
            <DiffRowView key={index} row={row} colours={colours[index]} />
          ))}
        </div>
      </div>
      {hidden > 0 && (
        <div className="card-footer">
          <LinkButton tabIndex={-1} onClick={() => (all ? setPages(pages + 1) : showAll())}>
            {t("Show all {0} lines", integer(rows.length))}
          </LinkButton>
        </div>
      )}
    </>
  );
}

const kinds = { " ": "diff-line", "+": "diff-line diff-added", "-": "diff-line diff-removed" };

function DiffRowView({ row, colours }: { row: DiffRow; colours: Stretch[] | undefined }) {
  if (isGap(row)) {
    return <div className="diff-gap">{row.gap === null ? "…" : t("… {0} lines", integer(row.gap))}</div>;
  }
  return (
    <div className={kinds[row.sign]}>
      <span className="diff-number">{row.number}</span>
      <span className="diff-sign">{row.sign === " " ? "" : row.sign}</span>
      <span className="diff-text">{marked(row, colours)}</span>
    </div>
  );
}

/** A stretch of a line that has one colour. */
interface Stretch {
  from: number;
  to: number;
  className: string;
}

/** The text of a line, cut where its colour or its mark changes. */
function marked({ text, marks = [] }: DiffLine, colours: Stretch[] = []): ReactNode {
  if (marks.length === 0 && colours.length === 0) return text;
  const cuts = new Set([0, text.length]);
  for (const { from, to } of colours) cuts.add(from).add(to);
  for (const [from, to] of marks) cuts.add(from).add(to);
  const places = [...cuts].filter((place) => place <= text.length).sort((a, b) => a - b);
  const pieces: ReactNode[] = [];
  let open: ReactNode[] = [];
  places.slice(0, -1).forEach((from, index) => {
    const to = places[index + 1] as number;
    const colour = colours.find((stretch) => stretch.from <= from && to <= stretch.to);
    const piece = colour ? (
      <span key={from} className={colour.className}>
        {text.slice(from, to)}
      </span>
    ) : (
      text.slice(from, to)
    );
    const mark = marks.find(([start, end]) => start <= from && to <= end);
    if (!mark) pieces.push(piece);
    else {
      open.push(piece);
      if (to === mark[1]) {
        pieces.push(<mark key={`mark${mark[0]}`}>{open}</mark>);
        open = [];
      }
    }
  });
  return pieces;
}

type Highlighter = typeof import("../../markdown/highlight.ts");

/** Syntax colours of the lines, once the highlighter is there. */
function useColours(rows: readonly DiffRow[], path: string): (Stretch[] | undefined)[] {
  const [highlighter, setHighlighter] = useState<Highlighter | null>(null);
  useEffect(() => {
    void import("../../markdown/highlight.ts").then(setHighlighter);
  }, []);
  return useMemo(() => {
    if (!highlighter) return [];
    return rows.map((row) => (isGap(row) ? undefined : stretchesOf(highlighter, row.text, languageOf(path))));
  }, [highlighter, rows, path]);
}

function stretchesOf({ highlighted }: Highlighter, text: string, language: string): Stretch[] {
  const nodes = text.length < 2000 ? highlighted(text, language) : null;
  const stretches: Stretch[] = [];
  if (!nodes) return stretches;
  const walker = document.createTreeWalker(nodes, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = (node.nodeValue ?? "").length;
    const className = node.parentElement?.className ?? "";
    if (className !== "") stretches.push({ from: at, to: at + length, className });
    at += length;
  }
  return stretches;
}
