// Stripe counts some currencies in other units than we do: see docs.stripe.com/currencies. Amounts are
// converted here, exactly or not at all.
import { type Currency, decimalsOf, type Money, providerDecimalsOf, rulesOf } from "#core/money";
import { ProviderUnavailable } from "#payments/provider";

/** Stripe takes eight digits. */
const MAX_AMOUNT = 99_999_999;

/** The same amount with other decimals; null if it isn't whole. */
function withDecimals(amount: number, from: number, to: number): number | null {
  const factor = 10 ** Math.abs(to - from);
  if (to >= from) return amount * factor;
  return amount % factor === 0 ? amount / factor : null;
}

/** @throws Error for an amount that Stripe has no unit for, or between two steps of the currency */
export function toStripe({ minor, currency }: Money): number {
  const { digits, providerDigits, step } = rulesOf(currency);
  const amount = minor % step === 0 ? withDecimals(minor, digits, providerDigits) : null;
  if (amount === null) throw new Error(`Stripe can't charge ${minor} ${currency}`);
  return amount;
}

/** In minor units; null for a part of one. */
export function wholeFromStripe(amount: number, currency: Currency): number | null {
  return withDecimals(amount, providerDecimalsOf(currency), decimalsOf(currency));
}

/** In minor units. @throws ProviderUnavailable for a part of one: it is never rounded */
export function fromStripe(amount: number, currency: Currency): number {
  const minor = wholeFromStripe(amount, currency);
  if (minor !== null) return minor;
  throw new ProviderUnavailable(`Stripe reports ${amount} ${currency}, a part of a minor unit`);
}

/** Smallest and largest charge, in minor units. */
export function chargeLimits(currency: Currency) {
  const { digits, providerDigits, step, smallestCharge } = rulesOf(currency);
  const most = Math.floor(MAX_AMOUNT * 10 ** (digits - providerDigits));
  return { min: smallestCharge, max: most - (most % step) };
}
