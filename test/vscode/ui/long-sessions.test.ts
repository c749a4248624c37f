import { describe, expect } from "vitest";
import { MAX_MESSAGE_BYTES } from "../../../extension/panel/messages.ts";
import type { ImageContent } from "../../../server/protocol/message.ts";
import { noiseImage } from "../../support/images.ts";
import { tapWire } from "../../support/wire-tap.ts";
import { writeSession } from "../../support/written-session.ts";
import { type Atomic, test } from "./atomic.ts";

/** Opens a session by its first message, from the list in the palette; that notices new files a moment later. */
async function resume({ workbench }: Atomic, first: string): Promise<void> {
  const row = workbench.quickPickRow(first).first();
  await expect
    .poll(async () => {
      await workbench.run("Atomic: Sessions…");
      await workbench.quickPickRow(/./).first().waitFor();
      if ((await row.count()) > 0) return true;
      await workbench.closeQuickInput();
      return false;
    })
    .toBe(true);
  await row.click();
}

describe("long and heavy sessions", () => {
  test("case 80: resume, retry and fork of 8,000 entries: no message between host and panel is above 256 KB", async ({
    atomic,
  }) => {
    const { chat, endpoint, workbench, folder } = atomic;
    await atomic.newChat();
    const texts = Array.from(
      { length: 8000 },
      (_, at) => `a long session, entry ${at}: ${"a few words more ".repeat(10)}`,
    );
    writeSession(folder, { id: "eight-thousand", texts: ["the question of eight thousand", ...texts.slice(1)] });
    const wire = await tapWire(atomic.app.page);

    await resume(atomic, "the question of eight thousand");
    await chat.conversation.getByText("a long session, entry 7999:").waitFor();

    endpoint.push({ status: 529, body: { error: { message: "Overloaded" } } }, ["After the retry."]);
    await chat.send("and now?");
    await chat.conversation.getByText("After the retry.").waitFor();
    await chat.button("Send").waitFor();
    expect(endpoint.agentRequests).toHaveLength(2);

    await workbench.run("Atomic: Fork…");
    await workbench.fillQuickInput("entry 7998");
    await workbench.pick("entry 7998");
    await expect.poll(() => chat.message.inputValue()).toContain("entry 7998");
    await chat.conversation.getByText("a long session, entry 7997:").waitFor();

    await workbench.run("Atomic: Session Tree");
    await chat.frame.getByRole("treeitem", { name: /entry 7997/ }).waitFor();
    await workbench.page.keyboard.press("Escape");

    const view = await workbench.pane("Session Tree");
    const older = view.locator(".monaco-list-row", { hasText: /Show [\d,]+ older rows/ });
    await view.locator(".monaco-list-row", { hasText: "entry 7997" }).waitFor();
    await view.locator(".monaco-list").focus();
    await workbench.page.keyboard.press("Home");
    const before = await older.textContent();
    await older.click();
    await expect.poll(() => older.textContent()).not.toBe(before);
    await view.locator(".pane-header").click();

    const passed = await wire.passed();
    expect(passed.filter(({ type }) => type === "snapshot").length).toBeGreaterThan(1);
    expect(passed.some(({ to }) => to === "host")).toBe(true);
    expect(passed.filter(({ bytes }) => bytes > MAX_MESSAGE_BYTES)).toEqual([]);
    await chat.message.fill("");
  });

  test("case 81: a session of long ago comes back with its images, after Reload Window as well", async ({ atomic }) => {
    const { chat, workbench, folder } = atomic;
    await atomic.newChat();
    const images: ImageContent[] = [noiseImage(64), noiseImage(200)];
    writeSession(folder, { id: "with-images", texts: ["what is in these pictures?", "Noise, twice."], images });
    const sizes = () =>
      chat.conversation.locator("img").evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));

    await resume(atomic, "what is in these pictures?");
    await chat.conversation.getByText("Noise, twice.").waitFor();
    await expect.poll(sizes).toEqual([64, 200]);

    const reloaded = workbench.page.waitForEvent("load");
    await workbench.run("Developer: Reload Window");
    await reloaded;
    await workbench.openChatView();
    await chat.conversation.getByText("Noise, twice.").waitFor();
    await expect.poll(sizes).toEqual([64, 200]);
    await chat.send("and who sent them?");
    await chat.conversation.getByText("ok", { exact: true }).waitFor();
    expect(atomic.endpoint.agentRequests.at(-1)?.images).toEqual(
      images.map(({ mimeType, data }) => `data:${mimeType};base64,${data}`),
    );
  });
});
