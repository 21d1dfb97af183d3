import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { recordAudit } from "#core/record-audit";

/** Terms on which an account, live and test, may sell scarce stock. An operator sets them. */
export interface StockTerms {
  /** Days within which credits sold beyond stock come; null: nothing is sold beyond stock. */
  backOrderDays: number | null;
  /** Most of a portfolio's stock that the account may reserve, in percent. */
  holdSharePercent: number;
}

const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

/** @throws invalid `back_order_days` or `hold_share_percent` */
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
  const { account } = ctx.db.prisma;
  const { id } = ctx.account;
  const data = {
    ...(backOrderDays !== undefined && { backOrderDays, mayBackOrder: backOrderDays !== null }),
    ...(holdSharePercent !== undefined && { holdSharePercent }),
  };
  if (Object.keys(data).length > 0) {
    await account.updateMany({ where: { OR: [{ id }, { liveAccountId: id }] }, data });
    await recordAudit(ctx, { action: "account.stock_terms_set", data });
  }
  return getStockTerms(ctx);
}

export async function getStockTerms({ db, account }: AccountContext): Promise<StockTerms> {
  const where = { id: account.id };
  const select = { backOrderDays: true, holdSharePercent: true };
  return db.prisma.account.findUniqueOrThrow({ where, select });
}
