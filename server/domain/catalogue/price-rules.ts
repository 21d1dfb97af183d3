import { KG_PER_TONNE } from "#core/mass";

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

/** Unit of a stored price. Orders and sessions from before prices per tonne have one per kg. */
export type PricingUnit = "kg" | "tonne";

const KG_PER_TONNE_N = BigInt(KG_PER_TONNE);

interface UnitPrice {
  pricePerTonne: number;
}

/** Price of `amountKg` in cents, rounded up to a whole cent. */
export function priceOf({ pricePerTonne }: UnitPrice, amountKg: number): number {
  const thousandths = BigInt(amountKg) * BigInt(pricePerTonne);
  return Number((thousandths + KG_PER_TONNE_N - 1n) / KG_PER_TONNE_N);
}

/** Most whole kg whose price does not exceed the total; the rest is not charged. */
export function kgForTotal({ pricePerTonne }: UnitPrice, total: number): number {
  return Number((BigInt(total) * KG_PER_TONNE_N) / BigInt(pricePerTonne));
}

/** The price per kg in whole cents: an upper bound of what a kg costs. */
export function pricePerKgBound(pricePerTonne: number): number {
  return priceOf({ pricePerTonne }, 1);
}

/** Columns of the price of a new order or session. */
export function pricedPerTonne(pricePerTonne: number) {
  return { pricingUnit: "tonne", pricePerKg: null, pricePerTonne } as const;
}

interface StoredPrice {
  pricePerKg: number | null;
  pricePerTonne: number | null;
}

/** Price per tonne of an order or session, in cents. */
export function storedPricePerTonne(row: StoredPrice): number {
  return row.pricePerTonne ?? (row.pricePerKg ?? 0) * KG_PER_TONNE;
}

/** Returns true for a change by more than a factor of two, which may be a typing error. */
export function isLargeChange(amountBefore: number, amountAfter: number): boolean {
  return amountAfter > 2 * amountBefore || amountBefore > 2 * amountAfter;
}

/** Sales channels, which may have different prices. */
export const channels = ["api", "checkout"] as const;
export type Channel = (typeof channels)[number];

interface PriceParts {
  /** The portfolio's own price; null if it is derived from its parts. */
  ownPrice: number | null;
  /** A derived price that is rounded up to whole cents per kg, as it was before the upgrade. */
  roundedFrom?: number | null;
  parts: { millionths: number; amount: number }[];
}

function roundUp(value: number, unit: number): number {
  const remainder = value % unit;
  return value - remainder + (remainder > 0 ? unit : 0);
}

/**
 * Price of a portfolio per tonne: its own, or else the sum of fraction × category price, rounded
 * up.
 */
export function pricePerTonne({ ownPrice, roundedFrom, parts }: PriceParts): number {
  if (ownPrice !== null) return ownPrice;
  const sum = parts.reduce((total, part) => total + part.millionths * part.amount, 0);
  const amount = roundUp(sum, MILLION) / MILLION;
  return amount === roundedFrom ? roundUp(amount, KG_PER_TONNE) : amount;
}

interface Prices<Price> {
  apiPricePerTonne: Price;
  checkoutPricePerTonne: Price;
}

interface PricedPortfolio extends Prices<number | null> {
  apiRoundedFrom: number | null;
  checkoutRoundedFrom: number | null;
  allocations: { startMillionths: number; endMillionths: number; category: Prices<number> }[];
}

/** Price of a portfolio per tonne through the channel, in cents. */
export function portfolioPricePerTonne(portfolio: PricedPortfolio, channel: Channel): number {
  const isApi = channel === "api";
  const column = isApi ? "apiPricePerTonne" : "checkoutPricePerTonne";
  return pricePerTonne({
    ownPrice: portfolio[column],
    roundedFrom: isApi ? portfolio.apiRoundedFrom : portfolio.checkoutRoundedFrom,
    parts: portfolio.allocations.map((allocation) => ({
      millionths: allocation.endMillionths - allocation.startMillionths,
      amount: allocation.category[column],
    })),
  });
}
