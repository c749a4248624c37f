/** Images for the message: read, scaled down where they are large, as base64. */
import type { ImageContent } from "../../server/protocol/message.ts";

/** px; providers scale larger ones down themselves, or refuse them. */
const maxSide = 2000;
/** Bytes; the smallest limit among providers is 5 MB of base64. */
const maxBytes = 3_500_000;

const accepted = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** Image files among those that were pasted or dropped. */
export function imageFiles(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter((file) => file.type.startsWith("image/"));
}

/** Reads one image file. Rejects with a reason a person can act on. */
export async function readImage(file: Blob): Promise<ImageContent> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) throw new Error("not an image");
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const fits = scale === 1 && file.size <= maxBytes && accepted.has(file.type);
  const blob = fits ? file : await encode(bitmap, scale, file.type);
  bitmap.close();
  return { type: "image", data: await base64(blob), mimeType: blob.type };
}

/** Draws the bitmap at `scale`; as PNG where it may be clear in places and stays small, else as JPEG. */
async function encode(bitmap: ImageBitmap, scale: number, type: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const png = type === "image/jpeg" ? null : await toBlob(canvas, "image/png");
  if (png && png.size <= maxBytes) return png;
  const jpeg = await toBlob(canvas, "image/jpeg");
  if (jpeg.size > maxBytes && scale > 0.1) return encode(bitmap, scale * 0.7, "image/jpeg");
  return jpeg;
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("cannot be encoded"))), type, 0.9);
  });
}

function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("cannot be read"));
    reader.readAsDataURL(blob);
  });
}
