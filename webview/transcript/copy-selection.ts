/** What Ctrl+C takes from the transcript: the text as it reads, and HTML without colours, controls and ids of the panel. */

/** Nobody selects these, though they stand between what is selected. */
const controls =
  "button, [role=toolbar], [role=button], .visually-hidden, [aria-hidden=true], .card-end, .foot, .diff-number, .diff-sign, .find-count";
const kept = new Set(["dir", "align", "colspan", "rowspan", "start", "src", "alt", "xmlns", "display"]);

/** Puts the selection into the clipboard when it lies in the transcript; otherwise the browser does. */
export function copySelection(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!event.clipboardData || !selection || selection.isCollapsed) return;
  const { commonAncestorContainer: common } = selection.getRangeAt(0);
  const element = common instanceof Element ? common : common.parentElement;
  if (!element?.closest(".transcript")) return;
  event.clipboardData.setData("text/plain", selection.toString());
  event.clipboardData.setData("text/html", plainHtml(selection.getRangeAt(0).cloneContents(), element));
  event.preventDefault();
}

/** The fragment in an inert document, so that nothing in it is loaded again. */
function plainHtml(fragment: DocumentFragment, from: Element): string {
  const inert = document.implementation.createHTMLDocument();
  const box = inert.createElement("div");
  box.append(inert.adoptNode(fragment));
  for (const control of box.querySelectorAll(controls)) control.remove();
  for (const element of box.querySelectorAll<HTMLElement>("*")) {
    const { href } = element.dataset ?? {};
    for (const { name } of [...element.attributes]) if (!kept.has(name)) element.removeAttribute(name);
    if (href !== undefined && /^(https?|mailto):/i.test(href)) element.setAttribute("href", href);
  }
  // A stretch of code keeps its lines only inside what it was written in.
  const wrap = from.closest("pre, code")?.localName;
  return wrap === undefined ? box.innerHTML : `<${wrap}>${box.innerHTML}</${wrap}>`;
}
