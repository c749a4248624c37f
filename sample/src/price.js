/** From this many pieces of one item on, the whole sale is a tenth cheaper. */
const bulk = 10;

/** What a sale costs, rounded to cents. */
export function priceOf({ count, unitPrice }) {
  const price = count * unitPrice;
  return roundToCents(count > bulk ? price * 0.9 : price);
}

export function roundToCents(amount) {
  return Math.round(amount * 100) / 100;
}
