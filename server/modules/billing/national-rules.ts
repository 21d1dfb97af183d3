// A document's tax in the currency of its country.
import type { Currency } from "#core/money";
import { type NationalRates, nationalAmount } from "#domain/tax";
import type { InvoiceTax, NationalTax } from "./schema";

type Taxes = readonly Pick<InvoiceTax, "rule_id" | "kind" | "net" | "tax">[];

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

/** Each tax that is charged is converted and rounded; totals are sums of rounded amounts. */
export function nationalTaxOn(
  taxes: Taxes,
  { rates: national, currency }: { rates: NationalRates; currency: Currency },
): NationalTax {
  const inNational = (minor: number) => nationalAmount(minor, { currency, national });
  const stated = taxes
    .filter(({ kind }) => kind === "standard")
    .map(({ rule_id, net, tax }) => ({
      rule_id,
      net: national.statesNet ? inNational(net) : null,
      tax: inNational(tax),
    }));
  return {
    currency: national.currency.toUpperCase(),
    rule: national.rule,
    tax_point: national.taxPoint,
    rates: national.rates.map(({ rule: _, from, to, ...rate }) => ({
      from: from.toUpperCase(),
      to: to.toUpperCase(),
      ...rate,
    })),
    taxes: stated,
    ...totalsOf(stated, national.statesNet),
  };
}

const totalsOf = (taxes: NationalTax["taxes"], statesNet: boolean) => ({
  net: statesNet ? sum(taxes.map(({ net }) => net ?? 0)) : null,
  tax: sum(taxes.map(({ tax }) => tax)),
});

interface Credit {
  currency: Currency;
  /** Of the invoice: its rates count for its credit notes. */
  original: NationalTax;
  /** Of this and all earlier credit notes of the invoice, in its currency. */
  credited: Taxes;
  earlier: readonly NationalTax[];
}

/** Rounded on all that is credited so far, so that credit notes add up to their invoice. */
export function nationalTaxOfCredit(
  taxes: Taxes,
  { currency, original, credited, earlier }: Credit,
): NationalTax {
  const rates: NationalRates = {
    currency: original.currency.toLowerCase(),
    statesNet: original.net !== null,
    taxPoint: original.tax_point,
    rule: original.rule,
    rates: original.rates.map(({ from, to, ...rate }) => ({
      ...rate,
      rule: original.rule,
      from: from.toLowerCase(),
      to: to.toLowerCase(),
    })),
  };
  const until = nationalTaxOn(credited, { rates, currency });
  const stated = taxes.flatMap(({ rule_id: ruleId }) => {
    const now = until.taxes.find((tax) => tax.rule_id === ruleId);
    if (!now) return [];
    const before = earlier.flatMap((note) => note.taxes.filter((tax) => tax.rule_id === ruleId));
    return {
      rule_id: ruleId,
      net: now.net === null ? null : now.net - sum(before.map(({ net }) => net ?? 0)),
      tax: now.tax - sum(before.map(({ tax }) => tax)),
    };
  });
  return { ...original, taxes: stated, ...totalsOf(stated, rates.statesNet) };
}
