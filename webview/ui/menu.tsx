/** The one menu: a list of actions at a point or under a button. Arrows move, Enter acts, Escape gives the focus back. */
import "./menu.css";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useEscape } from "./escape.ts";
import { Icon } from "./icon.tsx";
import { onKeys } from "./keys.ts";
import { KeyLabel } from "./popup.tsx";

export interface MenuItem {
  icon: string;
  text: string;
  /** The key that does the same without the menu. */
  keys?: string;
  disabled?: boolean;
  /** Only where the panel is narrow: elsewhere it has a button of its own. */
  narrow?: boolean;
  act: () => void;
}

/** A point of the page, or a button: the menu hangs below it, their ends in line. */
export type MenuPlace = { x: number; y: number } | { under: HTMLElement };

interface MenuProps {
  /** Accessible name. */
  label: string;
  items: readonly MenuItem[];
  place: MenuPlace;
  /** Has the focus again when the menu closes. */
  opener: HTMLElement | null;
  onClose: () => void;
}

/** Distance from the edges of the page, in px. */
const EDGE = 4;

/** Stands in the nearest positioned element, and inside the page whatever its place. */
export function Menu({ label, items, place, opener, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null);
  useEscape(true, onClose);
  useLayoutEffect(() => {
    if (box.current) putInto(box.current, place);
  }, [place]);
  useEffect(() => {
    buttonsIn(box.current)[0]?.focus({ preventScroll: true });
    const press = (event: PointerEvent) => {
      const target = event.target as Node;
      const isOwn = "under" in place && place.under.contains(target);
      if (!box.current?.contains(target) && !isOwn) onClose();
    };
    const scroll = (event: Event) => box.current?.contains(event.target as Node) || onClose();
    document.addEventListener("pointerdown", press);
    window.addEventListener("resize", onClose);
    // What was scrolled before it opened is told with the next frame.
    const frame = requestAnimationFrame(() => document.addEventListener("scroll", scroll, true));
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("resize", onClose);
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("scroll", scroll, true);
      opener?.focus({ preventScroll: true });
    };
  }, [place, opener, onClose]);
  const go = (to: (at: number, count: number) => number) => () => {
    const buttons = buttonsIn(box.current);
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[(to(at, buttons.length) + buttons.length) % buttons.length]?.focus();
  };
  const choose = (item: MenuItem) => () => {
    onClose();
    item.act();
  };
  const own = items.filter(({ keys, disabled }) => keys?.length === 1 && !disabled);
  const keys = {
    ...Object.fromEntries(own.map((item) => [item.keys?.toLowerCase(), choose(item)])),
    arrowdown: go((at) => at + 1),
    arrowup: go((at) => at - 1),
    home: go(() => 0),
    end: go((_, count) => count - 1),
    escape: onClose,
    tab: onClose,
    "shift+tab": onClose,
  };
  return (
    <div
      ref={box}
      className="popup menu rise"
      role="menu"
      aria-label={label}
      onKeyDown={(event) => {
        onKeys(keys)(event);
        // What the menu has no use for is nothing for what lies below it either.
        event.stopPropagation();
      }}
    >
      {items.map((item) => (
        <button
          key={item.text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={item.disabled}
          aria-keyshortcuts={item.keys}
          className={item.narrow ? "option narrow-option" : "option"}
          onClick={choose(item)}
        >
          <Icon name={item.icon} size={14} />
          <span className="menu-text">{item.text}</span>
          {item.keys !== undefined && (
            <span aria-hidden="true">
              <KeyLabel keys={item.keys} />
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Those that can take the focus. */
function buttonsIn(box: HTMLElement | null): HTMLElement[] {
  const buttons = [...(box?.querySelectorAll<HTMLButtonElement>("button:enabled") ?? [])];
  return buttons.filter((button) => button.offsetHeight > 0);
}

function putInto(box: HTMLElement, place: MenuPlace): void {
  const { offsetWidth: width, offsetHeight: height } = box;
  const origin = box.offsetParent?.getBoundingClientRect() ?? new DOMRect();
  const isRtl = getComputedStyle(box).direction === "rtl";
  const anchor = "under" in place ? place.under.getBoundingClientRect() : new DOMRect(place.x, place.y);
  // Its end meets the end of a button; at a point, it begins there.
  const isEndAligned = "under" in place !== isRtl;
  const left = isEndAligned ? anchor.right - width : anchor.left;
  const below = anchor.bottom + ("under" in place ? 2 : 0);
  const top = below + height <= innerHeight - EDGE ? below : anchor.top - height;
  box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE)) - origin.left}px`;
  box.style.top = `${Math.max(EDGE, top) - origin.top}px`;
}
