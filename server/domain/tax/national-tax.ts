import type { Context } from "#core/context";
import { conflict } from "#core/errors";
import type { Currency } from "#core/money";
import { conversionOf, rateDayOf } from "./exchange-rules";
import { listRatesOn } from "./exchange-store";
import { isNational, type NationalRates, nationalTaxOf } from "./national-rules";
import type { Tax } from "./rules";
import type { RateRule } from "./schema";

interface TaxedDocument {
  sellerCountry: string;
  /** The seller's choice of a rule; null for the first of its country. */
  rateRule: RateRule | null;
  currency: Currency;
  /** Of the taxes on the document. */
  kinds: readonly Tax["kind"][];
  /** The day on which the tax is due. */
  taxPoint: string;
}

/**
 * Null if nothing is to be stated: no tax is charged, or in the national currency already.
 * @throws conflict saying what is missing: the document has to wait
 */
export async function findNationalRates(
  ctx: Context,
  { sellerCountry, rateRule, currency, kinds, taxPoint }: TaxedDocument,
): Promise<NationalRates | null> {
  if (!kinds.includes("standard") || sellerCountry === "US") return null;
  if (isNational(sellerCountry, currency)) return null;
  const national = nationalTaxOf(sellerCountry);
  if (!national) {
    throw conflict(
      "No rule says in which currency tax is stated",
      `It is not known how sellers in ${sellerCountry} state tax on their documents, so they wait.`,
    );
  }
  const [first, ...others] = national.rules;
  const rule = rateRule !== null && others.includes(rateRule) ? rateRule : first;
  const day = rateDayOf(rule, taxPoint);
  const conversion = conversionOf(await listRatesOn(ctx, { rule, day }), {
    from: currency,
    to: national.currency,
  });
  if (!conversion) {
    const [from, to] = [currency.toUpperCase(), national.currency.toUpperCase()];
    throw conflict(
      "No exchange rate for the tax point",
      `Tax must be stated in ${to}, and there is no rate from ${from} to ${to}, also not through EUR, by the rule ${rule} on ${day}. Add one: till billing rates import.`,
    );
  }
  const { statesNet } = national;
  return { currency: national.currency, statesNet, taxPoint, rule, rates: conversion.rates };
}
