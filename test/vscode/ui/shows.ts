import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Waits until the text of an element fits; the message of a failure shows what it was last. */
export async function shows(element: Locator, text: RegExp): Promise<void> {
  await element.first().waitFor();
  // biome-ignore lint/performance/useDomNodeTextContent: what a person reads, without what is hidden.
  await expect.poll(() => element.first().innerText()).toMatch(text);
}
