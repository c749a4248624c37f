/** Acts on clicks in Markdown: links ask the host, buttons of code cards do what they say. */
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { post } from "../state/host.ts";
import { showToast } from "../state/store.ts";
import { useEscape } from "../ui/escape.ts";
import { Icon } from "../ui/icon.tsx";
import { onKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import type { CodeAction } from "./code-card.ts";
import { isShell } from "./languages.ts";
import { fileLinkOf } from "./paths.ts";

interface Menu {
  card: HTMLElement;
  button: HTMLElement;
}

/** Wraps what holds Markdown, and handles what is clicked in it. */
export function CodeActions({ children }: { children: ReactNode }) {
  const [menu, setMenu] = useState<Menu | null>(null);
  const close = useCallback(() => setMenu(null), []);
  const click = (event: MouseEvent) => {
    const target = event.target as Element;
    const link = target.closest<HTMLElement>("[data-href]");
    if (link) openLink(link.dataset.href ?? "");
    const button = target.closest<HTMLElement>("[data-code]");
    const card = button?.closest<HTMLElement>(".code-card");
    if (!button || !card) return;
    const action = button.dataset.code as CodeAction;
    if (action === "more") setMenu(menu?.button === button ? null : { card, button });
    else act(action, card);
  };
  const keys = onKeys({
    enter: (event) => {
      const link = (event.target as Element).closest<HTMLElement>("a[data-href]");
      if (!link) return false;
      openLink(link.dataset.href ?? "");
      return true;
    },
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links and buttons inside are the controls
    <div className="markdown-host" onClick={click} onKeyDown={keys}>
      {children}
      {menu && <CodeMenu menu={menu} onClose={close} />}
    </div>
  );
}

/** A path opens the file, anything else goes to the host, which opens it, asks or refuses. */
export function openLink(href: string): void {
  const file = fileLinkOf(href);
  post(file ? { type: "openFile", ...file } : { type: "openLink", href });
}

function codeOf(card: HTMLElement): { text: string; language: string } {
  return { text: card.querySelector("code")?.textContent ?? "", language: card.dataset.language ?? "" };
}

type MenuAction = CodeAction | "runInTerminal" | "wrap";

function act(action: MenuAction, card: HTMLElement): void {
  const { text, language } = codeOf(card);
  switch (action) {
    case "copy":
      post({ type: "copy", text });
      showToast("info", t("Copied"));
      break;
    case "insert":
    case "newFile":
    case "runInTerminal":
      post({ type: "code", action, text, language });
      break;
    case "wrap":
      card.toggleAttribute("data-wrap");
      break;
    case "diagram":
      void import("./diagram.ts").then(({ toggleDiagram }) => toggleDiagram(card, text));
      break;
    default:
  }
}

interface Item {
  action: MenuAction;
  icon: string;
  text: string;
  /** Has a button of its own where there is room. */
  narrow?: boolean;
}

function itemsOf(card: HTMLElement): Item[] {
  const { language } = codeOf(card);
  const items: Item[] = [];
  if (language.toLowerCase() === "mermaid") {
    items.push({ action: "diagram", icon: "type-hierarchy", text: t("Show diagram"), narrow: true });
  }
  items.push(
    { action: "insert", icon: "insert", text: t("Insert at cursor"), narrow: true },
    { action: "newFile", icon: "new-file", text: t("New file"), narrow: true },
  );
  if (isShell(language)) items.push({ action: "runInTerminal", icon: "terminal", text: t("Run in terminal") });
  const isWrapped = card.hasAttribute("data-wrap");
  items.push({ action: "wrap", icon: "word-wrap", text: isWrapped ? t("Do not wrap lines") : t("Wrap lines") });
  return items;
}

function CodeMenu({ menu: { card, button }, onClose }: { menu: Menu; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEscape(true, onClose);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("button:not([hidden])")?.focus();
    const press = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!box.current?.contains(target) && !button.contains(target)) onClose();
    };
    document.addEventListener("pointerdown", press);
    document.addEventListener("scroll", onClose, true);
    return () => {
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("scroll", onClose, true);
      button.focus({ preventScroll: true });
    };
  }, [button, onClose]);
  const move = (step: number) => () => {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>("button") ?? [])].filter(
      (item) => item.offsetHeight > 0,
    );
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  const host = button.closest(".markdown-host")?.getBoundingClientRect();
  const place = button.getBoundingClientRect();
  const style = {
    insetBlockStart: place.bottom - (host?.top ?? 0) + 2,
    insetInlineEnd: (host?.right ?? 0) - place.right,
  };
  return (
    <div
      ref={box}
      className="popup code-menu rise"
      role="menu"
      aria-label={t("More")}
      style={style}
      onKeyDown={onKeys({ arrowdown: move(1), arrowup: move(-1), escape: onClose, tab: onClose })}
    >
      {itemsOf(card).map((item) => (
        <button
          key={item.action}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={item.narrow ? "option narrow-option" : "option"}
          onClick={() => {
            onClose();
            act(item.action, card);
          }}
        >
          <Icon name={item.icon} size={14} />
          {item.text}
        </button>
      ))}
    </div>
  );
}
