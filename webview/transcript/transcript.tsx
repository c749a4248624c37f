/** The transcript: the lines of all turns, followed, walked through by keyboard, with what floats above them. */
import { type FocusEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { CodeActions } from "../markdown/code-actions.tsx";
import { useView } from "../state/store.ts";
import { type KeyBindings, onKeys } from "../ui/keys.ts";
import { useAnnouncements } from "./announcements.ts";
import { copySelection } from "./copy-selection.ts";
import { Jump } from "./jump.tsx";
import { drawLine } from "./line.tsx";
import { useLineMenu } from "./line-menu.tsx";
import { List } from "./list.tsx";
import { focusLine, lineOf, setTabbable, walkKeys } from "./roving.ts";
import { Sticky } from "./sticky.tsx";
import { turnKeys } from "./turn-actions.ts";
import { useFresh, useLines, useViewport } from "./use-lines.ts";

export function Transcript({ children }: { children?: ReactNode }) {
  const turns = useView((view) => view.transcript.turns);
  const running = useView((view) => view.chat?.isStreaming ?? false);
  const lines = useLines(turns, running);
  const [active, setActive] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { viewport, following, top } = useViewport(lines);
  const fresh = useFresh(lines, following);
  useAnnouncements();
  useEffect(() => {
    document.addEventListener("copy", copySelection);
    return () => document.removeEventListener("copy", copySelection);
  }, []);

  const keys = useMemo(() => lines.map(({ key }) => key), [lines]);
  const walk = { keys, viewport };
  const heads = useMemo(() => turns.map(({ key }) => key), [turns]);
  const bindings: KeyBindings = { ...walkKeys(walk, active, heads), ...turnKeys(viewport, lines, active) };

  const lineMenu = useLineMenu(viewport, lines);

  const focus = (event: FocusEvent) => {
    const line = lineOf(event.target);
    if (!line && event.target === scroller.current) focusLine(walk, active ?? keys.at(-1));
    if (!line) return;
    setTabbable(line, true);
    scroller.current?.setAttribute("tabindex", "-1");
    setActive(line.dataset.key ?? null);
  };
  const blur = (event: FocusEvent) => {
    const line = lineOf(event.target);
    const next = lineOf(event.relatedTarget);
    if (line && line !== next) setTabbable(line, false);
    if (!next) scroller.current?.setAttribute("tabindex", "0");
  };

  const head = top === null ? undefined : turns.find(({ key }) => key === top)?.rows[0];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes the keys of the lines inside
    <div
      className="transcript-area"
      onFocus={focus}
      onBlur={blur}
      onKeyDown={onKeys(bindings)}
      onContextMenu={lineMenu.onContextMenu}
    >
      <CodeActions>
        <List viewport={viewport} lines={lines} drawLine={drawLine} pinned={active} scroller={scroller}>
          {children}
        </List>
      </CodeActions>
      {head?.kind === "user" && <Sticky text={head.text} onBack={() => viewport.reveal(head.key)} />}
      {!following && <Jump fresh={fresh} onJump={() => viewport.toEnd()} />}
      {lineMenu.menu}
    </div>
  );
}
