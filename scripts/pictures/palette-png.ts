/** PNG with a palette of 256 colours, a third of the size of one in full colour. */
import { deflateSync } from "node:zlib";
import { pngChunk } from "../../test/panel/harness/items.ts";

interface Cell {
  count: number;
  sum: [number, number, number];
}

/** Encodes opaque pixels, four bytes each (RGBA). */
export function palettePng(width: number, height: number, pixels: Uint8Array): Buffer {
  const colours = paletteOf(pixels);
  const nearest = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const colour = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
      let index = nearest.get(colour);
      if (index === undefined) {
        index = indexOfNearest(colours, colour);
        nearest.set(colour, index);
      }
      rows[y * (width + 1) + 1 + x] = index;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("PLTE", Buffer.from(colours.flat())),
    pngChunk("IDAT", deflateSync(rows, { level: 9 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The means of the cells of colour that hold most pixels; flat areas keep their exact colour. */
function paletteOf(pixels: Uint8Array): [number, number, number][] {
  const cells = new Map<number, Cell>();
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    const cell = cells.get(key) ?? { count: 0, sum: [0, 0, 0] };
    cell.count += 1;
    cell.sum = [cell.sum[0] + red, cell.sum[1] + green, cell.sum[2] + blue];
    cells.set(key, cell);
  }
  return [...cells.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, 256)
    .map(({ count, sum: [red, green, blue] }) => [
      Math.round(red / count),
      Math.round(green / count),
      Math.round(blue / count),
    ]);
}

function indexOfNearest(colours: readonly [number, number, number][], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  colours.forEach(([red, green, blue], index) => {
    const distance = (red - (colour >> 16)) ** 2 + (green - ((colour >> 8) & 255)) ** 2 + (blue - (colour & 255)) ** 2;
    if (distance >= least) return;
    least = distance;
    best = index;
  });
  return best;
}
