import type { z } from "zod";
import type { AccountContext } from "#core/context";
import { inOrder, type Money, moneyOf } from "#core/money";
import { readSubaccountField } from "#domain/accounts";
import type { Month } from "#domain/figures";
import { requireMonth } from "#domain/figures";
import { findStatementFigures, noStatementFigures, type StatementFigures } from "./figures";
import { findSaleGroups } from "./lines-store";
import { type StatementGroup, withReplacements } from "./replacements";
import type { StatementMonthQuery } from "./schema";

export interface Statement {
  month: Month;
  /** False while the month goes on. */
  isComplete: boolean;
  createdAt: Date;
  account: { id: string; name: string; mode: "live" | "test" };
  /** Null: the account with all its subaccounts. */
  subaccount: { id: string; name: string } | null;
  /** In the account's currency. */
  figures: StatementFigures;
  /** Fees of providers that settle in other currencies. */
  foreignFees: Money[];
  /**
   * Sold kg whose retirement registries have recorded until now, with the credits that replaced
   * others.
   */
  retiredKg: number;
  groups: StatementGroup[];
}

/** Sales, documents and payments of the period, of the account or of one of its subaccounts. */
export async function readStatement(
  ctx: AccountContext,
  { month, subaccount }: Pick<Statement, "month" | "subaccount">,
): Promise<Statement> {
  const subaccountId = subaccount?.id ?? null;
  const { id, name, mode, currency } = ctx.account;
  const sold = { accountId: id, subaccountId, from: month.from, to: month.to };
  const scope = { mode, ...sold };
  const [all, sales] = await Promise.all([
    findStatementFigures(ctx, scope),
    findSaleGroups(ctx.db, scope),
  ]);
  const groups = await withReplacements(ctx.db, sold, sales);
  return {
    month,
    isComplete: month.to <= ctx.now,
    createdAt: ctx.now,
    account: { id, name, mode },
    subaccount: subaccount && { id: subaccount.id, name: subaccount.name },
    figures: all.find((figures) => figures.currency === currency) ?? noStatementFigures(currency),
    foreignFees: inOrder(all)
      .filter((figures) => figures.currency !== currency && figures.paid.fee !== 0)
      .map((figures) => moneyOf(figures, figures.paid.fee)),
    retiredKg: groups.reduce((sum, { retiredKg }) => sum + retiredKg, 0),
    groups,
  };
}

/**
 * A month's statement, by default of the current month, of the account, or of one of its subaccounts.
 * @throws not-found; invalid naming an unknown subaccount
 */
export async function getStatement(
  ctx: AccountContext,
  input: z.infer<typeof StatementMonthQuery>,
): Promise<Statement> {
  const month = requireMonth(ctx, input.month);
  return readStatement(ctx, { month, subaccount: await readSubaccountField(ctx, input) });
}
