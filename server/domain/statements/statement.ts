import type { z } from "zod";
import type { AccountContext } from "#core/context";
import { readSubaccountField } from "#domain/accounts";
import { getMonthFigures, type MonthFigures } from "./figures";
import { findSaleGroups } from "./lines-store";
import type { Month } from "./month-rules";
import { requireMonth } from "./operator-month";
import { type StatementGroup, withReplacements } from "./replacements";
import type { StatementQuery } from "./schema";

export interface Statement {
  month: Month;
  /** False while the month goes on. */
  isComplete: boolean;
  createdAt: Date;
  account: { id: string; name: string; mode: "live" | "test" };
  /** Null: the account with all its subaccounts. */
  subaccount: { id: string; name: string } | null;
  figures: MonthFigures;
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
  const { id, name, mode } = ctx.account;
  const sold = { accountId: id, subaccountId, from: month.from, to: month.to };
  const [figures, sales] = await Promise.all([
    getMonthFigures(ctx, { ...month, subaccountId }),
    findSaleGroups(ctx.db, { mode, ...sold }),
  ]);
  const groups = await withReplacements(ctx.db, sold, sales);
  return {
    month,
    isComplete: month.to <= ctx.now,
    createdAt: ctx.now,
    account: { id, name, mode },
    subaccount: subaccount && { id: subaccount.id, name: subaccount.name },
    figures,
    retiredKg: groups.reduce((sum, { retiredKg }) => sum + retiredKg, 0),
    groups,
  };
}

/**
 * A month's statement of the account, or of one of its subaccounts.
 * @throws not-found; invalid naming an unknown subaccount
 */
export async function getStatement(
  ctx: AccountContext,
  input: { month: string } & z.infer<typeof StatementQuery>,
): Promise<Statement> {
  const month = requireMonth(ctx, input.month);
  return readStatement(ctx, { month, subaccount: await readSubaccountField(ctx, input) });
}
