import type { TaxSum } from "./tax-store";

/** A month's payments by buyer's country and tax rule. */
export type TaxPart = Omit<TaxSum, "accountId">;

/** Tax that is owed of the month: of payments, less that of refunds. May be negative. */
export const taxDue = (parts: readonly TaxPart[]): number =>
  parts.reduce((sum, { paidTax, refundedTax }) => sum + paidTax - refundedTax, 0);

/** "VAT 19%", "VAT (reverse charge)"; null if no rule covered the sale. */
export function taxLabel(tax: {
  taxName: string | null;
  taxKind: string | null;
  taxRateBasisPoints: number | null;
}): string | null {
  const { taxName: name, taxKind: kind, taxRateBasisPoints: rate } = tax;
  if (name === null || rate === null) return null;
  return rate > 0 ? `${name} ${rate / 100}%` : `${name} (${(kind ?? "zero").replaceAll("_", " ")})`;
}

const keyOf = (part: TaxPart) =>
  JSON.stringify([
    ...[part.currency, part.country, part.taxRuleId, part.taxKind, part.taxName],
    part.taxRateBasisPoints,
  ]);

/** Adds up the parts with the same currency, country and rule. */
export function sumTaxes(parts: readonly TaxPart[]): TaxPart[] {
  const sums = new Map<string, TaxPart>();
  for (const part of parts) {
    const sum = sums.get(keyOf(part));
    sums.set(keyOf(part), {
      ...part,
      payments: part.payments + (sum?.payments ?? 0),
      paid: part.paid + (sum?.paid ?? 0),
      paidTax: part.paidTax + (sum?.paidTax ?? 0),
      refunded: part.refunded + (sum?.refunded ?? 0),
      refundedTax: part.refundedTax + (sum?.refundedTax ?? 0),
    });
  }
  return [...sums.values()];
}
