/** Writes a picture into docs/pictures, with a palette so that it stays small. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { palettePng } from "./palette-png.ts";

const target = path.resolve(import.meta.dirname, "../../docs/pictures");

/** `page` is any page of the browser that took the screenshot. */
export async function save(name: string, page: Page, screenshot: Buffer): Promise<void> {
  const [width, height, pixels] = await decode(page, screenshot);
  const bytes = palettePng(width, height, pixels);
  writeFileSync(path.join(target, `${name}.png`), bytes);
  console.log(`${name}  ${width} × ${height}  ${Math.round(bytes.length / 1024)} KiB`);
}

/** Width, height and RGBA of a PNG, by the browser that made it. */
async function decode(page: Page, png: Buffer): Promise<[number, number, Uint8Array]> {
  const [wide, high, pixels] = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data: rgba } = context.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let at = 0; at < rgba.length; at += 0x8000) {
      text += String.fromCharCode(...rgba.subarray(at, at + 0x8000));
    }
    return [image.width, image.height, btoa(text)] as const;
  }, png.toString("base64"));
  return [wide, high, Buffer.from(pixels, "base64")];
}
