import { type Offer, priceOf } from "#domain/catalogue";
import type { SaleTerms } from "#domain/checkout";
import type { PaymentLink } from "./resource";

type Amounts = Pick<PaymentLink, "minKg" | "maxKg" | "suggestedKg">;
type Limits = Pick<SaleTerms, "leastKg" | "mostKg" | "availableKg" | "creditsExpectedBy">;

/** Amounts that a customer can buy now; none if `minKg` is above `maxKg`. */
export interface AmountsOnSale {
  minKg: number;
  maxKg: number;
  /** True if more of the link's amounts could be bought, but for the stock. */
  isShort: boolean;
}

/** The link's limits, narrowed to what can be charged and to the stock. */
export function amountsOnSale(link: Amounts, terms: Limits): AmountsOnSale {
  const minKg = Math.max(link.minKg, terms.leastKg);
  const wishedKg = Math.min(link.maxKg, terms.mostKg);
  const maxKg = terms.creditsExpectedBy ? wishedKg : Math.min(wishedKg, terms.availableKg);
  return { minKg, maxKg, isShort: maxKg < wishedKg };
}

export interface Suggestion {
  kg: number;
  price: number;
  /** False if stock does not cover it. */
  isInStock: boolean;
}

/** Suggested amounts that can be charged, with their prices. */
export function suggestionsOf(
  link: Amounts,
  { offer, ...terms }: Limits & { offer: Offer },
): Suggestion[] {
  const { maxKg } = amountsOnSale(link, terms);
  return link.suggestedKg
    .filter((kg) => kg >= terms.leastKg && kg <= terms.mostKg)
    .map((kg) => ({ kg, price: priceOf(offer, kg), isInStock: kg <= maxKg }));
}
