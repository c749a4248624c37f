/** The font of the conversation, as the host gives it. The page has one to begin with. */
import type { ChatFont } from "../extension/panel/messages.ts";
import { getView, subscribe } from "./state/store.ts";

/** Keeps the page's `--chat-font-…` properties at what the host says, without drawing anything anew. */
export function showChatFont(): void {
  let shown: ChatFont | undefined;
  subscribe(() => {
    const font = getView().chat?.settings.font;
    if (!font || font === shown) return;
    const { style } = document.documentElement;
    style.setProperty("--chat-font-size", `${font.size}px`);
    style.setProperty("--chat-font-family", font.family);
    shown = font;
  });
}
