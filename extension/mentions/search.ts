import { Fzf } from "fzf";
import type { MentionItem } from "../panel/messages.ts";
import { within } from "../within.ts";
import { insertOf, splitRange } from "./mention-text.ts";
import type { PathIndex } from "./path-index.ts";

/** What can be mentioned, as it is now. */
export interface MentionSources {
  files: PathIndex;
  /** Paths of open editors as in `files` (others absolute), the last used one first. */
  editors: readonly string[];
  /** Selection, problems, terminal: what there is of them. */
  specials: readonly MentionItem[];
  /** Symbols that may match; slow language servers are not waited for longer than `patienceMs`. */
  symbols(query: string): Promise<readonly MentionItem[]>;
}

export interface SearchOptions {
  limit: number;
  patienceMs: number;
}

interface Scored {
  item: MentionItem;
  score: number;
}

/** Among equals an open editor comes first. */
const EDITOR_BONUS = 12;
const MIN_SYMBOL_QUERY = 2;

/** What a popup offers for the text typed after `@`, best first. `name:10-20` adds lines to what is found for `name`. */
export async function searchMentions(
  typed: string,
  sources: MentionSources,
  { limit, patienceMs }: SearchOptions,
): Promise<MentionItem[]> {
  const { name, range } = splitRange(typed);
  if (name === "") return unasked(sources, limit);
  const symbols = range || name.length < MIN_SYMBOL_QUERY || name.includes("/") ? [] : sources.symbols(name);
  const open = new Set(sources.editors);
  const found = [
    ...scored(name, sources.editors.map(editorItem), EDITOR_BONUS, (item) => item.insert),
    ...sources.files
      .search(name, limit)
      .filter(({ path }) => !open.has(path))
      .map(({ path, score }) => ({ item: pathItem(path), score })),
    ...scored(name, await within(symbols, patienceMs, []), 0, (item) => item.label),
  ];
  found.sort((one, other) => other.score - one.score);
  const specials = scored(name, sources.specials, 0, (item) => item.label).map(({ item }) => item);
  const items = [...specials, ...found.map(({ item }) => item)].slice(0, limit);
  return range
    ? items.filter(({ kind }) => kind === "file" || kind === "editor").map((item) => withRange(item))
    : items;

  function withRange(item: MentionItem): MentionItem {
    const path = pathOf(item);
    return { ...item, label: typed.replace(name, item.label), insert: insertOf(path, range) };
  }
}

/** Before anything is typed: what is at hand, then what lies in the folder. */
function unasked({ files, editors, specials }: MentionSources, limit: number): MentionItem[] {
  const others = files.top(limit).filter((path) => !editors.includes(path));
  return [...specials, ...editors.map(editorItem), ...others.map(pathItem)].slice(0, limit);
}

function scored(
  query: string,
  items: readonly MentionItem[],
  bonus: number,
  text: (item: MentionItem) => string,
): Scored[] {
  const finder = new Fzf(items, { selector: text, casing: "case-insensitive" });
  return finder.find(query).map(({ item, score }) => ({ item, score: score + bonus }));
}

function editorItem(path: string): MentionItem {
  return { ...pathItem(path), kind: "editor" };
}

/** A file or folder: its name, and where it lies. */
export function pathItem(path: string): MentionItem {
  const isFolder = path.endsWith("/");
  const whole = isFolder ? path.slice(0, -1) : path;
  const slash = whole.lastIndexOf("/");
  const parent = whole.slice(0, Math.max(slash, 0));
  return {
    kind: isFolder ? "folder" : "file",
    label: whole.slice(slash + 1),
    insert: insertOf(path),
    ...(parent ? { detail: parent } : {}),
  };
}

function pathOf(item: MentionItem): string {
  return item.detail ? `${item.detail}/${item.label}` : item.label;
}
