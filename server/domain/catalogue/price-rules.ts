import { KG_PER_TONNE } from "#core/mass";
import { type Currency, currencies } from "#core/money";

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

export interface UnitPrice {
  /** In minor units. */
  pricePerTonne: number;
  /** Totals are multiples of it, in minor units: the currency's step. */
  priceStep: number;
}

/** Price of `amountKg`, rounded up to a multiple of the step. */
export function priceOf({ pricePerTonne, priceStep }: UnitPrice, amountKg: number): number {
  const unit = KG_PER_TONNE_N * BigInt(priceStep);
  const thousandths = BigInt(amountKg) * BigInt(pricePerTonne);
  return Number((thousandths + unit - 1n) / unit) * priceStep;
}

/** Most whole kg whose price does not exceed the total; the rest is not charged. */
export function kgForTotal(
  { pricePerTonne }: Pick<UnitPrice, "pricePerTonne">,
  total: number,
): number {
  return Number((BigInt(total) * KG_PER_TONNE_N) / BigInt(pricePerTonne));
}

/** The price per kg in whole minor units: an upper bound of what a kg costs. */
export function pricePerKgBound(pricePerTonne: number): number {
  return priceOf({ pricePerTonne, priceStep: 1 }, 1);
}

/** Columns of the price of a new order or session. */
export function pricedPerTonne({ pricePerTonne, priceStep }: UnitPrice) {
  return { pricingUnit: "tonne", pricePerKg: null, pricePerTonne, priceStep } as const;
}

interface StoredPrice {
  pricePerKg: number | null;
  pricePerTonne: number | null;
}

/** Price per tonne of an order or session, in minor units. */
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
  /** Without an amount, the part has no price in the currency. */
  parts: { millionths: number; amount: number | null }[];
}

/**
 * Price of a portfolio per tonne: its own, or else the sum of fraction × category price, rounded
 * up. Null if it has none of its own and a category has none either.
 */
export function pricePerTonne({ ownPrice, parts }: PriceParts): number | null {
  if (ownPrice !== null) return ownPrice;
  let sum = 0;
  for (const { millionths, amount } of parts) {
    if (amount === null) return null;
    sum += millionths * amount;
  }
  return Math.ceil(sum / MILLION);
}

/** Prices per tonne in one currency, by channel. */
export interface CurrencyPrices<Price extends number | null = number | null> {
  currency: Currency;
  apiPricePerTonne: Price;
  checkoutPricePerTonne: Price;
}

export interface PricedPortfolio {
  prices: CurrencyPrices[];
  allocations: {
    startMillionths: number;
    endMillionths: number;
    category: { prices: CurrencyPrices[] };
  }[];
}

/** Channel and currency of a price. */
export interface PriceOn {
  channel: Channel;
  currency: Currency;
}

/** The price per tonne that was set for this channel and currency; null if none was. */
export function priceSet(prices: readonly CurrencyPrices[], on: PriceOn): number | null {
  const row = prices.find(({ currency }) => currency === on.currency);
  const price = on.channel === "api" ? row?.apiPricePerTonne : row?.checkoutPricePerTonne;
  return price ?? null;
}

/** Price of a portfolio per tonne, in minor units of the currency; null if it has none in it. */
export function portfolioPricePerTonne(portfolio: PricedPortfolio, on: PriceOn): number | null {
  return pricePerTonne({
    ownPrice: priceSet(portfolio.prices, on),
    parts: portfolio.allocations.map((allocation) => ({
      millionths: allocation.endMillionths - allocation.startMillionths,
      amount: priceSet(allocation.category.prices, on),
    })),
  });
}

/** Prices of a portfolio in the currency by channel, of its own or derived. */
export const pricesIn = (portfolio: PricedPortfolio, currency: Currency) => ({
  api: portfolioPricePerTonne(portfolio, { channel: "api", currency }),
  checkout: portfolioPricePerTonne(portfolio, { channel: "checkout", currency }),
});
export type ChannelPrices = ReturnType<typeof pricesIn>;

/** Returns true if the portfolio can be bought in the currency through both channels. */
export function isPricedIn(portfolio: PricedPortfolio, currency: Currency): boolean {
  const { api, checkout } = pricesIn(portfolio, currency);
  return api !== null && checkout !== null;
}

/** Currencies in which the portfolio has a price, in the order of the table. */
export const currenciesOf = (portfolio: PricedPortfolio): Currency[] =>
  Object.keys(currencies).filter((currency) => {
    const { api, checkout } = pricesIn(portfolio, currency);
    return api !== null || checkout !== null;
  });

/** Prices as a catalogue file and forms name them. */
export interface PriceFields {
  currency: Currency;
  api_price_per_tonne: number | null;
  checkout_price_per_tonne: number | null;
}

export const toCurrencyPrices = ({ currency, ...fields }: PriceFields): CurrencyPrices => ({
  currency,
  apiPricePerTonne: fields.api_price_per_tonne,
  checkoutPricePerTonne: fields.checkout_price_per_tonne,
});

/** The row with prices in one currency replaced. */
export function withPricesIn<Row extends { prices: CurrencyPrices[] }>(
  row: Row,
  changed: PriceFields,
): Row {
  const others = row.prices.filter(({ currency }) => currency !== changed.currency);
  return { ...row, prices: [...others, toCurrencyPrices(changed)] };
}

interface PricedForAccount {
  prices: CurrencyPrices[];
  accountPrices: CurrencyPrices[];
}

/** The portfolio at the prices of the account that `pricesOfAccount` included. */
export function withAccountPrices<Row extends PricedForAccount>({
  accountPrices: [own],
  ...portfolio
}: Row): Omit<Row, "accountPrices"> {
  if (!own) return portfolio;
  const { currency } = own;
  const offered = portfolio.prices.find((prices) => prices.currency === currency);
  return {
    ...portfolio,
    prices: [
      ...portfolio.prices.filter((prices) => prices !== offered),
      {
        currency,
        apiPricePerTonne: own.apiPricePerTonne ?? offered?.apiPricePerTonne ?? null,
        checkoutPricePerTonne: own.checkoutPricePerTonne ?? offered?.checkoutPricePerTonne ?? null,
      },
    ],
  };
}
