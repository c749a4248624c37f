/** Lines right above the composer: why a message was not sent, and the draft that was replaced. */
import type { ReactNode } from "react";
import type { ChatState } from "../../extension/panel/messages.ts";
import { post } from "../state/host.ts";
import { IconButton, LinkButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/l10n.ts";
import type { Refusal } from "./send.ts";
import { dropStash, swapStash, useComposer } from "./store.ts";

interface NoticesProps {
  chat: ChatState;
  refusal: Refusal | null;
  /** Why a file was not attached. */
  problem: string | null;
  actions: { sendAnyway(): void; remove(): void; dismiss(): void };
}

export function Notices({ chat, refusal, problem, actions }: NoticesProps) {
  const stash = useComposer((state) => state.stash);
  const { dismiss } = actions;
  return (
    <>
      {stash && (
        <Line icon="history" onClose={dropStash} text={t("Your draft was put aside.")}>
          <LinkButton onClick={swapStash}>{t("Take it back")}</LinkButton>
        </Line>
      )}
      {refusal?.reason === "unknownCommand" && (
        <Line icon="warning" onClose={dismiss} text={t("/{0} is not a command here.", refusal.name)}>
          <LinkButton onClick={actions.sendAnyway}>{t("Send as text")}</LinkButton>
          <LinkButton onClick={actions.remove}>{t("Remove")}</LinkButton>
        </Line>
      )}
      {(refusal?.reason === "noImages" || problem !== null) && (
        <Line icon="warning" onClose={dismiss} text={problem ?? t("{0} takes no images.", chat.model?.name ?? "")}>
          {(refusal?.reason === "noImages" || problem?.startsWith(chat.model?.name ?? "\n")) && (
            <LinkButton onClick={() => post({ type: "action", action: "switchModel" })}>{t("Switch model")}</LinkButton>
          )}
        </Line>
      )}
    </>
  );
}

interface LineProps {
  icon: "warning" | "history";
  text: string;
  children: ReactNode;
  onClose: () => void;
}

function Line({ icon, text, children, onClose }: LineProps) {
  return (
    <div className="composer-line appear" role="status">
      {icon === "warning" ? <Icon name={icon} size={14} tone="warning" /> : <Icon name={icon} size={14} />}
      <span className="composer-line-text">
        <span>{text}</span>
        <span className="composer-line-links">{children}</span>
      </span>
      <IconButton icon="close" size={12} name={t("Dismiss")} onClick={onClose} />
    </div>
  );
}
