/** Which line has the focus: by Tab the one that had it last, by the mouse the one under it, without a ring. */
import { type FocusEvent, type MouseEvent, type RefObject, useRef, useState } from "react";
import { focusLine, type Lines, lineAt, lineOf, setTabbable } from "./roving.ts";

interface Roving {
  /** Key of the line that has the focus, or had it last. */
  active: string | null;
  onMouseDown: () => void;
  onMouseUp: (event: MouseEvent) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent) => void;
}

export function useRoving(lines: Lines, scroller: RefObject<HTMLElement | null>): Roving {
  const [active, setActive] = useState<string | null>(null);
  /** The mouse is being pressed: it is the browser that moves the focus, before it tells of anything else. */
  const pressed = useRef(false);
  return {
    active,
    onMouseDown: () => {
      pressed.current = true;
      setTimeout(() => {
        pressed.current = false;
      });
    },
    // Beside a line that line is meant; only now, as moving the focus ends what is being selected.
    onMouseUp: ({ clientY, currentTarget }) => {
      if (document.activeElement !== scroller.current) return;
      const line = scroller.current && lineAt(scroller.current, clientY);
      // Below all lines there is nothing that takes keys.
      if (line) line.focus({ preventScroll: true });
      else scroller.current?.blur();
      currentTarget.toggleAttribute("data-pressed", true);
    },
    onFocus: ({ target, currentTarget }) => {
      currentTarget.toggleAttribute("data-pressed", pressed.current);
      const line = lineOf(target);
      if (line) {
        setTabbable(line, true);
        scroller.current?.setAttribute("tabindex", "-1");
        setActive(line.dataset.key ?? null);
      } else if (target === scroller.current && !pressed.current) focusLine(lines, active ?? lines.keys.at(-1));
    },
    onBlur: ({ target, relatedTarget }) => {
      const line = lineOf(target);
      const next = lineOf(relatedTarget);
      if (line && line !== next) setTabbable(line, false);
      if (!next) scroller.current?.setAttribute("tabindex", "0");
    },
  };
}
