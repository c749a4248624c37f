/** The lines of the transcript, the viewport they are drawn in, and how many are new. */
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { loadOlder } from "../state/store.ts";
import type { Turn } from "../state/transcript.ts";
import { type Line, linesOf } from "./lines.ts";
import { Viewport } from "./viewport.ts";
import { setActiveViewport } from "./viewport-ref.ts";
import { turnStart } from "./window.ts";

/** Entries in an older page. */
const PAGE = 200;

/** All lines. While only the last turn changes, those before it are neither laid out nor compared anew. */
export function useLines(turns: readonly Turn[], running: boolean): readonly Line[] {
  const settled = useRef<{ turns: readonly Turn[]; lines: readonly Line[] }>({ turns: [], lines: [] });
  return useMemo(() => {
    const before = turns.slice(0, -1);
    const known = settled.current;
    const isSame = known.turns.length === before.length && before.every((turn, index) => turn === known.turns[index]);
    if (!isSame) {
      settled.current = {
        turns: before,
        lines: before.flatMap((turn) => linesOf(turn, { last: false, running: false })),
      };
    }
    const last = turns.at(-1);
    return last ? settled.current.lines.concat(linesOf(last, { last: true, running })) : settled.current.lines;
  }, [turns, running]);
}

export function useViewport(lines: readonly Line[]): { viewport: Viewport; following: boolean; top: string | null } {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [following, setFollowing] = useState(true);
  const [top, setTop] = useState<string | null>(null);
  const now = useRef(lines);
  now.current = lines;
  const viewport = useRef<Viewport>(null);
  viewport.current ??= new Viewport({
    redraw: (underWay) => (underWay ? redraw() : flushSync(redraw)),
    following: setFollowing,
    place: (first, below) => setTop(stuckTurn(now.current, first, below)),
    nearStart: () => void loadOlder(PAGE),
  });
  const { current } = viewport;
  useEffect(() => {
    setActiveViewport(current);
    return () => setActiveViewport(null);
  }, [current]);
  return { viewport: current, following, top };
}

/** The turn that fills the place of the sticky line, its heading scrolled past. */
function stuckTurn(lines: readonly Line[], first: number, below: number): string | null {
  const start = turnStart(lines, first);
  const isStuck = start < first && lines[start]?.kind === "user" && lines[below]?.turn === lines[start]?.turn;
  return isStuck ? (lines[start]?.turn ?? null) : null;
}

/** What was there when the end was left; enough of it to be met again on the way up from the end. */
const REMEMBERED_LINES = 400;

/** How many messages and rows have come below since the end was left, however they are folded or cut into lines. */
export function useFresh(lines: readonly Line[], following: boolean): number {
  const left = useRef(lines);
  const known = useRef<ReadonlySet<string> | null>(null);
  if (following) {
    left.current = lines;
    known.current = null;
    return 0;
  }
  known.current ??= new Set(left.current.slice(-REMEMBERED_LINES).flatMap(rowKeys));
  let fresh = 0;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const keys = rowKeys(lines[at] as Line);
    const news = keys.filter((key) => !known.current?.has(key)).length;
    fresh += news;
    if (news < keys.length) break;
  }
  return fresh;
}

/** The rows that the line shows. A long text is told by its first line. */
function rowKeys(line: Line): string[] {
  switch (line.kind) {
    case "foot":
    case "working":
      return [];
    case "run":
      return line.rows.map(({ key }) => key);
    case "text":
      return line.start === 0 ? [line.row.key] : [];
    default:
      return [line.key];
  }
}
