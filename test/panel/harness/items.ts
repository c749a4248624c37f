/** Things that samples attach and mention. */
import { deflateSync } from "node:zlib";
import type { MentionItem } from "../../../extension/panel/messages.ts";
import type { ImageContent } from "../../../server/protocol/message.ts";

export const mentions: MentionItem[] = [
  { kind: "file", label: "upload.ts", insert: "src/net/upload.ts", detail: "src/net" },
  { kind: "file", label: "upload.test.ts", insert: "test/net/upload.test.ts", detail: "test/net" },
  { kind: "symbol", label: "UploadQueue", insert: "src/net/queue.ts:12-80", detail: "src/net/queue.ts" },
  { kind: "folder", label: "uploads", insert: "fixtures/uploads/", detail: "fixtures" },
  { kind: "symbol", label: "reuseParallel", insert: "src/net/pool.ts:4-30", detail: "src/net/pool.ts" },
];

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** A chunk of a PNG with its length and check sum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), body.length + 4);
  return out;
}

/** A PNG of `width` × `height` px in stripes of two colours. */
export function png(width: number, height: number, colours: [number[], number[]]): Buffer {
  const row = width * 3 + 1;
  const raw = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = colours[Math.floor((x + y) / 12) % 2] ?? [];
      raw.set(colour, y * row + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(raw);
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", data),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

const palettes: [number[], number[]][] = [
  [
    [120, 160, 210],
    [170, 200, 235],
  ],
  [
    [70, 70, 74],
    [95, 125, 90],
  ],
];

/** One of two small sample pictures. */
export function picture(index: 0 | 1): ImageContent {
  const colours = palettes[index] as [number[], number[]];
  return { type: "image", data: png(96, 96, colours).toString("base64"), mimeType: "image/png" };
}
