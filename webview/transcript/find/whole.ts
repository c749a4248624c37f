/** What a search needs and the panel does not hold: older pages, then the texts that the host cut. */
import { useEffect, useRef, useState } from "react";
import type { SessionEntry } from "../../../server/protocol/entry.ts";
import { getView, loadOlder, loadTexts, useView } from "../../state/store.ts";

/** Entries in an older page, while a search wants them all. */
const PAGE = 400;
/** Entries whose texts are asked for at once; the host sends as many as fit into a message. */
const TEXTS = 50;
/** Entries that are looked through before the browser gets a turn. */
const AT_ONCE = 2000;

const known = new WeakMap<SessionEntry, boolean>();

/** Whether the host cut a text of this entry. Images that were left out hold none. */
export function hasCutText(entry: SessionEntry): boolean {
  let cut = known.get(entry);
  if (cut === undefined) {
    cut = isCut(entry);
    known.set(entry, cut);
  }
  return cut;
}

function isCut(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(isCut);
  const { clipped, type } = value as { clipped?: { bytes?: unknown }; type?: unknown };
  if (typeof clipped?.bytes === "number") return type !== "image";
  return Object.values(value).some(isCut);
}

/** Looks through entries ahead of the first search, bit by bit. Answers with what ends it. */
function lookAhead(entries: readonly SessionEntry[]): () => void {
  let at = 0;
  let timer = setTimeout(function look() {
    for (const entry of entries.slice(at, at + AT_ONCE)) hasCutText(entry);
    at += AT_ONCE;
    if (at < entries.length) timer = setTimeout(look);
  });
  return () => clearTimeout(timer);
}

/** Brings what is missing while a search is `wanted`. True while there is more to come. */
export function useWhole(wanted: boolean): boolean {
  const entries = useView((view) => view.transcript.entries);
  const older = useView((view) => view.transcript.olderCount);
  const [complete, setComplete] = useState<readonly SessionEntry[] | null>(null);
  const [fetching, setFetching] = useState(false);
  const asked = useRef(new Set<string>());
  useEffect(() => lookAhead(entries), [entries]);
  useEffect(() => {
    if (!wanted || complete === entries) return undefined;
    let ended = false;
    const isOver = () => ended;
    // What comes makes other entries of these, which begins the next step.
    void bring(entries, asked.current, isOver, () => setFetching(true)).then((came) => {
      if (came || ended) return;
      setComplete(entries);
      setFetching(false);
    });
    return () => {
      ended = true;
    };
  }, [wanted, entries, complete]);
  // What settles while one looks is searched at once; that it was looked through is no news.
  return wanted && (older > 0 || complete === null || fetching);
}

/** Brings one message's worth of what is missing. False when there is nothing left that can be had. */
async function bring(
  entries: readonly SessionEntry[],
  asked: Set<string>,
  isOver: () => boolean,
  onFetch: () => void,
): Promise<boolean> {
  if (getView().transcript.olderCount > 0 && (await loadOlder(PAGE))) return true;
  const cut: string[] = [];
  for (let at = 0; at < entries.length && cut.length < TEXTS; at += AT_ONCE) {
    // What was found so far is drawn before.
    await new Promise((resolve) => setTimeout(resolve));
    if (isOver()) return false;
    for (const entry of entries.slice(at, at + AT_ONCE)) {
      if (!asked.has(entry.id) && hasCutText(entry)) cut.push(entry.id);
    }
  }
  if (cut.length === 0) return false;
  onFetch();
  const came = await loadTexts(cut.slice(0, TEXTS));
  for (const id of came) asked.add(id);
  return came.length > 0;
}
