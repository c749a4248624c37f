/** Codicons, always beside text or a name: an icon alone says nothing to a screen reader. */
import "@vscode/codicons/dist/codicon.css";
import "./icon.css";

export type Tone = "error" | "warning" | "info" | "running";

interface IconProps {
  /** Name of a codicon, without prefix. */
  name: string;
  /** 16 in rows and card headers, 14 in buttons, chips and pickers, 12 in the footer and chevrons of pickers. */
  size?: 16 | 14 | 12;
  tone?: Tone | undefined;
  /** Turns while something runs; still where motion is reduced. */
  spin?: boolean | undefined;
  /** Mirrored where text runs right to left (chevrons, send). */
  mirror?: boolean;
  className?: string;
}

export function Icon({ name, size = 16, tone, spin, mirror, className }: IconProps) {
  const classes = ["codicon", `codicon-${name}`, "icon"];
  if (size !== 16) classes.push(`icon-${size}`);
  if (tone) classes.push(`icon-${tone}`);
  if (spin) classes.push("icon-spin");
  if (mirror) classes.push("icon-mirror");
  if (className) classes.push(className);
  return <span className={classes.join(" ")} aria-hidden="true" />;
}

/** The fold mark at the end of a row or card header. */
export function Chevron({ open }: { open: boolean }) {
  return <Icon name="chevron-right" size={14} mirror className={open ? "icon-fold icon-fold-open" : "icon-fold"} />;
}
