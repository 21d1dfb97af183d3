import { byCurrency } from "#core/by-currency";
import type { AccountContext, Context, Mode } from "#core/context";
import type { Currency } from "#core/money";
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
 * The figures of a month in one currency, as the glossary defines them. Cost (API orders) and
 * customers' payments (checkout) are apart, because their sum means nothing.
 */
export interface MonthFigures {
  currency: Currency;
  ordered: ByChannel;
  sold: ByChannel;
  /** Customers paid: `paid` less `refunded`. */
  paid: Omit<PaidSum, "accountId" | "currency">;
}

/** An account has figures of another currency where its provider settles, and keeps fees, in it. */
export interface AccountFigures extends MonthFigures {
  accountId: string;
}

const noOrders = (): ByChannel => ({
  api: { orders: 0, kg: 0, price: 0 },
  checkout: { orders: 0, kg: 0, price: 0 },
});

export const noFigures = (currency: Currency): MonthFigures => ({
  currency,
  ordered: noOrders(),
  sold: noOrders(),
  paid: { payments: 0, paid: 0, refunded: 0, lostDispute: 0, fee: 0 },
});

/** By account and currency. */
export async function findFigures(ctx: Context, scope: Scope): Promise<AccountFigures[]> {
  const [ordered, sold, paid] = await Promise.all([
    findOrdered(ctx.db, scope),
    findSold(ctx.db, scope),
    findPaid(ctx.db, scope),
  ]);
  const figures = new Map<string, AccountFigures>();
  const figuresOf = ({ accountId, currency }: Pick<AccountFigures, "accountId" | "currency">) => {
    const key = `${accountId} ${currency}`;
    const own = figures.get(key) ?? { accountId, ...noFigures(currency) };
    figures.set(key, own);
    return own;
  };
  const sumOf = ({ orders, kg, price }: OrderSum): Sum => ({ orders, kg, price });
  for (const row of ordered) figuresOf(row).ordered[row.channel] = sumOf(row);
  for (const row of sold) figuresOf(row).sold[row.channel] = sumOf(row);
  for (const { accountId, currency, ...row } of paid) {
    figuresOf({ accountId, currency }).paid = row;
  }
  return [...figures.values()];
}

/** Figures of the account in its currency, or of a subaccount, in a month or another period. */
export async function getMonthFigures(
  ctx: AccountContext,
  { subaccountId = null, from, to }: Omit<Month, "key"> & { subaccountId?: string | null },
): Promise<MonthFigures> {
  const { id: accountId, mode, currency } = ctx.account;
  const all = await findFigures(ctx, { accountId, subaccountId, mode, from, to });
  const own = all.find((figures) => figures.currency === currency) ?? noFigures(currency);
  const { ordered, sold, paid } = own;
  return { currency, ordered, sold, paid };
}

/** A month's figures of all accounts of the mode that have any, by account and currency. */
export function listMonthFigures(
  ctx: Context,
  { mode, month }: { mode: Mode; month: Month },
): Promise<AccountFigures[]> {
  const { from, to } = month;
  return findFigures(ctx, { accountId: null, subaccountId: null, mode, from, to });
}

function addTo<Key extends string>(sum: Record<Key, number>, own: Record<Key, number>): void {
  for (const key of Object.keys(sum) as Key[]) sum[key] += own[key];
}

/** Sums over accounts, one for each currency. */
export function sumFigures(all: Iterable<MonthFigures>): MonthFigures[] {
  return byCurrency(all).map(({ currency, items }) => {
    const sum = noFigures(currency);
    for (const { ordered, sold, paid } of items) {
      for (const channel of ["api", "checkout"] as const) {
        addTo(sum.ordered[channel], ordered[channel]);
        addTo(sum.sold[channel], sold[channel]);
      }
      addTo(sum.paid, paid);
    }
    return sum;
  });
}

/** Sales and customers' payments of the last 30 days and 12 months (UTC), and of those before. */
export async function getSalesHistory(ctx: AccountContext): Promise<SalesHistory> {
  const { id: accountId, currency } = ctx.account;
  const days = { accountId, currency, from: historyFrom(ctx.now) };
  const [sold, paid] = await Promise.all([findSoldDays(ctx.db, days), findPaidDays(ctx.db, days)]);
  return historyOf({ sold, paid }, ctx.now);
}
