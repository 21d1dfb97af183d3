import type { AccountContext } from "#core/context";
import { getMonthFigures, type MonthFigures } from "./figures";
import { findSaleGroups, type SaleGroup } from "./lines-store";
import type { Month } from "./month-rules";
import { requireMonth } from "./operator-month";

export interface Statement {
  month: Month;
  /** False while the month goes on. */
  isComplete: boolean;
  createdAt: Date;
  account: { id: string; name: string; mode: "live" | "test" };
  figures: MonthFigures;
  /** Sold kg whose retirement registries have recorded until now. */
  retiredKg: number;
  groups: SaleGroup[];
}

/** The account's statement of a month. @throws not-found */
export async function getStatement(
  ctx: AccountContext,
  input: { month: string },
): Promise<Statement> {
  const month = requireMonth(ctx, input.month);
  const { id, name, mode } = ctx.account;
  const [figures, groups] = await Promise.all([
    getMonthFigures(ctx, month),
    findSaleGroups(ctx.db, { accountId: id, from: month.from, to: month.to }),
  ]);
  return {
    month,
    isComplete: month.to <= ctx.now,
    createdAt: ctx.now,
    account: { id, name, mode },
    figures,
    retiredKg: groups.reduce((sum, { retiredKg }) => sum + retiredKg, 0),
    groups,
  };
}
