/** Colours of code in the editor's theme, as the host gives them, for syntax.css. */
import type { SyntaxColors } from "../../extension/panel/messages.ts";
import { getView, subscribe } from "../state/store.ts";

let shown: SyntaxColors = {};

/** Keeps the page's `--token-…` properties at what the host says. */
export function showSyntaxColors(): void {
  subscribe(() => {
    const colors = getView().chat?.syntax ?? {};
    if (colors === shown) return;
    const { style } = document.body;
    for (const kind of Object.keys(shown)) style.removeProperty(`--token-${kind}`);
    for (const [kind, color] of Object.entries(colors)) style.setProperty(`--token-${kind}`, color);
    shown = colors;
  });
}
