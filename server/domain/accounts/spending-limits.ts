// Limits on the cost of the orders of an API key and its successors in a calendar month.
import { sql } from "kysely";
import type { AccountContext, Context, SqlContext } from "#core/context";
import { forbidden, Problem } from "#core/errors";
import { type Currency, formatMoney } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import { isLimitedKey, limitIdOf } from "./authenticate-key";
import type { AccountTables } from "./tables";

const query = queriesOn<AccountTables>();

export interface SpendingLimit {
  currency: Currency;
  limitAmount: number;
  /** In the current month. */
  spent: number;
}

const monthOf = (at: Date) => at.toISOString().slice(0, 7);

interface Spending {
  accountId: string;
  id: string;
  month: string;
  amount: number;
}

/** Of the later of both months: the clocks of two servers differ at the end of a month. */
const spentBefore = (month: Params<Spending>["month"]) =>
  sql<number>`CASE WHEN month >= ${month} THEN spent ELSE 0 END`;

// The condition is checked again after waiting for the row, so concurrent orders add up.
const addSpending = query("accounts-spend", (db, order: Params<Spending>) => {
  const after = sql<number>`${spentBefore(order.month)} + ${order.amount}::bigint`;
  return db
    .updateTable("spendingLimits")
    .set({ month: sql<string>`greatest(month, ${order.month})`, spent: after })
    .where("accountId", "=", order.accountId)
    .where("id", "=", order.id)
    .whereRef(after, "<=", "limitAmount")
    .returning("id");
});

const findSpending = query("accounts-find-spending", (db, key: Params<Omit<Spending, "amount">>) =>
  db
    .selectFrom("spendingLimits")
    .select(["limitAmount", "currency"])
    .select(spentBefore(key.month).as("spent"))
    .where("accountId", "=", key.accountId)
    .where("id", "=", key.id),
);

/** For what pays money out, which no limit on orders covers. @throws forbidden */
export function requireUnlimitedKey(ctx: Pick<Context, "actor">): void {
  if (!isLimitedKey(ctx)) return;
  throw forbidden(
    "A key with a spending limit cannot refund",
    "Use a key without a spending limit, or the dashboard.",
  );
}

/**
 * Counts an order's price, before tax, to the limit of the context's key, in the transaction that
 * writes the order. Does nothing for a key without a limit.
 * @throws spending-limit-exceeded, which undoes the order
 */
export async function spend(
  ctx: Pick<AccountContext, "account" | "actor" | "now"> & Pick<SqlContext, "db">,
  { price: amount }: { price: number },
): Promise<void> {
  const id = limitIdOf(ctx);
  if (id === null) return;
  const spending = { accountId: ctx.account.id, id, month: monthOf(ctx.now) };
  const counted = await addSpending(ctx.db, { ...spending, amount });
  if (counted.length > 0) return;
  const [row] = await findSpending(ctx.db, spending);
  if (!row) throw new Error(`the spending limit ${id} is missing`);
  const { currency } = row;
  const money = (minor: number) => formatMoney({ minor, currency }, "en-US");
  const left = money(row.limitAmount - row.spent);
  const limit = money(row.limitAmount);
  throw new Problem("spending-limit-exceeded", {
    detail: `The order costs ${money(amount)}; ${left} of ${limit} are left in ${spending.month}.`,
  });
}

export async function createSpendingLimit(
  ctx: AccountContext,
  { id, limitAmount }: { id: string; limitAmount: number },
): Promise<void> {
  const { id: accountId, currency } = ctx.account;
  const data = { accountId, id, currency, limitAmount, month: monthOf(ctx.now) };
  await ctx.db.prisma.spendingLimit.create({ data });
}

/** The limits of the account's keys, by id. */
export async function listSpendingLimits(ctx: AccountContext): Promise<Map<string, SpendingLimit>> {
  const where = { accountId: ctx.account.id };
  const rows = await ctx.db.prisma.spendingLimit.findMany({ where });
  const month = monthOf(ctx.now);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        currency: row.currency,
        limitAmount: Number(row.limitAmount),
        spent: row.month >= month ? Number(row.spent) : 0,
      },
    ]),
  );
}
