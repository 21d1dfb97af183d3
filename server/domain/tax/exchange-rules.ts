// Converts amounts by published rates, in whole numbers: a float would round twice.
import { type Currency, rulesOf } from "#core/money";
import type { ExchangeRate, RateRule } from "./schema";

/** An exact factor between the minor units of two currencies, with the rates that it is made of. */
export interface Conversion {
  numerator: bigint;
  denominator: bigint;
  rates: ExchangeRate[];
}

/** "1.0823" as 10823 of 10^4. */
function fractionOf(rate: string) {
  const [whole = "", decimals = ""] = rate.split(".");
  return { digits: BigInt(whole + decimals), scale: 10n ** BigInt(decimals.length) };
}

interface Pair {
  from: Currency;
  to: Currency;
}

/** Major units of `to` for one of `from`; multiplies by a rate, or divides by that of the inverse. */
function direct(rates: readonly ExchangeRate[], { from, to }: Pair): Conversion | null {
  if (from === to) return { numerator: 1n, denominator: 1n, rates: [] };
  const rate = rates.find((each) => each.from === from && each.to === to);
  if (rate) {
    const { digits, scale } = fractionOf(rate.rate);
    return { numerator: digits, denominator: scale, rates: [rate] };
  }
  const inverse = rates.find((each) => each.from === to && each.to === from);
  if (!inverse) return null;
  const { digits, scale } = fractionOf(inverse.rate);
  return { numerator: scale, denominator: digits, rates: [inverse] };
}

/** By the rate of the pair, else through the euro. Null if a rate is missing. */
export function conversionOf(rates: readonly ExchangeRate[], pair: Pair): Conversion | null {
  const { from, to } = pair;
  const own = direct(rates, pair);
  const first = own ?? direct(rates, { from, to: "eur" });
  const second = own ? direct(rates, { from: to, to }) : direct(rates, { from: "eur", to });
  if (!first || !second) return null;
  return {
    numerator: first.numerator * second.numerator * 10n ** BigInt(rulesOf(to).digits),
    denominator: first.denominator * second.denominator * 10n ** BigInt(rulesOf(from).digits),
    rates: [...first.rates, ...second.rates],
  };
}

type Factor = Pick<Conversion, "numerator" | "denominator">;

/** Half a minor unit is rounded away from zero. */
export function converted(minor: number, { numerator, denominator }: Factor): number {
  const size = BigInt(Math.abs(minor));
  const result = Number((2n * size * numerator + denominator) / (2n * denominator));
  return minor < 0 ? 0 - result : result;
}

const DAY_MS = 86_400_000;
const SUNDAY = 0;
const SATURDAY = 6;

/** Rules whose rates of a Friday count on the weekend, too (directive 2006/112/EC, article 91). */
const withWeekends: readonly RateRule[] = ["latest_selling", "ecb_daily"];

/** The day whose rate counts for a tax point. */
export function rateDayOf(rule: RateRule, taxPoint: string): string {
  if (!withWeekends.includes(rule)) return taxPoint;
  const day = new Date(taxPoint);
  const back = { [SATURDAY]: 1, [SUNDAY]: 2 }[day.getUTCDay()] ?? 0;
  return new Date(day.getTime() - back * DAY_MS).toISOString().slice(0, 10);
}
