// The form of a new order, and the requests that it makes.
import type { RouterInput } from "#trpc/router";
import type { OrderTerms } from "./order-schema";

const KG = /^\d{1,9}$/;
const DOLLARS = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

export const noTerms: OrderTerms = {
  measure: "kg",
  amount_kg: "",
  total_price_usd_cents: "",
  portfolio_id: "",
  subaccount_id: "",
  beneficiary: { name: "", message: "", url: "" },
  description: "",
  metadata: "",
};

type Measure = { amount_kg: number } | { total_price_usd_cents: number };

/** Amount or budget, or null unless it is complete. */
export function measureOf(
  terms: Pick<OrderTerms, "measure" | "amount_kg" | "total_price_usd_cents">,
): Measure | null {
  if (terms.measure === "kg") {
    const text = terms.amount_kg?.trim() ?? "";
    return KG.test(text) && Number(text) > 0 ? { amount_kg: Number(text) } : null;
  }
  const [, whole, part = ""] = DOLLARS.exec(terms.total_price_usd_cents?.trim() ?? "") ?? [];
  if (whole === undefined) return null;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return cents > 0 ? { total_price_usd_cents: cents } : null;
}

type QuoteInput = RouterInput["orders"]["quote"];
type PlaceInput = RouterInput["orders"]["place"];

/** Null unless amount or budget is complete. */
export function quoteInputOf(
  terms: Pick<
    OrderTerms,
    "measure" | "amount_kg" | "total_price_usd_cents" | "portfolio_id" | "subaccount_id"
  >,
): QuoteInput | null {
  const measure = measureOf(terms);
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
  quote: { amount_kg: number; price_usd_cents: number; portfolio_id: string },
): Omit<PlaceInput, "key"> {
  const { name, message, url } = terms.beneficiary;
  return {
    amount_kg: quote.amount_kg,
    confirmed_usd_cents: quote.price_usd_cents,
    portfolio_id: quote.portfolio_id,
    subaccount_id: terms.subaccount_id || null,
    beneficiary: name ? { name, message: message || null, url: url || null } : null,
    description: terms.description || null,
    metadata: terms.metadata || null,
  };
}
