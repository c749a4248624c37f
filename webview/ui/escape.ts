/**
 * Escape closes what was opened last, then acts on the chat. Whatever opens (popup, find, edit)
 * registers itself; the composer registers nothing and gets what is left.
 */
import { useEffect, useRef } from "react";

const open: { close: () => void }[] = [];

/** While `active`, Escape calls `close` before anything that was opened earlier. */
export function useEscape(active: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!active) return;
    const entry = { close: () => latest.current() };
    open.push(entry);
    return () => {
      open.splice(open.indexOf(entry), 1);
    };
  }, [active]);
}

/** Closes the newest open thing; false when nothing is open. */
export function closeNewest(): boolean {
  const newest = open.at(-1);
  newest?.close();
  return newest !== undefined;
}
