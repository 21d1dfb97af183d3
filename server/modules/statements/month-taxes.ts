import type { Context, Mode } from "#core/context";
import type { Month } from "#domain/figures";
import { type IssuedTax, listIssuedTaxes } from "#modules/billing/index";
import type { AccountMonth } from "./operator-month";
import { sumTaxes, type TaxPart } from "./tax-rules";

/** The part of one document: an invoice's total is "paid", a credit note's is "refunded". */
function toPart({ documentKind, buyerCountry, tax, currency }: IssuedTax): TaxPart {
  const gross = tax.net + tax.tax;
  const isInvoice = documentKind === "invoice";
  return {
    currency,
    country: buyerCountry,
    taxRuleId: tax.rule_id,
    taxKind: tax.kind,
    taxName: tax.name,
    taxRateBasisPoints: tax.rate_basis_points,
    payments: isInvoice ? 1 : 0,
    paid: isInvoice ? gross : 0,
    paidTax: isInvoice ? tax.tax : 0,
    refunded: isInvoice ? 0 : gross,
    refundedTax: isInvoice ? 0 : tax.tax,
  };
}

/** Tax that a seller has to declare: of issued documents, or of an account's customers. */
export interface AccountTax extends TaxPart {
  source: "invoices" | "checkout";
  accountId: string;
}

/** The month's tax by account, of documents first. */
export async function listMonthTaxes(
  ctx: Context,
  { mode, month, accounts }: { mode: Mode; month: Month; accounts: readonly AccountMonth[] },
): Promise<AccountTax[]> {
  const issued = await listIssuedTaxes(ctx, { mode, from: month.from, to: month.to });
  const byAccount = Map.groupBy(issued, ({ accountId }) => accountId);
  const invoices = [...byAccount].flatMap(([accountId, own]) =>
    sumTaxes(own.map(toPart)).map((part) => ({
      ...part,
      ...{ source: "invoices" as const, accountId },
    })),
  );
  const checkout = accounts.flatMap(({ accountId, taxes }) =>
    taxes.map((part) => ({ ...part, source: "checkout" as const, accountId })),
  );
  return [...invoices, ...checkout];
}
