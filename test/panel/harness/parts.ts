/** Parts of the panel by their roles and names, and keys of an input method. */
import type { Locator } from "playwright-core";
import type { Panel } from "./panel.ts";

export const message = (panel: Panel): Locator => panel.page.getByRole("textbox", { name: "Message" });
export const button = (panel: Panel, name: string | RegExp): Locator =>
  panel.page.getByRole("button", { name, exact: typeof name === "string" });
export const options = (panel: Panel): Locator => panel.page.getByRole("option");

/** The element that has the focus, inside shadow roots too, by its name. */
export function focused(panel: Panel): Promise<string> {
  return panel.page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const copy = element?.cloneNode(true) as Element | undefined;
    for (const hidden of copy?.querySelectorAll("[aria-hidden=true]") ?? []) hidden.remove();
    return element?.getAttribute("aria-label") ?? copy?.textContent?.trim() ?? "";
  });
}

/** An input method at work: candidates shown, then a key that belongs to it, then the text it commits. */
export class InputMethod {
  readonly #panel: Panel;

  constructor(panel: Panel) {
    this.#panel = panel;
  }

  async #send(method: "Input.imeSetComposition" | "Input.insertText" | "Input.dispatchKeyEvent", params: object) {
    const session = await this.#panel.page.context().newCDPSession(this.#panel.page);
    await session.send(method as "Input.insertText", params as { text: string });
    await session.detach();
  }

  compose(text: string): Promise<void> {
    return this.#send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  }

  /** A key while the candidate window is open, as the browser reports it. */
  async key(key: "Enter" | "Escape"): Promise<void> {
    await this.#send("Input.dispatchKeyEvent", { type: "rawKeyDown", key, code: key, windowsVirtualKeyCode: 229 });
    await this.#send("Input.dispatchKeyEvent", { type: "keyUp", key, code: key, windowsVirtualKeyCode: 229 });
  }

  commit(text: string): Promise<void> {
    return this.#send("Input.insertText", { text });
  }
}
