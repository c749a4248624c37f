/** The thinking level: a picker in the bar, and the same choice at the foot of the model popup. */
import { useRef, useState } from "react";
import type { ChatState } from "../../extension/panel/messages.ts";
import { thinkingName } from "../../extension/panel/words.ts";
import type { ThinkingLevel } from "../../server/protocol/model.ts";
import { command } from "../state/host.ts";
import { showToast } from "../state/store.ts";
import { Icon } from "../ui/icon.tsx";
import { onKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { OptionList, optionId, stepIndex } from "../ui/option-list.tsx";
import { Popup } from "../ui/popup.tsx";
import type { PopupProps } from "./bar.tsx";

function setLevel(level: ThinkingLevel): void {
  command("set_thinking_level", { level }).catch((error: Error) => showToast("error", error.message));
}

export function ThinkingPicker({ chat, open, onToggle, onClose }: PopupProps) {
  const name = thinkingName(chat.thinkingLevel, t);
  return (
    <span className="picker-frame thinking-picker">
      <button
        type="button"
        className="picker"
        aria-label={t("Thinking: {0}", name)}
        aria-expanded={open}
        aria-haspopup="dialog"
        data-hover={t("Thinking: {0}", name)}
        disabled={chat.readOnly}
        onClick={onToggle}
      >
        <span className="narrow-only picker-icon">
          <Icon name="thinking" size={14} />
        </span>
        <span className="wide-only ellipsis">{name}</span>
        <span className="wide-only picker-icon">
          <Icon name="chevron-down" size={12} />
        </span>
      </button>
      {open && <ThinkingPopup chat={chat} onClose={onClose} />}
    </span>
  );
}

const listId = "thinking-levels";

function ThinkingPopup({ chat, onClose }: { chat: ChatState; onClose: () => void }) {
  const levels = chat.thinkingLevels;
  const [active, setActive] = useState(Math.max(0, levels.indexOf(chat.thinkingLevel)));
  const pick = (level: ThinkingLevel | undefined) => {
    if (level) setLevel(level);
    onClose();
  };
  const step = (by: number) => setActive(stepIndex(active, by, levels.length));
  return (
    <Popup label={t("Thinking")} className="popup-thinking" onClose={onClose}>
      <div
        className="focus-frame"
        tabIndex={0}
        role="combobox"
        aria-expanded="true"
        aria-label={t("Thinking")}
        aria-controls={listId}
        aria-activedescendant={optionId(listId, active)}
        ref={(element) => element?.focus()}
        onKeyDown={onKeys({
          arrowdown: () => step(1),
          arrowup: () => step(-1),
          enter: () => pick(levels[active]),
          space: () => pick(levels[active]),
          tab: onClose,
        })}
      >
        <OptionList
          id={listId}
          label={t("Thinking")}
          groups={[{ items: levels }]}
          active={active}
          keyOf={(level) => level}
          isCurrent={(level) => level === chat.thinkingLevel}
          render={(level) => (
            <>
              <Icon name={level === chat.thinkingLevel ? "check" : "blank"} size={14} />
              {thinkingName(level, t)}
            </>
          )}
          onPick={pick}
        />
      </div>
    </Popup>
  );
}

/** All levels in a row, one pressed: arrows move and choose. */
export function ThinkingSegments({ chat }: { chat: ChatState }) {
  const group = useRef<HTMLDivElement>(null);
  const levels = chat.thinkingLevels;
  const move = (by: number) => {
    const next = stepIndex(levels.indexOf(chat.thinkingLevel), by, levels.length);
    const level = levels[next];
    if (level) setLevel(level);
    (group.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div
      className="segments"
      role="radiogroup"
      aria-label={t("Thinking")}
      ref={group}
      onKeyDown={onKeys({
        arrowright: () => move(1),
        arrowdown: () => move(1),
        arrowleft: () => move(-1),
        arrowup: () => move(-1),
      })}
    >
      {levels.map((level) => {
        const on = level === chat.thinkingLevel;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a native radio cannot be drawn as a segment
          <button
            key={level}
            type="button"
            className="segment"
            role="radio"
            aria-checked={on}
            tabIndex={on ? 0 : -1}
            onClick={() => setLevel(level)}
          >
            {thinkingName(level, t)}
          </button>
        );
      })}
    </div>
  );
}
