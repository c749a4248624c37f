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

/** How many lines have come since the end was left. */
export function useFresh(lines: readonly Line[], following: boolean): number {
  const seen = useRef(0);
  const counted = lines.filter(isNews).length;
  if (following) seen.current = counted;
  const [fresh, setFresh] = useState(0);
  useEffect(() => setFresh(following ? 0 : Math.max(0, counted - seen.current)), [counted, following]);
  return fresh;
}

function isNews({ kind }: Line): boolean {
  return kind !== "foot" && kind !== "working";
}
