/** Fuzzy search with the places that matched; the searcher comes with the first popup that needs it. */
import { useEffect, useState } from "react";

export interface Found<T> {
  item: T;
  /** Indices of the characters that matched. */
  positions?: ReadonlySet<number>;
}

type Search = <T>(items: readonly T[], textOf: (item: T) => string, query: string) => Found<T>[];

interface Finder<T> {
  find(query: string): { item: T; positions: Set<number> }[];
}

const plain: Search = (items, textOf, query) => {
  const wanted = query.toLowerCase();
  return items.filter((item) => textOf(item).toLowerCase().includes(wanted)).map((item) => ({ item }));
};

let loaded: Search | undefined;

async function load(): Promise<Search> {
  const { Fzf, byLengthAsc } = await import("fzf");
  loaded = (items, textOf, query) => {
    if (query === "") return items.map((item) => ({ item }));
    // The searcher's own type wants the selector left out for strings.
    const Searcher = Fzf as unknown as new <U>(list: readonly U[], options: object) => Finder<U>;
    const options = { selector: textOf, casing: "case-insensitive", tiebreakers: [byLengthAsc] };
    return new Searcher(items, options).find(query).map(({ item, positions }) => ({ item, positions }));
  };
  return loaded;
}

/** The search: simple inclusion until the searcher is there. */
export function useFuzzy(): Search {
  const [search, setSearch] = useState<Search>(() => loaded ?? plain);
  useEffect(() => {
    if (!loaded) load().then((fuzzy) => setSearch(() => fuzzy));
  }, []);
  return search;
}

/** Where the letters of `query` stand in `text`, for a list that was searched elsewhere. */
export function useMatches(): (text: string, query: string) => ReadonlySet<number> | undefined {
  const search = useFuzzy();
  return (text, query) => search([text], (value) => value, query)[0]?.positions;
}
