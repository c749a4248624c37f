/**
 * The hover of icon buttons: name and key. That of text that is cut: all of it. Comes after the mouse has
 * rested for half a second; drawn once, near the root.
 */
import "./hover.css";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { KeyLabel } from "./popup.tsx";

const restMs = 500;

interface Tip {
  text: string;
  keys: string | undefined;
  anchor: DOMRect;
}

/** The line around the target that ends in an ellipsis. */
function cutText(target: Element): Element | null {
  const line = target.closest?.(".ellipsis, .card-name") ?? null;
  return line && line.scrollWidth > line.clientWidth ? line : null;
}

export function HoverHost() {
  const [tip, setTip] = useState<Tip | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer = 0;
    let current: Element | null = null;
    const leave = () => {
      clearTimeout(timer);
      current = null;
      setTip(null);
    };
    const over = (event: PointerEvent) => {
      const target = event.target as Element;
      const element = target.closest?.("[data-hover]") ?? cutText(target);
      if (element === current) return;
      leave();
      current = element;
      if (!(element instanceof HTMLElement)) return;
      timer = window.setTimeout(() => {
        const { hover = element.textContent, keys } = element.dataset;
        if (element.isConnected) setTip({ text: hover, keys, anchor: element.getBoundingClientRect() });
      }, restMs);
    };
    document.addEventListener("pointerover", over);
    document.addEventListener("pointerdown", leave);
    document.addEventListener("keydown", leave);
    document.addEventListener("scroll", leave, true);
    window.addEventListener("resize", leave);
    return () => {
      leave();
      document.removeEventListener("pointerover", over);
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("keydown", leave);
      document.removeEventListener("scroll", leave, true);
      window.removeEventListener("resize", leave);
    };
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!tip || !element) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const left = Math.min(Math.max(4, tip.anchor.left + tip.anchor.width / 2 - width / 2), innerWidth - width - 4);
    const above = tip.anchor.top - height - 4;
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(above < 4 ? tip.anchor.bottom + 4 : above)}px)`;
  }, [tip]);

  if (!tip) return null;
  return (
    <div className="hover-tip" ref={box} aria-hidden="true">
      {tip.text}
      {tip.keys !== undefined && <KeyLabel keys={tip.keys} />}
    </div>
  );
}
