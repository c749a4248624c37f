/** Reads sales from CSV text with the columns time, item, count and unit price. Throws on a line that has others. */
export function readSales(text) {
  const [, ...lines] = text.trim().split("\n");
  return lines.map((line, index) => {
    const fields = line.split(",");
    if (fields.length !== 4) throw new Error(`line ${index + 2}: 4 fields expected, found ${fields.length}`);
    const [time, item, count, unitPrice] = fields;
    return { time, item, count: Number(count), unitPrice: Number(unitPrice) };
  });
}
