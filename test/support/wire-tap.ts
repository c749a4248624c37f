import type { Frame, Page } from "playwright-core";
import { extensionId } from "./vscode-workbench.ts";

/** What has passed between host and panel. */
export interface Passed {
  /** The panel's messages go to the host. */
  to: "panel" | "host";
  type: string;
  bytes: number;
}

declare global {
  interface Window {
    passedMessages?: Passed[];
  }
}

/** The two frames of a panel: VS Code's own, which hands messages on, and the one in it that holds our page. */
export function panelFrames(page: Page): { outer: Frame; panel: Frame } {
  const outer = page
    .frames()
    .find((frame) => frame.url().includes(`extensionId=${extensionId}`) && frame.childFrames().length > 0);
  const panel = outer?.childFrames().at(-1);
  if (!outer || !panel) throw new Error("no panel is open");
  return { outer, panel };
}

/** Records every message between the host and the panel that is open now. */
export async function tapWire(page: Page): Promise<{ passed(): Promise<Passed[]> }> {
  const { outer, panel } = panelFrames(page);
  await panel.evaluate(() => {
    const passed: Passed[] = [];
    window.passedMessages = passed;
    window.addEventListener("message", ({ data }) => {
      const bytes = new TextEncoder().encode(JSON.stringify(data)).length;
      passed.push({ to: "panel", type: data?.type ?? "", bytes });
    });
  });
  await outer.evaluate(() => {
    const passed: Passed[] = [];
    window.passedMessages = passed;
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [unknown, StructuredSerializeOptions?]) {
      const sent = args[0] as { channel?: string; data?: { message?: { type?: string } } } | undefined;
      if (sent?.channel === "onmessage") {
        const bytes = new TextEncoder().encode(JSON.stringify(sent.data?.message)).length;
        passed.push({ to: "host", type: sent.data?.message?.type ?? "", bytes });
      }
      return postMessage.apply(this, args);
    } as typeof postMessage;
  });
  const read = (frame: Frame) => frame.evaluate(() => window.passedMessages ?? []);
  return { passed: async () => [...(await read(panel)), ...(await read(outer))] };
}
