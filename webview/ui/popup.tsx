/** The one popup: opens upwards above the composer, closes on Escape and on a press outside. */
import "./popup.css";
import { type ReactNode, useEffect, useRef } from "react";
import { useEscape } from "./escape.ts";
import { keyText } from "./keys.ts";

interface PopupProps {
  /** Accessible name. */
  label: string;
  role?: "dialog" | "listbox" | "group";
  id?: string;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}

export function Popup({ label, role = "dialog", id, className, onClose, children }: PopupProps) {
  const box = useRef<HTMLDivElement>(null);
  useEscape(true, onClose);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const press = (event: PointerEvent) => {
      const target = event.target as Element;
      // The button that opened it closes it itself.
      if (!box.current?.contains(target) && !target.closest?.("[aria-expanded=true]")) close.current();
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, []);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: each of the three roles takes a label
    <div ref={box} className={`popup rise ${className ?? "popup-wide"}`} role={role} aria-label={label} id={id}>
      {children}
    </div>
  );
}

/** A key in a box, as VS Code draws keybindings. */
export function KeyLabel({ keys }: { keys: string }) {
  return <kbd className="key-label">{keyText(keys)}</kbd>;
}

/** A key and what it does, for the foot of a popup. */
export function KeyHint({ keys, children }: { keys: string; children: ReactNode }) {
  return (
    <span className="key-hint">
      <KeyLabel keys={keys} />
      {children}
    </span>
  );
}

/** `text` with the characters at `positions` set off as matches. */
export function Matched({ text, positions }: { text: string; positions?: ReadonlySet<number> | undefined }) {
  if (!positions || positions.size === 0) return <>{text}</>;
  const runs: { text: string; hit: boolean; at: number }[] = [];
  [...text].forEach((char, index) => {
    const hit = positions.has(index);
    const last = runs.at(-1);
    if (last?.hit === hit) last.text += char;
    else runs.push({ text: char, hit, at: index });
  });
  return runs.map((run) =>
    run.hit ? (
      <span key={run.at} className="match">
        {run.text}
      </span>
    ) : (
      run.text
    ),
  );
}
