/**
 * The card: for what changes things or needs an answer. Header, body on a well, footer only when
 * needed. Folds when `onToggle` is given.
 */
import "./card.css";
import { type MouseEvent, type ReactNode, useId } from "react";
import { Chevron, Icon, type Tone } from "./icon.tsx";
import { t } from "./l10n.ts";

export interface CardProps {
  /** Absent: a header without icon (code blocks). */
  icon?: string;
  tone?: Tone | undefined;
  spin?: boolean | undefined;
  name: ReactNode;
  /** A language or another quiet name: 12, muted. */
  quietName?: boolean;
  /** Command, link, file: one line, cut with an ellipsis. */
  subject?: ReactNode;
  meta?: ReactNode;
  /** Icon buttons before the chevron. */
  actions?: ReactNode;
  /** Left and right of the footer; absent: no footer. */
  footer?: ReactNode;
  open?: boolean;
  onToggle?: (() => void) | undefined;
  /** For cards inside a roving tab order. */
  tabIndex?: number;
  /** Name of the group for assistive technology, e.g. "Tool bash". Absent: no group. */
  label?: string;
  /** Said after the name, not shown: running, done, failed. */
  state?: string;
  className?: string;
  /** The body. Drawn only while open. */
  children?: ReactNode;
}

function onControl(event: MouseEvent): boolean {
  return (event.target as Element).closest("a, button, input, [role=button]") !== null;
}

export function Card(props: CardProps) {
  const { icon, tone, spin, name, quietName, subject, meta, actions, footer, open = true, onToggle } = props;
  const { tabIndex, label, state, className, children } = props;
  const id = useId();
  const classes = ["card", onToggle && "card-foldable", className].filter(Boolean).join(" ");
  const group = label === undefined ? {} : { role: "group", "aria-label": label };
  return (
    <div className={classes} {...group}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the chevron is the control, the header a larger target for the mouse */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the chevron takes the keys */}
      <div className="card-header" onClick={onToggle && ((event) => onControl(event) || onToggle())}>
        {icon !== undefined && <Icon name={icon} tone={tone} spin={spin} />}
        <span className={quietName ? "card-name card-name-quiet" : "card-name"}>{name}</span>
        {state !== undefined && <span className="visually-hidden">{state}</span>}
        {subject !== undefined && (
          <span className="card-subject ellipsis" id={id} dir="auto">
            {subject}
          </span>
        )}
        <span className="card-end">
          {meta !== undefined && <span className="card-meta">{meta}</span>}
          {actions}
          {onToggle && (
            <button
              type="button"
              className="card-toggle"
              aria-expanded={open}
              aria-label={open ? t("Hide details") : t("Show details")}
              aria-describedby={subject === undefined ? undefined : id}
              tabIndex={tabIndex}
              onClick={onToggle}
            >
              <Chevron open={open} />
            </button>
          )}
        </span>
      </div>
      {open && children !== undefined && <div className="card-body">{children}</div>}
      {open && footer !== undefined && <div className="card-footer">{footer}</div>}
    </div>
  );
}
