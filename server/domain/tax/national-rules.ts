// Tax that a document must state in the currency of its country. Have these rules checked.
import { euCountryCodes } from "#core/countries";
import type { Currency } from "#core/money";
import { conversionOf, converted } from "./exchange-rules";
import type { ExchangeRate, RateRule } from "./schema";

interface NationalTax {
  currency: Currency;
  /** True if the net amount is stated as well as the tax. */
  statesNet: boolean;
  /** Rules of which a seller can choose; the first one counts if none is chosen. */
  rules: readonly [RateRule, ...RateRule[]];
}

const countries: Readonly<Record<string, NationalTax>> = {
  // Notice 700, 7.7.
  GB: { currency: "gbp", statesNet: true, rules: ["uk_market", "hmrc_period"] },
  // § 16(6) UStG; daily rates only if the tax office allowed them.
  DE: { currency: "eur", statesNet: false, rules: ["bmf_monthly", "ecb_daily"] },
  CH: { currency: "chf", statesNet: false, rules: ["ch_monthly", "ch_daily"] },
};

/** Members of the European Union without the euro. */
const ownCurrencies: Readonly<Record<string, Currency>> = {
  ...{ CZ: "czk", DK: "dkk", HU: "huf", PL: "pln", RO: "ron", SE: "sek" },
};

/** Countries whose rules for tax in another currency are not here. */
const others: Readonly<Record<string, Currency>> = {
  ...{ AU: "aud", CA: "cad", JP: "jpy", NO: "nok", NZ: "nzd", SG: "sgd" },
};

/** True if a document in this currency states its tax in that of the country already. */
export function isNational(country: string, currency: Currency): boolean {
  return (nationalTaxOf(country)?.currency ?? others[country]) === currency;
}

/** Null for a country whose rules are not here. */
export function nationalTaxOf(country: string): NationalTax | null {
  const own = countries[country];
  if (own) return own;
  if (!euCountryCodes.has(country)) return null;
  // Directive 2006/112/EC, articles 91 and 230.
  const currency = ownCurrencies[country] ?? "eur";
  return { currency, statesNet: false, rules: ["latest_selling", "ecb_daily"] };
}

/** The rates by which a document states its tax. They are stored with it. */
export interface NationalRates {
  currency: Currency;
  statesNet: boolean;
  taxPoint: string;
  rule: RateRule;
  rates: ExchangeRate[];
}

/** Converts minor units of a document's currency by the rates of its tax. */
export function nationalAmount(
  minor: number,
  {
    currency,
    national,
  }: { currency: Currency; national: Pick<NationalRates, "currency" | "rates"> },
): number {
  const conversion = conversionOf(national.rates, { from: currency, to: national.currency });
  if (!conversion) throw new Error("a document's rates do not connect its currencies");
  return converted(minor, conversion);
}
