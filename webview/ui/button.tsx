/** Buttons. An icon button has a name and shows it, with its key, when the mouse rests on it. */
import "./button.css";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon.tsx";

type NativeProps = Omit<ComponentProps<"button">, "type" | "title">;

interface ButtonProps extends NativeProps {
  kind?: "primary" | "secondary";
  icon?: string;
  children: ReactNode;
}

export function Button({ kind = "secondary", icon, className, children, ...rest }: ButtonProps) {
  const classes = ["button", `button-${kind}`, className].filter(Boolean).join(" ");
  return (
    <button type="button" className={classes} {...rest}>
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends NativeProps {
  /** Codicon name. */
  icon: string;
  /** What it does, in words: accessible name and hover. */
  name: string;
  /** Its key as shown, e.g. "Alt+Enter". */
  keys?: string;
  /** For toggles. */
  pressed?: boolean;
  size?: 16 | 14 | 12;
  mirror?: boolean;
}

export function IconButton({ icon, name, keys, pressed, size = 14, mirror, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={className === undefined ? "icon-button" : `icon-button ${className}`}
      aria-label={name}
      aria-pressed={pressed}
      data-hover={name}
      data-keys={keys}
      {...rest}
    >
      <Icon name={icon} size={size} mirror={mirror ?? false} />
    </button>
  );
}

/** Looks like a link, acts like a button: what it does stays inside the panel. */
export function LinkButton({ children, className, ...rest }: NativeProps & { children: ReactNode }) {
  return (
    <button type="button" className={className === undefined ? "link-button" : `link-button ${className}`} {...rest}>
      {children}
    </button>
  );
}
