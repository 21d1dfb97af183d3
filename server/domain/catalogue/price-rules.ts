export const MILLION = 1_000_000;

/** Converts a fraction (or weight) to whole millionths; null if it has more than six decimals. */
export function toMillionths(fraction: number): number | null {
  const millionths = Math.round(fraction * MILLION);
  // Dividing gives the number that the decimal was parsed as, so equality is exact.
  return millionths / MILLION === fraction ? millionths : null;
}

/** As `toMillionths`, for validated fractions. @throws RangeError beyond six decimals */
export function requireMillionths(fraction: number): number {
  const millionths = toMillionths(fraction);
  if (millionths === null) throw new RangeError(`${fraction} has more than six decimals`);
  return millionths;
}

export function fromMillionths(millionths: number): number {
  return millionths / MILLION;
}

/** Maximum amount of one order, quote or session, in kg. */
export const MAX_AMOUNT_KG = 1_000_000_000;

interface UnitPrice {
  pricePerKgCents: number;
}

/** Price of `amountKg`, in cents. */
export function priceOf({ pricePerKgCents }: UnitPrice, amountKg: number): number {
  return amountKg * pricePerKgCents;
}

/** Whole kg that a total buys; the rest is not charged. */
export function kgForTotal({ pricePerKgCents }: UnitPrice, totalCents: number): number {
  return Math.floor(totalCents / pricePerKgCents);
}

/** Sales channels, which may have different prices. */
export const channels = ["api", "checkout"] as const;
export type Channel = (typeof channels)[number];

interface PriceParts {
  /** The portfolio's own price; null if it is derived from its parts. */
  ownCents: number | null;
  parts: { millionths: number; cents: number }[];
}

/**
 * Price of a portfolio per kg: its own, or else the sum of fraction × category price, rounded up.
 */
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

/** Price of a portfolio per kg through the channel, in cents. */
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
