/** Draws the lines that are on screen, by turn, in normal flow. */
import { memo, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { t } from "../ui/l10n.ts";
import type { Line } from "./lines.ts";
import type { Viewport } from "./viewport.ts";
import type { TurnPart } from "./window.ts";

interface ListProps {
  viewport: Viewport;
  lines: readonly Line[];
  drawLine: (line: Line) => ReactNode;
  /** Drawn wherever it stands, as it has the focus. */
  pinned: string | null;
  scroller: RefObject<HTMLDivElement | null>;
  /** Stands after the last line. */
  children?: ReactNode;
}

export function List({ viewport, lines, drawLine, pinned, scroller, children }: ListProps) {
  const content = useRef<HTMLDivElement>(null);
  const slack = useRef<HTMLDivElement>(null);
  const { turns, after } = viewport.plan(lines, pinned);

  useLayoutEffect(() => {
    if (!scroller.current || !content.current || !slack.current) return undefined;
    return viewport.attach({ scroller: scroller.current, content: content.current, slack: slack.current });
  }, [viewport, scroller]);
  useLayoutEffect(() => viewport.drawn());

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the one tab stop of the transcript; it hands the focus to a line
    <div className="transcript" ref={scroller} role="log" aria-label={t("Conversation")} aria-live="off" tabIndex={0}>
      <div className="transcript-lines column" ref={content}>
        {turns.map((turn) => (
          <TurnArticle key={turn.turn} turn={turn} drawLine={drawLine} />
        ))}
        <Space height={after} />
        {children}
      </div>
      <div className="transcript-slack" ref={slack} />
    </div>
  );
}

/** Id of a turn's heading in the page. */
export function headingId(turn: string): string {
  return `turn-${turn}`;
}

/** The space before a turn stands outside of it: where the turn begins must not depend on what is drawn. */
function TurnArticle({ turn, drawLine }: { turn: TurnPart; drawLine: (line: Line) => ReactNode }) {
  const [first] = turn.parts;
  const isHeaded = first?.line.kind === "user";
  const label = t("Start of the session");
  const names = isHeaded ? { "aria-labelledby": headingId(turn.turn) } : { "aria-label": label };
  return (
    <>
      <Space height={first?.space ?? 0} />
      <article {...names}>
        {!isHeaded && <h2 className="visually-hidden">{label}</h2>}
        {turn.parts.map(({ space, index, line }, at) => (
          <LineBox key={line.key} space={at === 0 ? 0 : space} index={index} line={line} drawLine={drawLine} />
        ))}
      </article>
    </>
  );
}

interface LineBoxProps {
  space: number;
  index: number;
  line: Line;
  drawLine: (line: Line) => ReactNode;
}

const LineBox = memo(function LineBox({ space, index, line, drawLine }: LineBoxProps) {
  return (
    <>
      <Space height={space} />
      <div
        className="line"
        tabIndex={-1}
        data-index={index}
        data-key={line.key}
        style={{ paddingBlock: `${line.gap}px ${line.below}px` }}
      >
        {drawLine(line)}
      </div>
    </>
  );
}, sameBox);

function sameBox(before: LineBoxProps, after: LineBoxProps): boolean {
  return (
    before.space === after.space &&
    before.index === after.index &&
    before.drawLine === after.drawLine &&
    sameLine(before.line, after.line)
  );
}

/** A closed stretch of a growing text is the same as long as its words are. */
function sameLine(before: Line, after: Line): boolean {
  if (before === after) return true;
  if (before.kind !== after.kind || before.gap !== after.gap || before.below !== after.below) return false;
  if (before.kind === "user" && after.kind === "user") return before.row === after.row;
  if (before.kind === "row" && after.kind === "row") return before.row === after.row;
  if (before.kind === "run" && after.kind === "run") {
    return before.rows.length === after.rows.length && before.rows.every((row, index) => row === after.rows[index]);
  }
  if (before.kind !== "text" || after.kind !== "text") return false;
  if (before.start !== after.start || before.end !== after.end || before.open !== after.open) return false;
  if (before.row === after.row) return true;
  const isSettling = before.row.streaming !== after.row.streaming;
  return (
    !isSettling && before.row.text.slice(before.start, before.end) === after.row.text.slice(after.start, after.end)
  );
}

/** Stands for lines that are not drawn. */
function Space({ height }: { height: number }) {
  return height > 0.5 ? <div className="space" style={{ height }} /> : null;
}
