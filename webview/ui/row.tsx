/**
 * The quiet row: one line without border for what only looks (reads, searches, thinking, changes of
 * model). It folds when `onToggle` is given; the chevron is the one control, named after the verb.
 */
import "./row.css";
import { type MouseEvent, type ReactNode, useId } from "react";
import { Chevron, Icon, type Tone } from "./icon.tsx";

export interface RowProps {
  /** Codicon name. */
  icon: string;
  tone?: Tone | undefined;
  spin?: boolean | undefined;
  /** What was done, muted. */
  verb: ReactNode;
  /** To what, in full colour, on one line. */
  object?: ReactNode;
  /** Why it failed, muted, after the object. */
  reason?: ReactNode;
  /** Time, counts: right, muted. */
  meta?: ReactNode;
  /** 22 instead of 24 high, inside a group. */
  dense?: boolean;
  open?: boolean;
  onToggle?: (() => void) | undefined;
  /** For rows inside a roving tab order. */
  tabIndex?: number;
  /** Shown under the row when it is open, indented with a hairline. */
  children?: ReactNode;
}

function onControl(event: MouseEvent): boolean {
  const target = event.target as Element;
  return target.closest("a, button, input") !== null || getSelection()?.isCollapsed === false;
}

export function Row(props: RowProps) {
  const { icon, tone, spin, verb, object, reason, meta, dense, open = false, onToggle, tabIndex, children } = props;
  const id = useId();
  const classes = ["row", dense && "row-dense", onToggle && "row-foldable"].filter(Boolean).join(" ");
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the chevron is the control, the row a larger target for the mouse */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the chevron takes the keys */}
      <div className={classes} onClick={onToggle && ((event) => onControl(event) || onToggle())}>
        <Icon name={icon} tone={tone} spin={spin} />
        <span className={object === undefined ? "row-verb row-verb-alone ellipsis" : "row-verb ellipsis"} id={id}>
          {verb}
        </span>
        {object !== undefined && (
          <span className="row-object ellipsis" dir="auto">
            {object}
          </span>
        )}
        {reason !== undefined && <span className="row-reason ellipsis">{reason}</span>}
        {meta !== undefined && <span className="row-meta">{meta}</span>}
        {onToggle && (
          <button
            type="button"
            className="row-toggle"
            aria-expanded={open}
            aria-labelledby={id}
            tabIndex={tabIndex}
            onClick={onToggle}
          >
            <Chevron open={open} />
          </button>
        )}
      </div>
      {open && children !== undefined && <div className="row-body">{children}</div>}
    </>
  );
}
