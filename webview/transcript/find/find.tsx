/** Find in the conversation: over the data, so that folded blocks and lines off the screen count as well. */
import { useEffect, useMemo, useRef, useState } from "react";
import { loadOlder, setFindOpen, useView } from "../../state/store.ts";
import { IconButton } from "../../ui/button.tsx";
import { useEscape } from "../../ui/escape.ts";
import { integer } from "../../ui/format.ts";
import { onKeys, useGlobalKeys } from "../../ui/keys.ts";
import { t } from "../../ui/l10n.ts";
import { useLines } from "../use-lines.ts";
import { setFound } from "./matches.ts";
import { expressionOf, insideFolds, type Query, search, warm } from "./search.ts";
import { Boxes, useMarks } from "./use-marks.tsx";

/** Entries in an older page, while a search wants them all. */
const PAGE = 400;
const empty: Query = { text: "", matchCase: false, wholeWord: false, regex: false };
/** What was looked for last, for the next time the bar opens. */
let last = empty;

export function Find() {
  const turns = useView((view) => view.transcript.turns);
  const older = useView((view) => view.transcript.olderCount);
  const running = useView((view) => view.chat?.isStreaming ?? false);
  const request = useView((view) => view.focusRequest);
  const lines = useLines(turns, running);
  const [query, setQuery] = useState(last);
  const [current, setCurrent] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const expression = useMemo(() => expressionOf(query), [query]);
  const results = useMemo(() => search(lines, expression), [lines, expression]);
  const number = results.total === 0 ? 0 : Math.min(current, results.total - 1);
  const boxes = useMarks(results, expression, number);

  useEffect(() => {
    last = query;
  }, [query]);
  useEffect(() => warm(lines), [lines]);
  useEffect(() => {
    setFound({ counts: insideFolds(results) });
    return () => setFound(null);
  }, [results]);
  useOlder(older > 0 && expression !== null, results.total, setCurrent);
  const takeFocus = () => {
    field.current?.focus();
    field.current?.select();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request for the focus is a reason of its own
  useEffect(takeFocus, [request]);

  const close = () => setFindOpen(false);
  const step = (by: number) => () =>
    setCurrent(results.total === 0 ? 0 : (number + by + results.total) % results.total);
  useEscape(true, close);
  useGlobalKeys({ f3: step(1), "shift+f3": step(-1), "mod+f": takeFocus });
  const change = (patch: Partial<Query>) => {
    setQuery({ ...query, ...patch });
    setCurrent(0);
  };
  const toggle = (icon: string, name: string, key: "matchCase" | "wholeWord" | "regex", className?: string) => (
    <IconButton
      icon={icon}
      name={name}
      pressed={query[key]}
      className={className}
      onClick={() => change({ [key]: !query[key] })}
    />
  );
  return (
    <>
      <Boxes boxes={boxes} />
      <search className="find">
        <div className="find-field">
          <input
            ref={field}
            aria-label={t("Find in the conversation")}
            placeholder={t("Find")}
            value={query.text}
            spellCheck={false}
            onChange={(event) => change({ text: event.target.value })}
            onKeyDown={onKeys({ enter: step(1), "shift+enter": step(-1), escape: close })}
          />
          {toggle("case-sensitive", t("Match case"), "matchCase")}
          {toggle("whole-word", t("Match whole word"), "wholeWord", "find-toggle-word")}
          {toggle("regex", t("Use regular expression"), "regex", "find-toggle-regex")}
        </div>
        <span className="find-number" role="status">
          {query.text === "" ? "" : countWords(number, results.total, older > 0)}
        </span>
        <span className="find-steps">
          <IconButton
            icon="arrow-up"
            name={t("Previous match")}
            keys="Shift+F3"
            disabled={results.total === 0}
            onClick={step(-1)}
          />
          <IconButton
            icon="arrow-down"
            name={t("Next match")}
            keys="F3"
            disabled={results.total === 0}
            onClick={step(1)}
          />
          <IconButton icon="close" name={t("Close")} keys="Escape" onClick={close} />
        </span>
      </search>
    </>
  );
}

function countWords(number: number, total: number, more: boolean): string {
  if (total === 0) return more ? t("Searching…") : t("No results");
  return t("{0} of {1}", integer(number + 1), `${integer(total)}${more ? "+" : ""}`);
}

/** Brings older pages one after the other. What they add stands before the current match, which stays the same one. */
function useOlder(wanted: boolean, total: number, setCurrent: (change: (current: number) => number) => void): void {
  const [loaded, setLoaded] = useState(0);
  const before = useRef({ total, loaded });
  useEffect(() => {
    if (before.current.loaded !== loaded) setCurrent((current) => current + Math.max(0, total - before.current.total));
    before.current = { total, loaded };
  }, [total, loaded, setCurrent]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come asks for the next
  useEffect(() => {
    if (wanted) void loadOlder(PAGE).then((came) => came && setLoaded((count) => count + 1));
  }, [wanted, loaded]);
}
