export interface TypedMeasure {
  measure: "kg" | "usd";
  amount_kg: string | null;
  total_price_usd_cents: string | null;
}

const KG = /^\d{1,9}$/;
const DOLLARS = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

type Measure = { amount_kg: number } | { total_price_usd_cents: number };

export function measureOf(terms: TypedMeasure): Measure | null {
  if (terms.measure === "kg") {
    const text = terms.amount_kg?.trim() ?? "";
    return KG.test(text) && Number(text) > 0 ? { amount_kg: Number(text) } : null;
  }
  const [, whole, part = ""] = DOLLARS.exec(terms.total_price_usd_cents?.trim() ?? "") ?? [];
  if (whole === undefined) return null;
  const amount = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return amount > 0 ? { total_price_usd_cents: amount } : null;
}
