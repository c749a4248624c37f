/** The model: a picker in the bar and its popup with search, groups, context size and price. */
import { useMemo, useState } from "react";
import type { ChatState } from "../../extension/panel/messages.ts";
import type { Model } from "../../server/protocol/model.ts";
import { command } from "../state/host.ts";
import { getView, showToast } from "../state/store.ts";
import { type Found, useFuzzy } from "../ui/fuzzy.ts";
import { Icon } from "../ui/icon.tsx";
import { onKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { OptionList, optionId, stepIndex } from "../ui/option-list.tsx";
import { Matched, Popup } from "../ui/popup.tsx";
import type { PopupProps } from "./bar.tsx";
import { modelDetail, modelGroups, modelKey } from "./models.ts";
import { ThinkingSegments } from "./thinking-picker.tsx";

export function ModelPicker({ chat, open, onToggle, onClose }: PopupProps) {
  const name = chat.model?.name ?? t("Choose model");
  return (
    <span className="picker-frame model-picker">
      <button
        type="button"
        className="picker"
        aria-label={t("Model: {0}", name)}
        aria-expanded={open}
        aria-haspopup="dialog"
        data-hover={chat.model ? t("Model: {0} from {1}", name, chat.model.provider) : t("Choose model")}
        disabled={chat.readOnly}
        onClick={onToggle}
      >
        <span className="ellipsis" dir="auto">
          {name}
        </span>
        <Icon name="chevron-down" size={12} />
      </button>
      {open && <ModelPopup chat={chat} onClose={onClose} />}
    </span>
  );
}

const listId = "models";

function ModelPopup({ chat, onClose }: { chat: ChatState; onClose: () => void }) {
  const [wanted, setWanted] = useState("");
  const [active, setActive] = useState(0);
  const search = useFuzzy();
  const groups = useMemo(() => {
    if (wanted === "") return modelGroups(chat, getView().transcript);
    const found: Found<Model>[] = search(chat.models, (model) => `${model.name} ${model.provider}`, wanted);
    return [{ items: found }];
  }, [chat, wanted, search]);
  const all = groups.flatMap(({ items }) => items);
  const pick = (model: Model | undefined) => {
    onClose();
    if (!model || (chat.model && modelKey(model) === modelKey(chat.model))) return;
    const args = { provider: model.provider, modelId: model.id };
    command("set_model", args).catch((error: Error) => showToast("error", error.message));
  };
  const step = (by: number) => setActive(stepIndex(active, by, all.length));
  const isCurrent = ({ item }: Found<Model>) => chat.model !== null && modelKey(item) === modelKey(chat.model);
  return (
    <Popup label={t("Models")} className="popup-model" onClose={onClose}>
      <input
        className="popup-search"
        type="text"
        role="combobox"
        aria-label={t("Search models")}
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={all.length > 0 ? optionId(listId, active) : undefined}
        placeholder={t("Search models")}
        spellCheck={false}
        value={wanted}
        ref={(element) => element?.focus()}
        onChange={(event) => {
          setWanted(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeys({
          arrowdown: () => step(1),
          arrowup: () => step(-1),
          enter: () => pick(all[active]?.item),
        })}
      />
      {all.length === 0 && <div className="popup-empty">{t("No results")}</div>}
      <OptionList
        id={listId}
        label={t("Models")}
        groups={groups}
        active={active}
        keyOf={({ item }) => modelKey(item)}
        isCurrent={isCurrent}
        render={(found) => (
          <>
            <Icon name={isCurrent(found) ? "check" : "blank"} size={14} />
            <span className="ellipsis">
              <Matched text={found.item.name} positions={found.positions} />
            </span>
            <span className="option-detail option-end number">{modelDetail(found.item)}</span>
          </>
        )}
        onPick={({ item }) => pick(item)}
      />
      {chat.thinkingLevels.length > 1 && (
        <div className="popup-foot popup-thinking-foot">
          <span aria-hidden="true">{t("Thinking")}</span>
          <ThinkingSegments chat={chat} />
        </div>
      )}
    </Popup>
  );
}
