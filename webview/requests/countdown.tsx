/** Time left, one tick a second; the server ends the wait, not this. */
import { useEffect, useState } from "react";
import { countdown } from "../ui/format.ts";

/** Whole seconds until `until` (ms since the epoch), drawn again as each one passes. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), until - (left - 1) * 1000 - Date.now());
    return () => clearTimeout(timer);
  }, [until, left]);
  return left;
}

export function Countdown({ until }: { until: number }) {
  return (
    <time className="request-left number" role="timer" aria-live="off">
      {countdown(useSecondsLeft(until))}
    </time>
  );
}
