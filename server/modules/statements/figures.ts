import type { Context } from "#core/context";
import type { Currency } from "#core/money";
import { findFigures, type MonthFigures, noFigures, type Scope } from "#domain/figures";
import { type BilledSum, findBilled } from "./billed-store";
import type { TaxPart } from "./tax-rules";
import { findTaxes } from "./tax-store";

/** The figures of a month, with what was billed and the tax of customers' payments. */
export interface StatementFigures extends MonthFigures {
  /** Billed: `invoiced` less `credited`. */
  billed: Omit<BilledSum, "accountId" | "currency">;
  /** Customers paid, without fees, by buyer's country and tax rule. */
  taxes: TaxPart[];
}

type AccountFigures = StatementFigures & { accountId: string };

export const noStatementFigures = (currency: Currency): StatementFigures => ({
  ...noFigures(currency),
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

/** Of the scope's accounts that have any, by account and currency. */
export async function findStatementFigures(ctx: Context, scope: Scope): Promise<AccountFigures[]> {
  const [sales, billed, taxes] = await Promise.all([
    findFigures(ctx, scope),
    // Invoices are the account's own.
    scope.subaccountId === null ? findBilled(ctx.db, scope) : [],
    findTaxes(ctx.db, scope),
  ]);
  const figures = new Map<string, AccountFigures>();
  const figuresOf = ({ accountId, currency }: Pick<AccountFigures, "accountId" | "currency">) => {
    const key = `${accountId} ${currency}`;
    const own = figures.get(key) ?? { accountId, ...noStatementFigures(currency) };
    figures.set(key, own);
    return own;
  };
  for (const sums of sales) Object.assign(figuresOf(sums), sums);
  for (const { accountId, currency, ...sums } of billed) {
    figuresOf({ accountId, currency }).billed = sums;
  }
  for (const { accountId, ...part } of taxes) {
    figuresOf({ accountId, currency: part.currency }).taxes.push(part);
  }
  return [...figures.values()];
}
