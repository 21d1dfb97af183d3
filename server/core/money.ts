// Amounts are integers in the minor units of a currency, such as cents. Sums never mix currencies.

/** ISO 4217 in lower case, as in Stripe's API. */
export type Currency = string;

export interface Money {
  minor: number;
  currency: Currency;
}

/** Of accounts for which none was chosen. */
export const DEFAULT_CURRENCY: Currency = "usd";

export interface CurrencyRules {
  /** Decimals of the minor unit (ISO 4217). */
  digits: number;
  /** Decimals of the amounts that payment providers take. */
  providerDigits: number;
  /** Amounts are multiples of it, in minor units. */
  step: number;
  /** Smallest charge of a card, in minor units. */
  smallestCharge: number;
}

const rules = (digits: number, smallestCharge: number): CurrencyRules => ({
  ...{ digits, providerDigits: digits, step: 1, smallestCharge },
});

/**
 * Currencies that an account can sell in, in the order of lists. Smallest charges are Stripe's, see
 * docs.stripe.com/currencies.
 */
export const currencies: Record<Currency, CurrencyRules> = {
  usd: rules(2, 50),
  eur: rules(2, 50),
  gbp: rules(2, 30),
  chf: rules(2, 50),
  sek: rules(2, 300),
  nok: rules(2, 300),
  dkk: rules(2, 250),
  pln: rules(2, 200),
  czk: rules(2, 1500),
  huf: rules(2, 17_500),
  ron: rules(2, 200),
  cad: rules(2, 50),
  aud: rules(2, 50),
  nzd: rules(2, 50),
  sgd: rules(2, 50),
  jpy: rules(0, 50),
};

/** @throws for a currency that is not in the table: a row has one that an installation lost */
export function rulesOf(currency: Currency): CurrencyRules {
  const known = currencies[currency];
  if (known === undefined) throw new Error(`the currency "${currency}" is unknown`);
  return known;
}

/** Sums or rows in the order of the table. */
export function inOrder<Row extends { currency: Currency }>(rows: readonly Row[]): Row[] {
  const codes = Object.keys(currencies);
  return rows.toSorted((one, other) => codes.indexOf(one.currency) - codes.indexOf(other.currency));
}

/** An amount in the currency of its row. */
export const moneyOf = ({ currency }: { currency: Currency }, minor: number): Money => ({
  minor,
  currency,
});

/**
 * Decimals of the minor unit. A provider may settle in a currency that no account can have: these
 * have those of ISO 4217.
 */
export function decimalsOf(currency: Currency): number {
  const known = currencies[currency];
  if (known) return known.digits;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** Decimals of a provider's amounts. */
export const providerDecimalsOf = (currency: Currency) =>
  currencies[currency]?.providerDigits ?? decimalsOf(currency);

const major = ({ minor, currency }: Money) => minor / 10 ** decimalsOf(currency);

/** "$12.50" or "12,50 $", depending on the language. */
export function formatMoney(amount: Money, language: string): string {
  const { currency } = amount;
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(major(amount));
}

/** "US dollars": amounts of several currencies can be written with the same sign. */
export function currencyName(currency: Currency, language: string): string {
  const format = new Intl.NumberFormat(language, {
    ...{ style: "currency", currency, currencyDisplay: "name" },
  });
  const parts = format.formatToParts(100);
  return parts.find(({ type }) => type === "currency")?.value ?? currency.toUpperCase();
}

/** "$1.2K", for the axis of a chart. */
export function formatMoneyShort(amount: Money, language: string): string {
  const units = major(amount);
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: amount.currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: units < 10 ? decimalsOf(amount.currency) : 1,
  }).format(units);
}

/** One sum per currency, in the order of the table of currencies. */
export function sumsByCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<Currency, number>();
  for (const { minor, currency } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0) + minor);
  }
  return inOrder([...sums].map(([currency, minor]) => ({ minor, currency })));
}

/** "12.50": the exact amount in major units, for files that spreadsheets sum. */
export function plainAmount({ minor, currency }: Money): string {
  const decimals = decimalsOf(currency);
  const text = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const whole = text.slice(0, text.length - decimals);
  return `${minor < 0 ? "-" : ""}${whole}${decimals > 0 ? `.${text.slice(-decimals)}` : ""}`;
}

/** Minor units of another currency at a rate between major units, not rounded. */
export function convertPrice(
  { minor, currency }: Money,
  into: { currency: Currency; rate: number },
): number {
  return minor * into.rate * 10 ** (decimalsOf(into.currency) - decimalsOf(currency));
}

const PLAIN = /^(?<whole>\d{1,12})(?:[.,](?<decimals>\d+))?$/;
const GROUPED =
  /^(?<whole>\d{1,3}(?<mark>[.,'’\s])\d{3}(?:\k<mark>\d{3}){0,3})(?:(?!\k<mark>)[.,](?<decimals>\d+))?$/;

/**
 * Amount that a person typed, with either decimal sign: "12,50", "1.234,50", "1,234.50". Null if it
 * is none, finer than the currency's step, or "1,234" where it could mean two amounts.
 */
export function parseMoney(typed: string, currency: Currency): Money | null {
  const { digits, step } = rulesOf(currency);
  const text = typed.trim();
  const plain = PLAIN.exec(text);
  const parts = digits === 0 ? (GROUPED.exec(text) ?? plain) : (plain ?? GROUPED.exec(text));
  const { whole = "", decimals = "" } = parts?.groups ?? {};
  if (whole === "" || decimals.length > digits) return null;
  const minor = Number(whole.replace(/\D/g, "") + decimals.padEnd(digits, "0"));
  return Number.isSafeInteger(minor) && minor % step === 0 ? { minor, currency } : null;
}
