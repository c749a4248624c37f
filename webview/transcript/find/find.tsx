/** Find in the conversation: over the data, so that folded blocks and lines off the screen count as well. */
import { useEffect, useMemo, useRef, useState } from "react";
import { focusComposer } from "../../composer/store.ts";
import { setFindOpen, useView } from "../../state/store.ts";
import { IconButton } from "../../ui/button.tsx";
import { useEscape } from "../../ui/escape.ts";
import { integer } from "../../ui/format.ts";
import { onKeys, useGlobalKeys } from "../../ui/keys.ts";
import { t } from "../../ui/l10n.ts";
import { useLines } from "../use-lines.ts";
import { setFound } from "./matches.ts";
import { type Chosen, chosenAt, expressionOf, insideFolds, numberOf, type Query, search, warm } from "./search.ts";
import { Boxes, useMarks } from "./use-marks.tsx";
import { useWhole } from "./whole.ts";

const empty: Query = { text: "", matchCase: false, wholeWord: false, regex: false };
/** What was looked for last, for the next time the bar opens. */
let last = empty;

export function Find() {
  const turns = useView((view) => view.transcript.turns);
  const running = useView((view) => view.chat?.isStreaming ?? false);
  const request = useView((view) => view.focusRequest);
  const lines = useLines(turns, running);
  const [query, setQuery] = useState(last);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const expression = useMemo(() => expressionOf(query), [query]);
  const results = useMemo(() => search(lines, expression), [lines, expression]);
  const number = numberOf(results, chosen);
  const boxes = useMarks(results, expression, number);

  useEffect(() => {
    last = query;
  }, [query]);
  useEffect(() => warm(lines), [lines]);
  useEffect(() => {
    setFound({ counts: insideFolds(results) });
    return () => setFound(null);
  }, [results]);
  const more = useWhole(expression !== null);
  // The match that is shown first stays the current one, whatever else is found before it.
  useEffect(() => {
    if (chosen === null && results.total > 0) setChosen(chosenAt(results, 0));
  }, [chosen, results]);
  const takeFocus = () => {
    field.current?.focus();
    field.current?.select();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request for the focus is a reason of its own
  useEffect(takeFocus, [request]);

  const opener = useRef(document.activeElement);
  const close = () => {
    setFindOpen(false);
    const { current } = opener;
    if (current instanceof HTMLElement && current.isConnected && current !== document.body) current.focus();
    else focusComposer();
  };
  const step = (by: number) => () => {
    if (results.total > 0) setChosen(chosenAt(results, (number + by + results.total) % results.total));
  };
  useEscape(true, close);
  useGlobalKeys({ f3: step(1), "shift+f3": step(-1), "mod+f": takeFocus });
  const change = (patch: Partial<Query>) => {
    setQuery({ ...query, ...patch });
    setChosen(null);
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
          {query.text === "" ? "" : countWords(number, results.total, more)}
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
