import { type SqlBool, sql } from "kysely";
import type { AccountContext, Context, Mode } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables>();

export interface OrderCounts {
  fulfilled: number;
  cancelled: number;
  /** Placed, not tried yet. */
  fresh: number;
  /** Placed, tried, and not covered by the stock. */
  waiting: number;
  /** Placement of the oldest of them. */
  waitingSince: Date | null;
  /** Placed, with a payment under way. */
  unpaid: number;
}

interface Counted {
  accountId: string;
  mode: Mode;
  most: number;
}

const countOf = query("orders-count-by-state", (db, counted: Params<Counted>) => {
  const fulfilled = db
    .selectFrom("orders")
    .select("accountId")
    .where("accountId", "=", counted.accountId)
    // A literal, so that it meets the condition of the partial index.
    .where(sql<SqlBool>`state = 'fulfilled'`)
    .limit(counted.most);
  const cancelled = db
    .selectFrom("orderCancellations")
    .select("accountId")
    .where("accountId", "=", counted.accountId)
    .limit(counted.most);
  const placed = db
    .selectFrom("orders")
    .select(["awaitingPayment", "createdAt"])
    .where("accountId", "=", counted.accountId)
    .where("state", "=", "placed")
    .where((eb) => eb.or([eb("triedStockVersion", ">", 0), eb("awaitingPayment", "=", true)]))
    .orderBy("id")
    .limit(counted.most);
  const stuck = db
    .selectFrom(placed.as("placed"))
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("awaitingPayment", "=", false).as("waiting"),
      eb.fn.min("createdAt").filterWhere("awaitingPayment", "=", false).as("waitingSince"),
      eb.fn.countAll<number>().filterWhere("awaitingPayment", "=", true).as("unpaid"),
    ]);
  // New orders are tried next. Of a backlog only the first ones are counted.
  const nextTried = db
    .selectFrom("orders")
    .select("accountId")
    .where("mode", "=", counted.mode)
    .where("triedStockVersion", "=", 0)
    .where("queueId", "is not", null)
    .orderBy("queueId")
    .limit(counted.most);
  const fresh = db
    .selectFrom(nextTried.as("next"))
    .select((eb) => eb.fn.countAll<number>().as("orders"))
    .where("accountId", "=", counted.accountId);
  const countAll = sql<number>`count(*)`.as("orders");
  return db
    .selectFrom(db.selectFrom(fulfilled.as("counted")).select(countAll).as("fulfilled"))
    .crossJoin(db.selectFrom(cancelled.as("counted")).select(countAll).as("cancelled"))
    .crossJoin(stuck.as("stuck"))
    .crossJoin(fresh.as("fresh"))
    .select(["fulfilled.orders as fulfilled", "cancelled.orders as cancelled"])
    .select(["stuck.waiting", "stuck.waitingSince", "stuck.unpaid", "fresh.orders as fresh"]);
});

/** Limit of each count. */
const MAX_COUNTED = 10_000;

/** Counts the account's orders, at most 10,000 of each kind. */
export async function getOrderCounts(ctx: AccountContext): Promise<OrderCounts> {
  const { id: accountId, mode } = ctx.account;
  const [counts] = await countOf(ctx.db, { accountId, mode, most: MAX_COUNTED });
  if (!counts) throw new Error("a count has a row");
  return counts;
}

export interface AccountActivity {
  accountId: string;
  /** Orders that wait for credits. */
  waiting: number;
  latestAt: Date | null;
}

interface Accounts {
  accountIds: string[];
  mode: Mode;
}

// The latest order by a lookup in the key, waiting orders by one scan of their queue.
const findByAccount = query("orders-find-matching-states", (db, accounts: Params<Accounts>) =>
  db
    .with("waiting", (qb) =>
      qb
        .selectFrom("orders")
        .select((eb) => ["accountId", eb.fn.countAll<number>().as("orders")])
        .where("mode", "=", accounts.mode)
        .where("queueId", "is not", null)
        .where("accountId", "=", sql<string>`any (${accounts.accountIds}::text[])`)
        .groupBy("accountId"),
    )
    .selectFrom(
      sql<{ id: string }>`unnest(${accounts.accountIds}::text[])`.as<"account">(sql`account (id)`),
    )
    .leftJoin("waiting", "waiting.accountId", "account.id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("orders")
          .select("createdAt")
          .whereRef("accountId", "=", "account.id")
          .orderBy("orders.id", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      "account.id as accountId",
      eb.fn.coalesce("waiting.orders", eb.lit(0)).as("waiting"),
      "latest.createdAt as latestAt",
    ]),
);

/** Waiting orders and time of the latest order of these accounts of one mode, unordered. */
export function listAccountActivity(
  { db }: Context,
  accounts: Accounts,
): Promise<AccountActivity[]> {
  return findByAccount(db, accounts);
}
