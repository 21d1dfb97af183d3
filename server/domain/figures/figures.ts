import type { AccountContext, Context, Mode } from "#core/context";
import type { Channel } from "#domain/catalogue";
import {
  findOrdered,
  findPaid,
  findPaidDays,
  findSold,
  findSoldDays,
  type OrderSum,
  type PaidSum,
  type Scope,
} from "./figures-store";
import { historyFrom, historyOf, type SalesHistory } from "./history-rules";
import type { Month } from "./month-rules";

type Sum = Pick<OrderSum, "orders" | "kg" | "price">;
export type ByChannel = Record<Channel, Sum>;

/**
 * The figures of a month, as the glossary defines them. Cost (API orders) and customers' payments
 * (checkout) are apart, because their sum means nothing.
 */
export interface MonthFigures {
  ordered: ByChannel;
  sold: ByChannel;
  /** Customers paid: `paidCents` less `refundedCents`. */
  paid: Omit<PaidSum, "accountId">;
}

const noOrders = (): ByChannel => ({
  api: { orders: 0, kg: 0, price: 0 },
  checkout: { orders: 0, kg: 0, price: 0 },
});

export const noFigures = (): MonthFigures => ({
  ordered: noOrders(),
  sold: noOrders(),
  paid: { payments: 0, paid: 0, refunded: 0, lostDispute: 0, fee: 0 },
});

/** By account id. */
export async function findFigures(ctx: Context, scope: Scope): Promise<Map<string, MonthFigures>> {
  const [ordered, sold, paid] = await Promise.all([
    findOrdered(ctx.db, scope),
    findSold(ctx.db, scope),
    findPaid(ctx.db, scope),
  ]);
  const figures = new Map<string, MonthFigures>();
  const figuresOf = ({ accountId }: { accountId: string }) => {
    const own = figures.get(accountId) ?? noFigures();
    figures.set(accountId, own);
    return own;
  };
  const sumOf = ({ orders, kg, price }: OrderSum): Sum => ({ orders, kg, price });
  for (const row of ordered) figuresOf(row).ordered[row.channel] = sumOf(row);
  for (const row of sold) figuresOf(row).sold[row.channel] = sumOf(row);
  for (const { accountId, ...row } of paid) figuresOf({ accountId }).paid = row;
  return figures;
}

/** Figures of the account, or of one of its subaccounts, in a month or another period. */
export async function getMonthFigures(
  ctx: AccountContext,
  { subaccountId = null, from, to }: Omit<Month, "key"> & { subaccountId?: string | null },
): Promise<MonthFigures> {
  const { id: accountId, mode } = ctx.account;
  const scope = { accountId, subaccountId, mode, from, to };
  return (await findFigures(ctx, scope)).get(accountId) ?? noFigures();
}

/** A month's figures of all accounts of the mode that have any, by account id. */
export function listMonthFigures(
  ctx: Context,
  { mode, month }: { mode: Mode; month: Month },
): Promise<Map<string, MonthFigures>> {
  const { from, to } = month;
  return findFigures(ctx, { accountId: null, subaccountId: null, mode, from, to });
}

function addTo<Key extends string>(sum: Record<Key, number>, own: Record<Key, number>): void {
  for (const key of Object.keys(sum) as Key[]) sum[key] += own[key];
}

/** Sum over accounts. */
export function sumFigures(all: Iterable<MonthFigures>): MonthFigures {
  const sum = noFigures();
  for (const { ordered, sold, paid } of all) {
    for (const channel of ["api", "checkout"] as const) {
      addTo(sum.ordered[channel], ordered[channel]);
      addTo(sum.sold[channel], sold[channel]);
    }
    addTo(sum.paid, paid);
  }
  return sum;
}

/** Sales and customers' payments of the last 30 days and 12 months (UTC), and of those before. */
export async function getSalesHistory(ctx: AccountContext): Promise<SalesHistory> {
  const days = { accountId: ctx.account.id, from: historyFrom(ctx.now) };
  const [sold, paid] = await Promise.all([findSoldDays(ctx.db, days), findPaidDays(ctx.db, days)]);
  return historyOf({ sold, paid }, ctx.now);
}
