/** Looks for a query in lines. Pure. */
import type { Line } from "../lines.ts";
import { type Place, placesOf } from "./places.ts";

export interface Query {
  text: string;
  matchCase: boolean;
  wholeWord: boolean;
  regex: boolean;
}
export interface Hit {
  place: Place;
  /** Matches in this place. */
  count: number;
  /** Matches in the places before it. */
  before: number;
}
export interface Results {
  hits: readonly Hit[];
  total: number;
}

export const noResults: Results = { hits: [], total: 0 };

/** The expression of a query; null when it is empty, or no valid expression. */
export function expressionOf({ text, matchCase, wholeWord, regex }: Query): RegExp | null {
  if (text === "") return null;
  const source = regex ? text : text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const bounded = wholeWord ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  try {
    return new RegExp(bounded, matchCase ? "gmu" : "gimu");
  } catch {
    return null;
  }
}

/** Matches of an expression in a text. Empty ones do not count. */
export function countMatches(expression: RegExp, text: string): number {
  let count = 0;
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    if (match[0] === "") expression.lastIndex += 1;
    else count += 1;
  }
  return count;
}

export function search(lines: readonly Line[], expression: RegExp | null): Results {
  if (!expression) return noResults;
  const hits: Hit[] = [];
  let total = 0;
  for (const line of lines) {
    for (const place of placesOf(line)) {
      const count = countMatches(expression, place.text);
      if (count === 0) continue;
      hits.push({ place, count, before: total });
      total += count;
    }
  }
  return { hits, total };
}

/** Lines whose texts are read before the browser gets a turn. */
const WARM_AT_ONCE = 500;

/** Reads the texts of all lines ahead of the first search, bit by bit. Answers with what ends it. */
export function warm(lines: readonly Line[]): () => void {
  let at = 0;
  let timer = setTimeout(function read() {
    const end = Math.min(lines.length, at + WARM_AT_ONCE);
    for (; at < end; at += 1) placesOf(lines[at] as Line);
    if (at < lines.length) timer = setTimeout(read);
  });
  return () => clearTimeout(timer);
}

/** Where the match with this number (from 0) stands. */
export function hitOf({ hits }: Results, number: number): { hit: Hit; nth: number } | null {
  let low = 0;
  let high = hits.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((hits[middle] as Hit).before <= number) low = middle;
    else high = middle - 1;
  }
  const hit = hits[low];
  return hit && number >= hit.before && number < hit.before + hit.count ? { hit, nth: number - hit.before } : null;
}

/** A match by where it stands, so that it is known again when others are found before it. */
export interface Chosen {
  line: string;
  folds: readonly string[];
  nth: number;
  number: number;
}

export function chosenAt(results: Results, number: number): Chosen | null {
  const found = hitOf(results, number);
  if (!found) return null;
  const { line, folds } = found.hit.place;
  return { line, folds, nth: found.nth, number };
}

/** The number of a chosen match among these results; 0 when there is none. */
export function numberOf({ hits, total }: Results, chosen: Chosen | null): number {
  if (!chosen || total === 0) return 0;
  const isSame = ({ place, count }: Hit) =>
    place.line === chosen.line && place.folds.join() === chosen.folds.join() && count > chosen.nth;
  const hit = hits.find(isSame);
  return hit ? hit.before + chosen.nth : Math.min(chosen.number, total - 1);
}

/** Matches inside each fold. */
export function insideFolds({ hits }: Results): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { place, count } of hits) {
    for (const fold of place.folds) counts.set(fold, (counts.get(fold) ?? 0) + count);
  }
  return counts;
}
