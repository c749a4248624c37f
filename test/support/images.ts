import { crc32, deflateSync } from "node:zlib";
import type { ImageContent } from "../../server/protocol/message.ts";

/** A PNG of one pixel. */
export const pixel: ImageContent = {
  type: "image",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  mimeType: "image/png",
};

/** A square PNG of this many pixels a side that does not compress: about four bytes a pixel. */
export function noiseImage(side: number): ImageContent {
  const rows = Buffer.alloc(side * (side * 4 + 1));
  let random = side;
  for (let at = 0; at < rows.length; at++) {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    rows[at] = at % (side * 4 + 1) === 0 ? 0 : random >>> 24;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  const data = Buffer.concat([signature, ...chunks]).toString("base64");
  return { type: "image", data, mimeType: "image/png" };
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
