/** Acts on clicks in Markdown: links ask the host, buttons of code cards do what they say. */
import { type MouseEvent, type ReactNode, useCallback, useState } from "react";
import { post } from "../state/host.ts";
import { showToast } from "../state/store.ts";
import { onKeys } from "../ui/keys.ts";
import { t } from "../ui/l10n.ts";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import type { CodeAction } from "./code-card.ts";
import { isShell } from "./languages.ts";
import { fileLinkOf } from "./paths.ts";

interface OpenMenu {
  card: HTMLElement;
  place: { under: HTMLElement };
}

/** Wraps what holds Markdown, and handles what is clicked in it. */
export function CodeActions({ children }: { children: ReactNode }) {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const close = useCallback(() => setMenu(null), []);
  const click = (event: MouseEvent) => {
    const target = event.target as Element;
    const link = target.closest<HTMLElement>("[data-href]");
    if (link) openLink(link.dataset.href ?? "");
    const button = target.closest<HTMLElement>("[data-code]");
    const card = button?.closest<HTMLElement>(".code-card");
    if (!button || !card) return;
    const action = button.dataset.code as CodeAction;
    if (action === "more") setMenu(menu?.place.under === button ? null : { card, place: { under: button } });
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
      {menu && (
        <Menu
          label={t("More")}
          items={itemsOf(menu.card)}
          place={menu.place}
          opener={menu.place.under}
          onClose={close}
        />
      )}
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

function itemsOf(card: HTMLElement): MenuItem[] {
  const { language } = codeOf(card);
  const item = (action: MenuAction, icon: string, text: string, narrow = false): MenuItem => ({
    icon,
    text,
    narrow,
    act: () => act(action, card),
  });
  const isWrapped = card.hasAttribute("data-wrap");
  return [
    ...(language.toLowerCase() === "mermaid" ? [item("diagram", "type-hierarchy", t("Show diagram"), true)] : []),
    item("insert", "insert", t("Insert at cursor"), true),
    item("newFile", "new-file", t("New file"), true),
    ...(isShell(language) ? [item("runInTerminal", "terminal", t("Run in terminal"))] : []),
    item("wrap", "word-wrap", isWrapped ? t("Do not wrap lines") : t("Wrap lines")),
  ];
}
