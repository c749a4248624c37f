/** The context meter in the bar, and its popover: what fills the window, what it cost, compaction. */
import type { ReactNode } from "react";
import type { ChatState } from "../../extension/panel/messages.ts";
import { isNothingToCompact } from "../../extension/panel/words.ts";
import { command } from "../state/host.ts";
import { showToast } from "../state/store.ts";
import { Button } from "../ui/button.tsx";
import { money, percent, tokens } from "../ui/format.ts";
import { t } from "../ui/l10n.ts";
import { Popup } from "../ui/popup.tsx";
import { Ring } from "../ui/ring.tsx";
import { Checkbox } from "../ui/toolkit.tsx";
import type { PopupProps } from "./bar.tsx";

interface Usage {
  value: number | null;
  text: string;
}

/** What the server says of the window, in words. */
export function contextUsage(chat: ChatState): Usage {
  const usage = chat.stats?.contextUsage;
  if (!usage || usage.tokens === null || usage.percent === null)
    return { value: null, text: t("Known after the next reply") };
  const text = `${t("{0} of {1}", tokens(usage.tokens), tokens(usage.contextWindow))} · ${percent(usage.percent)}`;
  return { value: usage.percent, text };
}

export function ContextMeter({ chat, open, onToggle, onClose }: PopupProps) {
  const { value, text } = contextUsage(chat);
  return (
    <span className="context-frame">
      <span className="picker context-meter">
        <Ring label={t("Context")} value={value} valueText={text} />
        <button
          type="button"
          className="context-button"
          aria-label={t("Context details")}
          aria-expanded={open}
          aria-haspopup="dialog"
          data-hover={`${t("Context")}: ${text}`}
          onClick={onToggle}
        />
      </span>
      {open && <ContextPopover chat={chat} onClose={onClose} />}
    </span>
  );
}

function ContextPopover({ chat, onClose }: { chat: ChatState; onClose: () => void }) {
  const { value, text } = contextUsage(chat);
  const { tokens: counts, cost } = chat.stats ?? {};
  const failed = ({ message }: Error) => showToast(isNothingToCompact(message) ? "info" : "error", message);
  const compact = () => {
    onClose();
    command("compact", {}).catch(failed);
  };
  return (
    <Popup label={t("Context")} className="popup-context" onClose={onClose}>
      <div className="context-head">
        <h2 className="context-title">{t("Context")}</h2>
        <span className="number">{text}</span>
      </div>
      <div className="context-bar">
        <svg viewBox="0 0 100 4" aria-hidden="true" preserveAspectRatio="none">
          <rect width={Math.min(100, value ?? 0)} height="4" />
        </svg>
      </div>
      {counts && (
        <dl className="context-counts">
          <Count name={t("Input")}>{tokens(counts.input)}</Count>
          <Count name={t("Output")}>{tokens(counts.output)}</Count>
          <Count name={t("Cache read")}>{tokens(counts.cacheRead)}</Count>
          <Count name={t("Cache write")}>{tokens(counts.cacheWrite)}</Count>
          <Count name={t("Cost of this session")}>{money(cost ?? 0)}</Count>
        </dl>
      )}
      <div className="context-foot">
        <Checkbox
          label={t("Auto-compact")}
          checked={chat.autoCompaction}
          onChange={(enabled) => command("set_auto_compaction", { enabled }).catch(failed)}
        />
        <Button disabled={chat.compaction !== null || chat.readOnly} onClick={compact}>
          {t("Compact now")}
        </Button>
      </div>
    </Popup>
  );
}

function Count({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="context-count">
      <dt>{name}</dt>
      <dd className="number">{children}</dd>
    </div>
  );
}
