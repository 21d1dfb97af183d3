import type { Currency } from "#core/money";
import { nationalTaxOf } from "./national-rules";
import type { Tax } from "./rules";

interface Sale {
  sellerCountry: string;
  currency: Currency;
  tax: Pick<Tax, "tax">;
}

/**
 * True if the invoice must also state its tax in the seller's national currency, which takes a rate
 * of exchange.
 */
export function needsNationalTax({ sellerCountry, currency, tax }: Sale): boolean {
  if (tax.tax === 0) return false;
  // Norway has no row in the table of national tax yet.
  const national =
    nationalTaxOf(sellerCountry)?.currency ?? (sellerCountry === "NO" ? "nok" : null);
  return national !== null && national !== currency;
}
