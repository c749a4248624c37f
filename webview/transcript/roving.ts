/**
 * One tab stop for the whole transcript. Its lines take the focus in turn; the controls inside the line
 * that has it can be tabbed to, all others cannot.
 */
import type { KeyBindings } from "../ui/keys.ts";
import type { Viewport } from "./viewport.ts";

const controls = "a[data-href], button, [role=button]";
const scrollers = "pre[tabindex], .card-body[tabindex], .diff[tabindex], .kept-text[tabindex]";

/** The element of a line that takes the focus: what folds it, else the line itself. */
export function stopOf(line: HTMLElement): HTMLElement {
  return line.querySelector<HTMLElement>("[aria-expanded].row-toggle, [aria-expanded].card-toggle") ?? line;
}

export function lineOf(element: EventTarget | null): HTMLElement | null {
  return element instanceof Element ? element.closest<HTMLElement>("[data-index]") : null;
}

/** The line at this height of the page, in px. */
export function lineAt(scroller: HTMLElement, y: number): HTMLElement | null {
  const lines = [...scroller.querySelectorAll<HTMLElement>("[data-index]")];
  return (
    lines.find((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      return top <= y && y < bottom;
    }) ?? null
  );
}

/** Gives the focus back to the line of a field that has gone with it. */
export function focusAgain(line: HTMLElement | null): void {
  if (line?.isConnected && document.activeElement === document.body) stopOf(line).focus({ preventScroll: true });
}

/** Takes letters and arrows for itself. The fields of dialogs hide what is typed into in a shadow tree: their host counts. */
export function isField(element: EventTarget | null): boolean {
  return element instanceof Element && element.matches("input, textarea, .control-field");
}

/** Holds more than it shows: only the keyboard's focus in it brings the rest. */
function overflows({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}

/** The controls inside a line can be tabbed to, or not; what scrolls always can. */
export function setTabbable(line: HTMLElement, tabbable: boolean): void {
  for (const control of line.querySelectorAll<HTMLElement>(controls)) control.tabIndex = tabbable ? 0 : -1;
  for (const block of line.querySelectorAll<HTMLElement>(scrollers))
    block.tabIndex = tabbable || overflows(block) ? 0 : -1;
  line.tabIndex = tabbable ? 0 : -1;
}

export interface Lines {
  keys: readonly string[];
  viewport: Viewport;
}

/** Moves the focus to a line, drawing it where it is not drawn. */
export function focusLine({ keys, viewport }: Lines, key: string | undefined): void {
  let line = key === undefined ? null : viewport.reveal(key);
  // The line that says what goes on is empty while something else says it.
  if (key !== undefined && line?.querySelector(".working:empty"))
    line = viewport.reveal(keys[keys.indexOf(key) - 1] ?? key);
  if (line) stopOf(line).focus({ preventScroll: true });
}

/** Arrow keys, Home, End, and what folds. `now` is the key of the line that has the focus. */
export function walkKeys(lines: Lines, now: string | null, turnHeads: readonly string[]): KeyBindings {
  const at = now === null ? -1 : lines.keys.indexOf(now);
  const go = (to: number) => focusLine(lines, lines.keys[Math.min(lines.keys.length - 1, Math.max(0, to))]);
  const ifLine = (act: () => unknown) => (event: { target: EventTarget | null }) =>
    isField(event.target) ? false : act();
  const toggle = (wanted?: boolean) => {
    const line = now === null ? null : viewport(lines, now);
    const button = line && stopOf(line);
    if (!button || button === line) return false;
    if (wanted === undefined || (button.getAttribute("aria-expanded") === "true") !== wanted) button.click();
    return true;
  };
  const isStop = (target: EventTarget | null) =>
    lineOf(target) === target || (target instanceof Element && target.hasAttribute("aria-expanded"));
  return {
    arrowdown: ifLine(() => go(at + 1)),
    arrowup: ifLine(() => go(at - 1)),
    home: ifLine(() => go(0)),
    end: ifLine(() => go(lines.keys.length - 1)),
    "alt+arrowdown": () => focusLine(lines, nextHead(lines.keys, turnHeads, at, 1)),
    "alt+arrowup": () => focusLine(lines, nextHead(lines.keys, turnHeads, at, -1)),
    enter: (event) => (lineOf(event.target) === event.target ? toggle() : false),
    space: (event) => (lineOf(event.target) === event.target ? toggle() : false),
    arrowright: (event) => (isStop(event.target) ? toggle(true) : false),
    arrowleft: (event) => (isStop(event.target) ? toggle(false) : false),
  };
}

function viewport({ viewport }: Lines, key: string): HTMLElement | null {
  return viewport.elementOf(key);
}

/** The next or previous heading from line `at`; from outside, the last one. */
function nextHead(keys: readonly string[], heads: readonly string[], at: number, step: 1 | -1): string | undefined {
  if (at < 0) return heads.at(-1);
  const places = heads.map((head) => keys.indexOf(head));
  const next = step > 0 ? places.findIndex((place) => place > at) : places.findLastIndex((place) => place < at);
  return heads[next];
}
