import { describe, expect, test } from "vitest";
import { png } from "./harness/items.ts";
import { onePanel } from "./harness/one-panel.ts";
import type { Panel } from "./harness/panel.ts";
import { button, message } from "./harness/parts.ts";
import { qwen } from "./harness/samples.ts";

let panel: Panel;
const openPanel = onePanel((opened) => {
  panel = opened;
});

interface Given {
  text?: string;
  file?: { base64: string; type: string; name: string };
  uris?: string;
}

/** Pastes into the message field, or drops on it, what a person would. */
function give(kind: "paste" | "drop", given: Given): Promise<void> {
  return message(panel).evaluate(
    (field, [event, what]) => {
      const data = new DataTransfer();
      if (what.text !== undefined) data.setData("text/plain", what.text);
      if (what.uris !== undefined) data.setData("text/uri-list", what.uris);
      if (what.file) {
        const bytes = Uint8Array.from(atob(what.file.base64), (char) => char.charCodeAt(0));
        data.items.add(new File([bytes], what.file.name, { type: what.file.type }));
      }
      const init = { bubbles: true, cancelable: true };
      field.dispatchEvent(
        event === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", { ...init, dataTransfer: data }),
      );
    },
    [kind, given] as const,
  );
}

const picture = (width: number, height: number) => ({
  base64: png(width, height, [
    [10, 20, 30],
    [200, 210, 220],
  ]).toString("base64"),
  type: "image/png",
  name: "picture.png",
});

const broken = { base64: Buffer.from("no picture").toString("base64"), type: "image/png", name: "broken.png" };

describe("case 52: large pastes", () => {
  test("10,000 lines become a chip at once, can be opened, and are sent behind the text", async () => {
    await openPanel();
    const text = Array.from({ length: 10_000 }, (_, line) => `line ${line}`).join("\n");
    await give("paste", { text });
    const chip = button(panel, "Pasted text, 10,000 lines");
    await chip.waitFor();
    expect(await message(panel).inputValue()).toBe("");
    await chip.press("Enter");
    expect((await panel.waitFor("openText")).text).toBe(text);
    await message(panel).fill("What is this?");
    await message(panel).press("Enter");
    expect((await panel.waitFor("send")).text).toBe(`What is this?\n\n\`\`\`pasted\n${text}\n\`\`\``);
    await expect.poll(() => chip.count()).toBe(0);
  });

  test("a chip goes by Delete and by its cross, and stays with the draft", async () => {
    await openPanel();
    const text = "x".repeat(5000);
    await give("paste", { text });
    await give("paste", { text: "a\n".repeat(60) });
    await button(panel, "Pasted text, 61 lines").press("Delete");
    expect(await button(panel, "Pasted text, 61 lines").count()).toBe(0);
    await expect.poll(async () => (await panel.received("draft")).at(-1)?.text).toContain(text);
    await button(panel, "Remove Pasted text, 5,000 characters").click();
    await expect.poll(async () => (await panel.received("draft")).at(-1)?.text).toBe("");
  });

  test("a small paste goes into the text as usual", async () => {
    await openPanel();
    await message(panel).focus();
    await panel.page.evaluate(() => document.execCommand("insertText", false, "a\nb"));
    expect(await message(panel).inputValue()).toBe("a\nb");
  });
});

describe("images", () => {
  const sizeOf = (base64: string, type: string) =>
    panel.page.evaluate(
      async ([data, mimeType]) => {
        const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
        const { width, height } = await createImageBitmap(new Blob([bytes], { type: mimeType }));
        return [width, height];
      },
      [base64, type] as const,
    );

  test("a pasted one is a chip and goes with the message, as it was when it fits", async () => {
    await openPanel();
    const small = picture(40, 30);
    await give("paste", { file: small });
    await button(panel, "Image 1").waitFor();
    await message(panel).press("Enter");
    const { images, text } = await panel.waitFor("send");
    expect(text).toBe("");
    expect(images).toEqual([{ type: "image", data: small.base64, mimeType: "image/png" }]);
    // It stands in the bubble then, and no longer beside the field.
    const chip = panel.page.locator(".composer").getByRole("button", { name: "Image 1", exact: true });
    await expect.poll(() => chip.count()).toBe(0);
    await panel.page.locator("[data-bubble]").getByRole("button", { name: "Image 1" }).waitFor();
  });

  test("a large one is scaled down to 2,000 px", async () => {
    await openPanel();
    await give("drop", { file: picture(3000, 1200) });
    await button(panel, "Image 1").waitFor();
    await message(panel).fill("Look");
    await message(panel).press("Enter");
    const [image] = (await panel.waitFor("send")).images;
    expect(await sizeOf(image?.data ?? "", image?.mimeType ?? "")).toEqual([2000, 800]);
  });

  test("a model that takes none says so, before and after it was attached", async () => {
    await openPanel({ state: { model: qwen } });
    await give("paste", { file: picture(10, 10) });
    await panel.page.getByText("Qwen3 Coder 30B takes no images.").waitFor();
    await button(panel, "Switch model").click();
    expect(await panel.waitFor("action")).toMatchObject({ action: "switchModel" });
    await panel.close();
    await openPanel();
    await give("paste", { file: picture(10, 10) });
    await button(panel, "Image 1").waitFor();
    await panel.state({ model: qwen });
    await message(panel).fill("Look");
    await message(panel).press("Enter");
    await panel.page.getByText("Qwen3 Coder 30B takes no images.").waitFor();
    expect(await panel.received("send")).toEqual([]);
    expect(await message(panel).inputValue()).toBe("Look");
  });

  test("what is no image is refused by name; files of the workspace become mentions", async () => {
    await openPanel();
    await give("drop", { file: broken });
    await panel.page.getByText("broken.png cannot be read as an image.").waitFor();
    await message(panel).fill("See");
    await message(panel).press("End");
    await give("drop", { uris: "file:///home/ada/atlas-web/src/my%20file.ts\r\nfile:///etc/hosts" });
    expect(await message(panel).inputValue()).toBe('See @"src/my file.ts" @/etc/hosts ');
  });

  test("Attach asks the host for a file, and what it picks is attached", async () => {
    await openPanel();
    await button(panel, "Attach").click();
    expect(await panel.waitFor("action")).toMatchObject({ action: "pickImages" });
    const { base64, type } = picture(8, 8);
    const images = [{ type: "image" as const, data: base64, mimeType: type }];
    await panel.push({ kind: "composer", text: "", images, mode: "append", reason: "command" });
    await button(panel, "Image 1").waitFor();
  });
});
