/** Makes sanitised Markdown a part of the panel: links that ask the host, code cards, tables, direction. */
import { t } from "../ui/l10n.ts";
import { codeCard } from "./code-card.ts";

/** Changes the fragment in place. */
export function decorate(fragment: DocumentFragment): void {
  for (const link of fragment.querySelectorAll<HTMLAnchorElement>("a[href]")) decorateLink(link);
  for (const pre of fragment.querySelectorAll<HTMLPreElement>("pre[data-language]")) {
    const { language = "" } = pre.dataset;
    pre.replaceWith(codeCard(language, pre.textContent.replace(/\n$/, ""), true));
  }
  for (const box of fragment.querySelectorAll<HTMLInputElement>("input"))
    box.replaceWith(taskMark(box.hasAttribute("checked")));
  for (const table of fragment.querySelectorAll<HTMLTableElement>("table")) alignNumbers(table);
  for (const block of fragment.querySelectorAll("p, h1, h2, h3, h4, h5, h6, ul, ol, td, th"))
    block.setAttribute("dir", "auto");
}

/** Without an address of its own, the page cannot follow or prefetch it; a click asks the host. */
function decorateLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute("href") ?? "";
  link.removeAttribute("href");
  link.dataset.href = href;
  link.dataset.hover = decoded(href);
  link.setAttribute("role", "link");
  link.tabIndex = -1;
}

function decoded(href: string): string {
  try {
    return decodeURI(href);
  } catch {
    return href;
  }
}

function taskMark(done: boolean): HTMLElement {
  const mark = document.createElement("span");
  mark.className = `task-mark codicon ${done ? "codicon-pass-filled" : "codicon-circle-large-outline"}`;
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", done ? t("Done") : t("Open"));
  return mark;
}

const amount = /^[-+−~≈<>±]?\s?[$€£¥]?\s?\d[\d\s.,'’_]*\s?(%|[a-zµ]{1,4}|[kKMGT]i?B)?$/;

/** Columns of numbers stand at the right, unless the text says otherwise. */
function alignNumbers(table: HTMLTableElement): void {
  const rows = [...table.rows];
  const columns = rows[0]?.cells.length ?? 0;
  for (let column = 0; column < columns; column += 1) {
    const cells = rows.map((row) => row.cells[column]).filter((cell) => cell !== undefined);
    const [head, ...body] = cells;
    if (head?.dataset.align || body.length === 0) continue;
    if (!body.every((cell) => amount.test(cell.textContent.trim()))) continue;
    for (const cell of cells) cell.dataset.align = "right";
  }
}
