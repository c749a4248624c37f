/** Keeps the marks on screen: opens what the current match is folded into, scrolls to it, and draws its border. */
import { useEffect, useRef, useState } from "react";
import { foldChoice, setOpen, wholeOf } from "../folds.ts";
import { activeViewport } from "../viewport-ref.ts";
import { paint, rangesIn, unpaint } from "./marks.ts";
import type { Place } from "./places.ts";
import { type Hit, hitOf, type Results } from "./search.ts";

export interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** The number of the match among those drawn of its row: matches in folds that are closed are not drawn. */
function nthInRow({ hits }: Results, { place }: Hit, nth: number): number {
  const isDrawn = (fold: string) => place.folds.includes(fold) || foldChoice(fold) === true;
  let before = nth;
  for (let at = hits.findIndex((hit) => hit.place === place) - 1; at >= 0; at -= 1) {
    const other = hits[at] as Hit;
    if (other.place.line !== place.line) break;
    if (other.place.row === place.row && other.place.folds.every(isDrawn)) before += other.count;
  }
  return before;
}

/** Where a match is drawn: in its row, or in the line that is the row. */
function rowIn(line: HTMLElement, { row }: Place): HTMLElement {
  return line.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`) ?? line;
}

function isSameRange(a: Range, b: Range): boolean {
  return a.compareBoundaryPoints(Range.START_TO_START, b) === 0 && a.compareBoundaryPoints(Range.END_TO_END, b) === 0;
}

export function useMarks(results: Results, expression: RegExp | null, number: number): Box[] {
  const [boxes, setBoxes] = useState<Box[]>([]);
  const shown = useRef("");

  useEffect(() => {
    const viewport = activeViewport();
    const { scroller, host } = viewport?.places() ?? {};
    if (!viewport || !scroller || !host || !expression) {
      unpaint();
      setBoxes([]);
      return undefined;
    }
    const target = hitOf(results, number);
    let frame = 0;
    const draw = () => {
      frame = 0;
      const others: Range[] = [];
      let current: Range | null = null;
      let row: HTMLElement | null = null;
      for (const element of scroller.querySelectorAll<HTMLElement>("[data-index]")) {
        const ranges = rangesIn(element, expression);
        if (target && element.dataset.key === target.hit.place.line) {
          row = rowIn(element, target.hit.place);
          const own = row === element ? ranges : rangesIn(row, expression);
          const found = own[Math.min(own.length - 1, nthInRow(results, target.hit, target.nth))];
          current = found ?? null;
          others.push(...ranges.filter((range) => !found || !isSameRange(range, found)));
        } else others.push(...ranges);
      }
      paint(others, current);
      // What a row says of itself may be drawn in other words, such as a path by its name: then the row is marked.
      const shown = current ?? row?.querySelector(".row, .card-header") ?? null;
      setBoxes(shown ? boxesOf(shown, host) : []);
      return shown;
    };
    const soon = () => {
      frame ||= requestAnimationFrame(draw);
    };
    const { line, folds } = target?.hit.place ?? { line: "", folds: [] };
    const key = target ? `${line}/${folds.join()}/${target.nth}/${expression.source}` : "";
    if (target && shown.current !== key) {
      // Not from within an effect: what is revealed is drawn at once. What was folded is drawn with the frame after.
      frame = requestAnimationFrame(() => {
        shown.current = key;
        for (const fold of target.hit.place.folds) setOpen(fold, true);
        if (target.hit.place.partial) setOpen(wholeOf(target.hit.place.row), true);
        viewport.reveal(target.hit.place.line, 80);
        frame = requestAnimationFrame(() => {
          const range = draw();
          if (range) viewport.showRect(range.getBoundingClientRect(), 80);
          soon();
        });
      });
    } else {
      shown.current = key;
      soon();
    }
    const changed = new MutationObserver(soon);
    changed.observe(scroller, { childList: true, subtree: true, characterData: true });
    scroller.addEventListener("scroll", soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      changed.disconnect();
      scroller.removeEventListener("scroll", soon);
    };
  }, [results, expression, number]);

  useEffect(() => unpaint, []);
  return boxes;
}

function boxesOf(range: Range | Element, host: Element): Box[] {
  const origin = host.getBoundingClientRect();
  return [...range.getClientRects()].map(({ top, left, width, height }) => ({
    top: top - origin.top,
    left: left - origin.left,
    width,
    height,
  }));
}

/** The border of the current match, over the transcript. */
export function Boxes({ boxes }: { boxes: readonly Box[] }) {
  return (
    <div className="find-boxes" aria-hidden="true">
      {boxes.map((box) => (
        <div key={`${box.top}:${box.left}`} className="find-box" style={box} />
      ))}
    </div>
  );
}
