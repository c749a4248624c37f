/** Quiet announcements for screen readers: milestones, never tokens. */
import { useEffect, useState } from "react";

let listener: ((text: string) => void) | null = null;
let waiting = "";

/** Says `text` politely. Two at once become one. */
export function announce(text: string): void {
  if (listener) listener(text);
  else waiting = text;
}

/** The one live region of the panel; drawn once, near the root. */
export function LiveRegion() {
  const [lines, setLines] = useState<{ id: number; text: string }[]>([]);
  useEffect(() => {
    let id = 0;
    listener = (text) => {
      id += 1;
      const line = { id, text };
      setLines((before) => [...before.slice(-1), line]);
    };
    if (waiting) announce(waiting);
    waiting = "";
    return () => {
      listener = null;
    };
  }, []);
  return (
    <div className="visually-hidden" role="status" aria-live="polite" data-announcements>
      {lines.map((line) => (
        <div key={line.id}>{line.text}</div>
      ))}
    </div>
  );
}
