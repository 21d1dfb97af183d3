import { euCountryCodes } from "#core/countries";
import type { Currency } from "#core/money";
import type { Tax } from "./rules";

/** Member states whose currency is not the euro, and others that ask for tax in their own. */
const ownCurrencies: Readonly<Record<string, string>> = {
  ...{ CZ: "czk", DK: "dkk", HU: "huf", PL: "pln", RO: "ron", SE: "sek" },
  ...{ GB: "gbp", CH: "chf", NO: "nok" },
};

interface Sale {
  sellerCountry: string;
  currency: Currency;
  tax: Pick<Tax, "tax">;
}

/**
 * True if the invoice must also state its tax in the seller's national currency (Directive
 * 2006/112/EC, Article 230; VAT notice 700, 7.7), which takes a rate of exchange.
 */
export function needsNationalTax({ sellerCountry, currency, tax }: Sale): boolean {
  if (tax.tax === 0) return false;
  const euro = euCountryCodes.has(sellerCountry) ? "eur" : null;
  const national = ownCurrencies[sellerCountry] ?? euro;
  return national !== null && national !== currency;
}
