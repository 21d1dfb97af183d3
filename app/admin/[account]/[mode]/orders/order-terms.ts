// The form of a new order, and the requests that it makes.
import type { Currency } from "#core/money";
import type { RouterInput } from "#trpc/router";
import { measureOf, type TypedMeasure } from "./order-measure";
import type { OrderTerms } from "./order-schema";

export const noTerms: OrderTerms = {
  measure: "kg",
  amount_kg: "",
  total_price: "",
  portfolio_id: "",
  subaccount_id: "",
  beneficiary: { name: "", message: "", url: "" },
  description: "",
  metadata: "",
};

type QuoteInput = RouterInput["orders"]["quote"];
type PlaceInput = RouterInput["orders"]["place"];

/** Null unless amount or budget is complete. */
export function quoteInputOf(
  terms: TypedMeasure & Pick<OrderTerms, "portfolio_id" | "subaccount_id">,
  currency: Currency,
): QuoteInput | null {
  const measure = measureOf(terms, currency);
  const { portfolio_id, subaccount_id } = terms;
  return (
    measure && {
      ...measure,
      portfolio_id: portfolio_id || null,
      subaccount_id: subaccount_id || null,
    }
  );
}

/** The order as quoted, without its key. */
export function placeInputOf(
  terms: OrderTerms,
  quote: { amount_kg: number; price: number; portfolio_id: string },
): Omit<PlaceInput, "key"> {
  const { name, message, url } = terms.beneficiary;
  return {
    amount_kg: quote.amount_kg,
    confirmed_price: quote.price,
    portfolio_id: quote.portfolio_id,
    subaccount_id: terms.subaccount_id || null,
    beneficiary: name ? { name, message: message || null, url: url || null } : null,
    description: terms.description || null,
    metadata: terms.metadata || null,
  };
}
