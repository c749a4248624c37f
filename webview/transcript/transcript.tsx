/** The transcript: the lines of all turns, followed, walked through by keyboard, with what floats above them. */
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { CodeActions } from "../markdown/code-actions.tsx";
import { useView } from "../state/store.ts";
import { type KeyBindings, onKeys } from "../ui/keys.ts";
import { useAnnouncements } from "./announcements.ts";
import { copySelection } from "./copy-selection.ts";
import { Jump } from "./jump.tsx";
import { drawLine } from "./line.tsx";
import { useLineMenu } from "./line-menu.tsx";
import { List } from "./list.tsx";
import { focusLine, walkKeys } from "./roving.ts";
import { Sticky } from "./sticky.tsx";
import { turnKeys } from "./turn-actions.ts";
import { useFresh, useLines, useViewport } from "./use-lines.ts";
import { useRoving } from "./use-roving.ts";

export function Transcript({ children }: { children?: ReactNode }) {
  const turns = useView((view) => view.transcript.turns);
  const running = useView((view) => view.chat?.isStreaming ?? false);
  const lines = useLines(turns, running);
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
  const { active, ...roving } = useRoving(walk, scroller);
  const heads = useMemo(() => turns.map(({ key }) => key), [turns]);
  const bindings: KeyBindings = { ...walkKeys(walk, active, heads), ...turnKeys(viewport, lines, active) };

  const lineMenu = useLineMenu(viewport, lines);

  const head = top === null ? undefined : turns.find(({ key }) => key === top)?.rows[0];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes the keys of the lines inside
    <div className="transcript-area" {...roving} onKeyDown={onKeys(bindings)} onContextMenu={lineMenu.onContextMenu}>
      <CodeActions>
        <List viewport={viewport} lines={lines} drawLine={drawLine} pinned={active} scroller={scroller}>
          {children}
        </List>
      </CodeActions>
      {head?.kind === "user" && <Sticky line={head.key} text={head.text} onBack={() => focusLine(walk, head.key)} />}
      {!following && <Jump fresh={fresh} onJump={() => viewport.toEnd()} />}
      {lineMenu.menu}
    </div>
  );
}
