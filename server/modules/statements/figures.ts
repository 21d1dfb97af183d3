import type { Context } from "#core/context";
import { findFigures, type MonthFigures, noFigures, type Scope } from "#domain/figures";
import { type BilledSum, findBilled } from "./billed-store";
import type { TaxPart } from "./tax-rules";
import { findTaxes } from "./tax-store";

/** The figures of a month, with what was billed and the tax of customers' payments. */
export interface StatementFigures extends MonthFigures {
  /** Billed: `invoicedCents` less `creditedCents`. */
  billed: Omit<BilledSum, "accountId">;
  /** Customers paid, without fees, by buyer's country and tax rule. */
  taxes: TaxPart[];
}

export const noStatementFigures = (): StatementFigures => ({
  ...noFigures(),
  billed: {
    invoices: 0,
    invoiced: 0,
    invoicedTax: 0,
    creditNotes: 0,
    credited: 0,
    creditedTax: 0,
  },
  taxes: [],
});

/** Of the scope's accounts that have any, by account id. */
export async function findStatementFigures(
  ctx: Context,
  scope: Scope,
): Promise<Map<string, StatementFigures>> {
  const [sales, billed, taxes] = await Promise.all([
    findFigures(ctx, scope),
    // Invoices are the account's own.
    scope.subaccountId === null ? findBilled(ctx.db, scope) : [],
    findTaxes(ctx.db, scope),
  ]);
  const figures = new Map<string, StatementFigures>();
  const figuresOf = (accountId: string) => {
    const own = figures.get(accountId) ?? noStatementFigures();
    figures.set(accountId, own);
    return own;
  };
  for (const [accountId, sums] of sales) Object.assign(figuresOf(accountId), sums);
  for (const { accountId, ...row } of billed) figuresOf(accountId).billed = row;
  for (const { accountId, ...row } of taxes) figuresOf(accountId).taxes.push(row);
  return figures;
}
