// Pure arithmetic of prices: whole kilograms, whole US cents.

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
