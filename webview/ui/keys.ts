/**
 * Keys, safe for input methods: while a composition is open, Enter picks a candidate and Escape
 * closes the candidate window, so no binding sees them. Every key in the panel is handled through
 * here; a test refuses raw key handling anywhere else.
 */
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from "react";

type AnyKeyEvent = KeyboardEvent | ReactKeyboardEvent;
/** Returns false when it leaves the key to others; anything else means handled. */
export type KeyHandler = (event: AnyKeyEvent) => unknown;
/** By combination, in lower case: "enter", "shift+enter", "mod+f" (Ctrl, or Cmd on macOS), "alt+arrowup", "space", "c". */
export type KeyBindings = Record<string, KeyHandler | undefined>;

const isMac = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

/** True while an input method composes; some engines report the last key only by its code 229. */
export function isComposing(event: AnyKeyEvent): boolean {
  const native = "nativeEvent" in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === 229;
}

/** The combination of an event as bindings name it. A shifted sign ("?", "!") goes without its shift. */
export function combination(event: AnyKeyEvent): string {
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  const shift = event.shiftKey && (key.length > 1 || key !== key.toUpperCase());
  const parts = [event.ctrlKey && (isMac ? "ctrl" : "mod"), event.metaKey && (isMac ? "mod" : "meta")];
  return [...parts, event.altKey && "alt", shift && "shift", key].filter(Boolean).join("+");
}

/** Runs the binding of a key event, if there is one; a handled key goes no further. */
export function runKey(bindings: KeyBindings, event: AnyKeyEvent): boolean {
  if (isComposing(event) || event.defaultPrevented) return false;
  const handler = bindings[combination(event)];
  if (!handler || handler(event) === false) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

const modifiers: ReadonlySet<string> = new Set(["Control", "Meta", "Shift", "Alt"]);
/** VS Code waits this long for the second key of a chord, in ms. */
const CHORD_MS = 5000;

/** The key after Ctrl+K (Cmd+K) is VS Code's, which hears of every key: here it is no text and runs no binding. */
export function leaveChordsToHost(target: EventTarget): void {
  let begunAt = Number.NEGATIVE_INFINITY;
  const listen = (event: Event) => {
    const key = event as KeyboardEvent;
    if (modifiers.has(key.key)) return;
    const isSecond = key.timeStamp - begunAt < CHORD_MS;
    begunAt = !isSecond && combination(key) === "mod+k" ? key.timeStamp : Number.NEGATIVE_INFINITY;
    if (isSecond) key.preventDefault();
  };
  target.addEventListener("keydown", listen, { capture: true });
}

/** An `onKeyDown` for a React element. */
export function onKeys(bindings: KeyBindings): (event: ReactKeyboardEvent) => void {
  return (event) => {
    runKey(bindings, event);
  };
}

/** Bindings that hold anywhere in the panel unless an element took the key first. */
export function useGlobalKeys(bindings: KeyBindings): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.defaultPrevented) runKey(latest.current, event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Calls `take` before a character is typed while nothing in the panel has the focus: what takes it now gets the text. */
export function useStrayText(take: () => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isText = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isText && !event.defaultPrevented && event.target === document.body) latest.current();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** A combination as this computer writes it: "⌥Enter" on macOS, "Alt+Enter" elsewhere. */
export function keyText(keys: string): string {
  if (!isMac) return keys.replace("Mod", "Ctrl");
  return keys.replace("Mod+", "⌘").replace("Alt+", "⌥").replace("Shift+", "⇧");
}
