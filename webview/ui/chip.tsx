/** A thing attached to the message: opens on Enter or click, goes on Delete or ×. */
import "./chip.css";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Icon, type Tone } from "./icon.tsx";
import { onKeys } from "./keys.ts";
import { t } from "./l10n.ts";

interface ChipProps {
  /** Accessible name of the thing. */
  name: string;
  icon?: string;
  tone?: Tone;
  /** An image instead of icon and text: address of its thumbnail. */
  image?: string;
  onOpen?: () => void;
  onRemove: () => void;
  children?: ReactNode;
}

export function Chip({ name, icon, tone, image, onOpen, onRemove, children }: ChipProps) {
  const keys = onKeys({ delete: onRemove, backspace: onRemove });
  return (
    <span className={image === undefined ? "chip" : "chip chip-image"}>
      <button type="button" className="chip-open" aria-label={name} data-hover={name} onClick={onOpen} onKeyDown={keys}>
        {image === undefined ? (
          <>
            {icon !== undefined && <Icon name={icon} size={14} tone={tone} />}
            <span className="ellipsis">{children}</span>
          </>
        ) : (
          <img src={image} alt="" />
        )}
      </button>
      <IconButton className="chip-remove" icon="close" size={12} name={t("Remove {0}", name)} onClick={onRemove} />
    </span>
  );
}
