import { priceOf, roundToCents } from "./price.js";

/** One line an item, best seller first, then the total. */
export function report(sales) {
  const totals = new Map();
  for (const sale of sales) totals.set(sale.item, (totals.get(sale.item) ?? 0) + priceOf(sale));
  const rows = [...totals].sort(([, a], [, b]) => b - a);
  const sum = roundToCents(rows.reduce((total, [, amount]) => total + amount, 0));
  return [...rows, ["total", sum]]
    .map(([item, amount]) => `${item.padEnd(14)}${amount.toFixed(2).padStart(8)}`)
    .join("\n");
}
