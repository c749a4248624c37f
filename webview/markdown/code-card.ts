/**
 * The card of a code block, as plain elements: fences stand in lists and quotes, too. Its buttons carry
 * `data-code`; `code-actions.ts` acts on them. While the fence is open it has no buttons and no colours.
 */
import { t } from "../ui/l10n.ts";
import { languageName } from "./languages.ts";

export type CodeAction = "copy" | "insert" | "newFile" | "diagram" | "more";

const highlightLimit = 100_000;

function element(tag: string, className: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}

function button(action: CodeAction, icon: string, name: string): HTMLElement {
  const made = element("button", "icon-button");
  made.setAttribute("type", "button");
  made.setAttribute("aria-label", name);
  made.dataset.hover = name;
  made.dataset.code = action;
  made.tabIndex = -1;
  const mark = element("span", `codicon codicon-${icon} icon icon-14`);
  mark.setAttribute("aria-hidden", "true");
  made.append(mark);
  return made;
}

/** A new card. `text` goes without its last line break. */
export function codeCard(language: string, text: string, closed: boolean): HTMLElement {
  const card = element("div", "card code-card");
  card.dataset.language = language;
  const header = element("div", "card-header");
  const name = element("span", "card-name card-name-quiet");
  name.textContent = languageName(language);
  header.append(name, element("span", "card-end"));
  const body = element("div", "card-body");
  // A block that scrolls must be reachable by keyboard.
  body.tabIndex = 0;
  const pre = element("pre", "code-text");
  const code = document.createElement("code");
  code.append(document.createTextNode(""));
  pre.append(code);
  body.append(pre);
  card.append(header, body);
  updateCodeCard(card, language, text, closed);
  return card;
}

/** Brings a card up to date: text that continues what is there is added to it. */
export function updateCodeCard(card: HTMLElement, language: string, text: string, closed: boolean): void {
  const code = card.querySelector("code") as HTMLElement;
  const node = code.firstChild;
  const shown = node instanceof Text && code.childNodes.length === 1 ? node : null;
  if (shown && text.startsWith(shown.data)) {
    if (text.length > shown.length) shown.appendData(text.slice(shown.length));
  } else if (code.textContent !== text) code.textContent = text;
  if (card.dataset.language !== language) {
    card.dataset.language = language;
    (card.querySelector(".card-name") as HTMLElement).textContent = languageName(language);
  }
  if (closed && card.dataset.closed === undefined) close(card, code, language);
}

function close(card: HTMLElement, code: HTMLElement, language: string): void {
  card.dataset.closed = "";
  const end = card.querySelector(".card-end") as HTMLElement;
  if (language.toLowerCase() === "mermaid") end.append(button("diagram", "type-hierarchy", t("Show diagram")));
  end.append(
    button("copy", "copy", t("Copy")),
    button("insert", "insert", t("Insert at cursor")),
    button("newFile", "new-file", t("New file")),
    button("more", "ellipsis", t("More")),
  );
  if (language !== "" && code.textContent.length < highlightLimit) void highlight(code, language);
}

async function highlight(code: HTMLElement, language: string): Promise<void> {
  const { highlightInto } = await import("./highlight.ts");
  highlightInto(code, language);
}
