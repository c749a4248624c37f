/** What was found, as rows ask for it. The find bar fills it; nothing here loads the search itself. */
import { useSyncExternalStore } from "react";

export interface Found {
  /** Matches by key of the line they stand in. */
  counts: ReadonlyMap<string, number>;
}

const nothing: Found = { counts: new Map() };
let found: Found = nothing;
const listeners = new Set<() => void>();

export function setFound(next: Found | null): void {
  found = next ?? nothing;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Matches in a line; 0 while nothing is looked for. */
export function useMatchCount(line: string): number {
  return useSyncExternalStore(subscribe, () => found.counts.get(line) ?? 0);
}
