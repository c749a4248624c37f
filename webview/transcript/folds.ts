/** Which rows a person has opened or closed. Lives as long as the panel, however often a row is drawn. */
import { useCallback, useSyncExternalStore } from "react";

const chosen = new Map<string, boolean>();
const listeners = new Map<string, Set<() => void>>();

/** Undefined: nobody has chosen. */
export function foldChoice(key: string): boolean | undefined {
  return chosen.get(key);
}

export function setOpen(key: string, open: boolean): void {
  chosen.set(key, open);
  for (const listener of [...(listeners.get(key) ?? [])]) listener();
}

function listen(key: string, listener: () => void): () => void {
  const set = listeners.get(key) ?? new Set();
  listeners.set(key, set.add(listener));
  return () => {
    set.delete(listener);
    if (set.size === 0) listeners.delete(key);
  };
}

/** The fold of what a row draws only when asked: the lines before the last, the rest of a diff, closed branches. */
export function wholeOf(row: string): string {
  return `${row}/whole`;
}

/** Whether the row is open: as chosen, else as `byDefault`; and what turns it over. */
export function useFold(key: string, byDefault: boolean): [open: boolean, toggle: () => void] {
  const subscribe = useCallback((listener: () => void) => listen(key, listener), [key]);
  const open = useSyncExternalStore(subscribe, () => chosen.get(key)) ?? byDefault;
  return [open, () => setOpen(key, !open)];
}
