import type { AccountContext } from "#core/context";
import { changesOf } from "#core/edits";
import { invalid } from "#core/errors";
import { recordAudit } from "#core/record-audit";
import { lockAccount } from "./accounts";

/** Terms on which an account, live and test, may sell scarce stock. An operator sets them. */
export interface StockTerms {
  /** Days within which credits sold beyond stock come; null: nothing is sold beyond stock. */
  backOrderDays: number | null;
  /** Most of a portfolio's stock that the account may reserve, in percent. */
  holdSharePercent: number;
}

const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

const toFields = ({ backOrderDays, holdSharePercent }: StockTerms) => ({
  back_order_days: backOrderDays,
  hold_share_percent: holdSharePercent,
});

/** @throws invalid `back_order_days` or `hold_share_percent`; conflict */
export async function setStockTerms(
  ctx: AccountContext,
  changes: Partial<StockTerms>,
): Promise<StockTerms> {
  const { backOrderDays, holdSharePercent } = changes;
  if (backOrderDays != null && !isWithin(backOrderDays, 1, 3650)) {
    throw invalid("back_order_days", "must be a whole number from 1 to 3650");
  }
  if (holdSharePercent !== undefined && !isWithin(holdSharePercent, 0, 100)) {
    throw invalid("hold_share_percent", "must be a whole number from 0 to 100");
  }
  if (Object.keys(changes).length === 0) return getStockTerms(ctx);
  await lockAccount(ctx);
  const before = await getStockTerms(ctx);
  const after = { ...before, ...changes };
  const edit = { before: toFields(before), after: toFields(after) };
  const edited = changesOf(ctx, { thing: "the terms for scarce stock", ...edit });
  const { id } = ctx.account;
  const data = { ...after, mayBackOrder: after.backOrderDays !== null };
  const where = { OR: [{ id }, { liveAccountId: id }] };
  await ctx.db.prisma.account.updateMany({ where, data });
  await recordAudit(ctx, { action: "account.stock_terms_set", data, changes: edited });
  return after;
}

export async function getStockTerms({ db, account }: AccountContext): Promise<StockTerms> {
  const where = { id: account.id };
  const select = { backOrderDays: true, holdSharePercent: true };
  return db.prisma.account.findUniqueOrThrow({ where, select });
}
