// Pure arithmetic of prices: whole kilograms, whole US cents.
import { MILLION } from "./rules";

/** The largest amount of one order, quote or session, in kg. */
export const MAX_AMOUNT_KG = 1_000_000_000;

/** What `amountKg` costs, in cents. */
export function priceOf(amountKg: number, pricePerKgCents: number): number {
  return amountKg * pricePerKgCents;
}

/** The kg that a total buys: never more than was asked, so the rest of a kg is not charged. */
export function kgForTotal(totalCents: number, pricePerKgCents: number): number {
  return Math.floor(totalCents / pricePerKgCents);
}

/** How credits are bought: prices may differ. */
export type Channel = "api" | "checkout";

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
