/** Keeps the marks on screen: opens what the current match is folded into, scrolls to it, and draws its border. */
import { useEffect, useRef, useState } from "react";
import { foldChoice, setOpen } from "../folds.ts";
import { activeViewport } from "../viewport-ref.ts";
import { paint, rangesIn, unpaint } from "./marks.ts";
import { type Hit, hitOf, type Results } from "./search.ts";

export interface Box {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** The number of the match among those drawn in its line: matches in folds that are closed are not drawn. */
function nthInLine(results: Results, hit: Hit, nth: number): number {
  let before = nth;
  for (const other of results.hits.slice(0, results.hits.indexOf(hit)).reverse()) {
    if (other.place.line !== hit.place.line) break;
    if (other.place.folds.every((fold) => foldChoice(fold) ?? true)) before += other.count;
  }
  return before;
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
      for (const element of scroller.querySelectorAll<HTMLElement>("[data-index]")) {
        const ranges = rangesIn(element, expression);
        if (target && element.dataset.key === target.hit.place.line) {
          const nth = Math.min(ranges.length - 1, nthInLine(results, target.hit, target.nth));
          current = ranges.splice(nth, 1)[0] ?? null;
        }
        others.push(...ranges);
      }
      paint(others, current);
      setBoxes(current ? boxesOf(current, host) : []);
      return current;
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

function boxesOf(range: Range, host: Element): Box[] {
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
