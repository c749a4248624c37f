/** The round button that goes to the end, when the end is not followed. */
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/l10n.ts";

interface JumpProps {
  /** Messages and rows that have come since the end was left. */
  fresh: number;
  onJump: () => void;
}

export function Jump({ fresh, onJump }: JumpProps) {
  const name = fresh > 1 ? t("Scroll to the end, {0} new", fresh) : t("Scroll to the end");
  return (
    <button type="button" className="jump rise" aria-label={name} data-hover={name} onClick={onJump}>
      <Icon name="arrow-down" size={14} />
      {fresh > 1 && <span className="number">{t("{0} new", fresh)}</span>}
    </button>
  );
}
