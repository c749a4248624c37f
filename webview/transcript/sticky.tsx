/** The message whose answer is on screen, as one line at the top once it has been scrolled past. A click scrolls back. */
import { t } from "../ui/l10n.ts";
import { Mentions } from "./mentions.tsx";

interface StickyProps {
  /** Key of the line it stands for: its menu is that line's. */
  line: string;
  text: string;
  onBack: () => void;
}

export function Sticky({ line, text, onBack }: StickyProps) {
  return (
    <div className="sticky" aria-hidden="true" data-stands-for={line}>
      <div className="column">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; the heading itself can be walked to */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <div className="bubble sticky-bubble" data-hover={t("Scroll to this message")} onClick={onBack}>
          <div className="ellipsis" dir="auto">
            <Mentions text={text.trim().split("\n", 1)[0] ?? ""} />
          </div>
        </div>
      </div>
    </div>
  );
}
