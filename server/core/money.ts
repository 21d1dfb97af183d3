// Amounts are integers in the minor units of a currency, such as cents. Sums never mix currencies.

/** ISO 4217 in lower case, as in Stripe's API. */
export type Currency = string;

export interface Money {
  minor: number;
  currency: Currency;
}

/** Of accounts for which none was chosen. */
export const DEFAULT_CURRENCY: Currency = "usd";

/** Decimals of each currency's minor unit. */
const digits: Record<Currency, number> = {
  ...{ usd: 2, eur: 2, gbp: 2, chf: 2, sek: 2, nok: 2, dkk: 2, pln: 2, czk: 2 },
  ...{ cad: 2, aud: 2, nzd: 2, sgd: 2, jpy: 0 },
};

/** @throws for a currency that is not in the table: a row has one that an installation lost */
function digitsOf(currency: Currency): number {
  const known = digits[currency];
  if (known === undefined) throw new Error(`the currency "${currency}" is unknown`);
  return known;
}

const major = ({ minor, currency }: Money) => minor / 10 ** digitsOf(currency);

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
    maximumFractionDigits: units < 10 ? digitsOf(amount.currency) : 1,
  }).format(units);
}

/** "12.50": the exact amount in major units, for files that spreadsheets sum. */
function plainAmount({ minor, currency }: Money): string {
  const decimals = digitsOf(currency);
  const text = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const whole = text.slice(0, text.length - decimals);
  return `${minor < 0 ? "-" : ""}${whole}${decimals > 0 ? `.${text.slice(-decimals)}` : ""}`;
}

/** "12.50" of US cents. */
export const usDollars = (minor: number) => plainAmount({ minor, currency: "usd" });
