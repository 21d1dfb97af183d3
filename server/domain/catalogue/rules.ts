// Exact arithmetic of the catalogue: fractions in millionths, prices in whole cents, list order.

export const MILLION = 1_000_000;

/** How credits are bought: prices may differ. */
export type Channel = "api" | "checkout";

/** The fraction (or weight) in whole millionths; null where it has more than six decimals. */
export function toMillionths(fraction: number): number | null {
  const millionths = Math.round(fraction * MILLION);
  // Dividing gives the very number that the decimal is read as, so equality is exact.
  return millionths / MILLION === fraction ? millionths : null;
}

export function fromMillionths(millionths: number): number {
  return millionths / MILLION;
}

interface PriceParts {
  /** The portfolio's own price, or null where it is derived from its parts. */
  ownCents: number | null;
  parts: { millionths: number; cents: number }[];
}

/** A portfolio's price per kg: its own, else the sum of fraction × category price, rounded up. */
export function pricePerKgCents({ ownCents, parts }: PriceParts): number {
  if (ownCents !== null) return ownCents;
  const sum = parts.reduce((total, part) => total + part.millionths * part.cents, 0);
  const remainder = sum % MILLION;
  return (sum - remainder) / MILLION + (remainder > 0 ? 1 : 0);
}

interface Prices<Cents> {
  apiPricePerKgUsdCents: Cents;
  checkoutPricePerKgUsdCents: Cents;
}

interface PricedPortfolio extends Prices<number | null> {
  allocations: { startMillionths: number; endMillionths: number; category: Prices<number> }[];
}

/** What a kg of the portfolio costs through the channel, in cents. */
export function portfolioPricePerKgCents(portfolio: PricedPortfolio, channel: Channel): number {
  const column = channel === "api" ? "apiPricePerKgUsdCents" : "checkoutPricePerKgUsdCents";
  return pricePerKgCents({
    ownCents: portfolio[column],
    parts: portfolio.allocations.map((allocation) => ({
      millionths: allocation.endMillionths - allocation.startMillionths,
      cents: allocation.category[column],
    })),
  });
}

/**
 * Merges the order of a file into the order that there is: the file's items stand in the file's
 * order, all others keep theirs, and an item that is new follows its predecessor in the file.
 */
export function mergeOrder(existing: readonly string[], file: readonly string[]): string[] {
  const isExisting = new Set(existing);
  const isInFile = new Set(file);
  const returning = file.filter((id) => isExisting.has(id)).values();
  const followers = new Map<string | null, string[]>();
  let predecessor: string | null = null;
  for (const id of file) {
    if (isExisting.has(id)) predecessor = id;
    else followers.set(predecessor, [...(followers.get(predecessor) ?? []), id]);
  }
  const leading = followers.get(null) ?? [];
  const merged: string[] = [];
  for (const place of existing) {
    const id = isInFile.has(place) ? (returning.next().value ?? place) : place;
    if (isInFile.has(place)) merged.push(...leading.splice(0));
    merged.push(id, ...(followers.get(id) ?? []));
  }
  return [...merged, ...leading];
}
