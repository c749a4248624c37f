import { byLengthAsc, Fzf, type FzfResultItem } from "fzf";

export interface PathHit {
  /** Relative to the folder, with `/`; a folder ends in one. */
  path: string;
  score: number;
  /** The query stands in the last part of the path. */
  inName: boolean;
}

/** More paths than this are never ranked in full: the cheap first pass picks them. */
const MAX_RANKED = 600;

/**
 * Finds paths by fuzzy text among very many. A cheap pass over all of them picks those worth ranking (a match in
 * the name before one in the folders, the shorter before the longer), and fzf ranks these.
 */
export class PathIndex {
  /** Files and the folders they lie in, shortest first. */
  readonly #paths: string[];
  readonly #folded: string[];
  /** Where the last part of each path begins. */
  readonly #names: Uint32Array;
  readonly #letters: Uint32Array;
  readonly #known: Set<string>;

  /** `files`: relative paths with `/`. Folders follow from them. */
  constructor(files: readonly string[]) {
    this.#known = new Set(files);
    for (const file of files) addFolders(file, this.#known);
    this.#paths = [...this.#known].sort((one, other) => one.length - other.length);
    this.#folded = this.#paths.map(folded);
    this.#names = Uint32Array.from(this.#folded, (path) => path.lastIndexOf("/", path.length - 2) + 1);
    this.#letters = Uint32Array.from(this.#folded, lettersOf);
  }

  get size(): number {
    return this.#paths.length;
  }

  /** A file, or a folder when it ends in `/`. */
  has(path: string): boolean {
    return this.#known.has(path);
  }

  /** What lies in the folder itself: its folders, then its files, each by name. */
  top(limit: number): string[] {
    const names = this.#paths.filter((path) => path.indexOf("/") === (path.endsWith("/") ? path.length - 1 : -1));
    const isFile = (path: string) => Number(!path.endsWith("/"));
    return names.sort((one, other) => isFile(one) - isFile(other) || (one < other ? -1 : 1)).slice(0, limit);
  }

  /** The best matches, best first. */
  search(query: string, limit: number): PathHit[] {
    const wanted = folded(query);
    if (wanted === "") return [];
    const picked = this.#pick(wanted);
    const nameFirst = (one: FzfResultItem<PathHit>, other: FzfResultItem<PathHit>) =>
      Number(other.item.inName) - Number(one.item.inName);
    const ranked = new Fzf(picked, {
      selector: (hit) => hit.path,
      casing: "case-insensitive",
      limit,
      tiebreakers: [nameFirst, byLengthAsc],
    });
    return ranked.find(query).map(({ item, score }) => ({ ...item, score }));
  }

  #pick(wanted: string): PathHit[] {
    const letters = lettersOf(wanted);
    const buckets: number[][] = [[], [], [], [], []];
    for (let at = 0; at < this.#paths.length; at++) {
      if (((this.#letters[at] ?? 0) & letters) !== letters) continue;
      const bucket = buckets[closeness(this.#folded[at] ?? "", this.#names[at] ?? 0, wanted)];
      if (bucket && bucket.length < MAX_RANKED) bucket.push(at);
    }
    const inName = (buckets[0]?.length ?? 0) + (buckets[1]?.length ?? 0);
    return buckets
      .flat()
      .slice(0, MAX_RANKED)
      .map((at, place) => ({ path: this.#paths[at] ?? "", score: 0, inName: place < inName }));
  }
}

/** 0: the name begins so, 1: it stands in the name, 2: in the path, 3 and 4: its letters do, in this order; 5: no match. */
function closeness(path: string, name: number, wanted: string): number {
  if (path.startsWith(wanted, name)) return 0;
  if (path.indexOf(wanted, name) >= 0) return 1;
  if (path.includes(wanted)) return 2;
  if (holdsInOrder(path, name, wanted)) return 3;
  return holdsInOrder(path, 0, wanted) ? 4 : 5;
}

function holdsInOrder(path: string, from: number, wanted: string): boolean {
  let at = from;
  for (let place = 0; place < wanted.length; place++) {
    at = path.indexOf(wanted[place] ?? "", at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function addFolders(file: string, into: Set<string>): void {
  for (let slash = file.lastIndexOf("/"); slash > 0; slash = file.lastIndexOf("/", slash - 1)) {
    const folder = file.slice(0, slash + 1);
    if (into.has(folder)) return;
    into.add(folder);
  }
}

/** Lower case and without accents, as the ranking compares. */
export function folded(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins there
  const plain = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize("NFD").replace(/\p{M}/gu, "");
  return plain.toLowerCase();
}

/** Which letters occur, one bit each: a path that lacks one of the query's cannot match. */
function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const letter = code >= 97 && code <= 122;
    if (letter) bits |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) bits |= 1 << 26;
    else if (code < 128) bits |= 1 << (27 + (code % 4));
  }
  return bits;
}
