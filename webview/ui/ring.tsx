/** The context meter: a ring and its number. It shows what the server says and nothing else. */
import "./ring.css";
import { percent } from "./format.ts";

interface RingProps {
  /** Accessible name. */
  label: string;
  /** Percent of the window; may be above 100; null when unknown. */
  value: number | null;
  /** Said in place of the bare number. */
  valueText: string;
}

const radius = 5.6;
const around = 2 * Math.PI * radius;

export function Ring({ label, value, valueText }: RingProps) {
  const shown = Math.min(100, Math.max(0, value ?? 0));
  const level = shown >= 95 ? "ring ring-full" : shown >= 80 ? "ring ring-warn" : "ring";
  return (
    // biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn as a ring
    <span
      className={level}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      aria-valuetext={valueText}
    >
      <svg viewBox="0 0 14 14" aria-hidden="true">
        <circle cx="7" cy="7" r={radius} />
        {shown > 0 && (
          <circle
            className="ring-value"
            cx="7"
            cy="7"
            r={radius}
            strokeDasharray={`${(around * shown) / 100} ${around}`}
            transform="rotate(-90 7 7)"
          />
        )}
      </svg>
      <span className="ring-number" aria-hidden="true">
        {value === null ? "—" : percent(value)}
      </span>
    </span>
  );
}
