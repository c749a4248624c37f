/** Blocks that agent extensions keep above or below the composer. */
import "./widgets.css";
import type { ChatState } from "../../extension/panel/messages.ts";
import { t } from "../ui/l10n.ts";
import { plainText } from "../ui/plain.ts";

interface WidgetsProps {
  chat: ChatState;
  placement: ChatState["widgets"][number]["placement"];
}

export function Widgets({ chat, placement }: WidgetsProps) {
  return chat.widgets
    .filter((widget) => widget.placement === placement && widget.lines.length > 0)
    .map((widget) => (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
      <div
        className="widget mono-block"
        key={widget.key}
        role="group"
        aria-label={t("From {0}", plainText(widget.key))}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {widget.lines.map(plainText).join("\n")}
      </div>
    ));
}
