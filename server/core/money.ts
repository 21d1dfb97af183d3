// Amounts are integers in the minor units of a currency, such as cents. Sums never mix currencies.

/** ISO 4217 in lower case, as in Stripe's API: one of `currencies`. */
export type Currency = string;

export interface Money {
  minor: number;
  currency: Currency;
}

/** Of accounts for which none was chosen. */
export const DEFAULT_CURRENCY: Currency = "usd";

interface CurrencyFacts {
  /** Decimals of its minor unit. */
  digits: number;
  /** Decimals of the unit in which the payment provider counts, where it has others. */
  providerDigits?: number;
  /** A price is a multiple of it, in minor units. */
  step?: number;
  /** In minor units; what a card can be charged. */
  smallestCharge: number;
}

/**
 * The currencies in which an account can sell, in the order of lists and sums. Smallest charges are
 * Stripe's: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const currencies: Record<Currency, CurrencyFacts> = {
  usd: { digits: 2, smallestCharge: 50 },
  eur: { digits: 2, smallestCharge: 50 },
  gbp: { digits: 2, smallestCharge: 30 },
  chf: { digits: 2, smallestCharge: 50 },
  sek: { digits: 2, smallestCharge: 300 },
  nok: { digits: 2, smallestCharge: 300 },
  dkk: { digits: 2, smallestCharge: 250 },
  pln: { digits: 2, smallestCharge: 200 },
  czk: { digits: 2, smallestCharge: 1500 },
  cad: { digits: 2, smallestCharge: 50 },
  aud: { digits: 2, smallestCharge: 50 },
  nzd: { digits: 2, smallestCharge: 50 },
  sgd: { digits: 2, smallestCharge: 50 },
  jpy: { digits: 0, smallestCharge: 50 },
};

/** @throws for a currency that is not in the table: a row has one that an installation lost */
function factsOf(currency: Currency): Required<CurrencyFacts> {
  const facts = currencies[currency];
  if (!facts) throw new Error(`the currency "${currency}" is unknown`);
  return { providerDigits: facts.digits, step: 1, ...facts };
}

const major = ({ minor, currency }: Money) => minor / 10 ** factsOf(currency).digits;

/** "$12.50" or "12,50 $", depending on the language. */
export function formatMoney(amount: Money, language: string): string {
  const { currency } = amount;
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(major(amount));
}

/** "$1.2K", for the axis of a chart. */
export function formatMoneyShort(amount: Money, language: string): string {
  const units = major(amount);
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: amount.currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: units < 10 ? factsOf(amount.currency).digits : 1,
  }).format(units);
}

/** "12.50": the exact amount in major units, for files that spreadsheets sum. */
function plainAmount({ minor, currency }: Money): string {
  const { digits } = factsOf(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return `${minor < 0 ? "-" : ""}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ""}`;
}

/** "12.50" of US cents. */
export const usDollars = (minor: number) => plainAmount({ minor, currency: "usd" });
