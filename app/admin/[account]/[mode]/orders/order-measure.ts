import { type Currency, parseMoney } from "#core/money";

export interface TypedMeasure {
  measure: "kg" | "total";
  amount_kg: string | null;
  total_price: string | null;
}

const KG = /^\d{1,9}$/;

type Measure = { amount_kg: number } | { total_price: number };

export function measureOf(terms: TypedMeasure, currency: Currency): Measure | null {
  if (terms.measure === "kg") {
    const text = terms.amount_kg?.trim() ?? "";
    return KG.test(text) && Number(text) > 0 ? { amount_kg: Number(text) } : null;
  }
  const total = parseMoney(terms.total_price ?? "", currency);
  return total && total.minor > 0 ? { total_price: total.minor } : null;
}
