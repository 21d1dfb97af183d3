import type { TaxRule } from "#domain/tax";

/** A rule for sales at home in Germany, as an operator imports it. */
export const makeTaxRule = (changes: Partial<TaxRule> = {}): TaxRule => ({
  id: "de-domestic",
  seller: "DE",
  buyer: "domestic",
  buyer_kind: "any",
  kind: "standard",
  rate_basis_points: 1_900,
  name: { en: "VAT", de: "USt.", fr: "TVA", es: "IVA" },
  legal_text: null,
  source: "the operator's adviser",
  valid_from: "2021-01-01",
  valid_to: null,
  ...changes,
});
