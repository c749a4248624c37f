/** The footer: folder, approval mode, what agent extensions report, and whether anything waits. */
import "./footer.css";
import { useLayoutEffect, useRef, useState } from "react";
import type { ApprovalMode, ChatState } from "../../extension/panel/messages.ts";
import { post } from "../state/host.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/l10n.ts";
import { plainText } from "../ui/plain.ts";
import { Popup } from "../ui/popup.tsx";

/** Wide and narrow words of an approval mode. */
function approvalWords(mode: ApprovalMode): [string, string] {
  const words: Record<ApprovalMode, [string, string]> = {
    ask: [t("Ask before edits"), t("Ask first")],
    commands: [t("Ask before commands"), t("Ask first")],
    outside: [t("Ask outside the folder"), t("Ask outside")],
    never: [t("Does not ask"), t("Does not ask")],
  };
  return words[mode] ?? [mode, mode];
}

export function Footer({ chat }: { chat: ChatState }) {
  const items = useRef<HTMLDivElement>(null);
  const hidden = useHidden(items, chat);
  const [open, setOpen] = useState(false);
  return (
    <footer className="footer">
      <div className="footer-items" ref={items}>
        <States chat={chat} />
      </div>
      {hidden && (
        <span className="footer-more">
          <IconButton
            icon="ellipsis"
            size={12}
            name={t("More states")}
            aria-expanded={open}
            aria-haspopup="dialog"
            onClick={() => setOpen(!open)}
          />
          {open && (
            <Popup label={t("States")} className="footer-popup" onClose={() => setOpen(false)}>
              <States chat={chat} />
            </Popup>
          )}
        </span>
      )}
    </footer>
  );
}

function States({ chat }: { chat: ChatState }) {
  const { phase } = chat.agent;
  if (phase === "lost" || phase === "failed") {
    return (
      <span className="footer-item">
        <Icon name="debug-disconnect" size={12} />
        {t("Agent stopped")}
      </span>
    );
  }
  const approval = chat.approval && approvalWords(chat.approval);
  return (
    <>
      {chat.requests.length > 0 ? (
        <span className="footer-item">
          <Icon name="shield" size={12} />
          <span className="wide-only">{t("Waiting for your answer")}</span>
          <span className="narrow-only">{t("Waiting")}</span>
        </span>
      ) : (
        <>
          {chat.folder && (
            <span className="footer-item footer-second">
              <Icon name="folder" size={12} />
              <bdi className="ellipsis">{chat.folder.name}</bdi>
            </span>
          )}
          {approval && (
            <button
              type="button"
              className="footer-item"
              aria-label={t("Approval mode: {0}", approval[0])}
              onClick={() => post({ type: "action", action: "approvalMode" })}
            >
              <Icon name="shield" size={12} />
              <span className="wide-only ellipsis">{approval[0]}</span>
              <span className="narrow-only">{approval[1]}</span>
            </button>
          )}
        </>
      )}
      {chat.statuses.map(({ key, text }) => (
        <span className="footer-item footer-second" key={key} dir="auto" data-hover={plainText(text)}>
          <span className="ellipsis">{plainText(text)}</span>
        </span>
      ))}
    </>
  );
}

/** Whether any item has gone to the second, hidden line. */
function useHidden(box: { current: HTMLDivElement | null }, chat: ChatState): boolean {
  const [hidden, setHidden] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown follows from the chat
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const shown = [...element.children].filter((child) => (child as HTMLElement).offsetParent !== null);
      const first = (shown[0] as HTMLElement | undefined)?.offsetTop ?? 0;
      setHidden(shown.some((child) => (child as HTMLElement).offsetTop > first + 4));
    };
    measure();
    const observer = new ResizeObserver(() => requestAnimationFrame(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, chat]);
  return hidden;
}
