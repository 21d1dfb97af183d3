// Running totals of orders, and how an account's orders stand.
import { type QueryCreator, type Selectable, sql } from "kysely";
import type { AccountContext, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import { historyFrom, historyOf, type Sold } from "./history-rules";
import type { Channel, OrderTables } from "./tables";

const query = queriesOn<OrderTables>();

type Ended = Pick<
  Selectable<OrderTables["orders"]>,
  "accountId" | "channel" | "createdAt" | "amountKg" | "priceUsdCents"
>;

/**
 * Adds the orders of the query `ended` before it, which have come to this end, to the totals of their
 * days. In one order, so that two writers can never wait for each other.
 */
export function addToTotals(
  db: QueryCreator<OrderTables & { ended: Ended }>,
  state: "fulfilled" | "cancelled",
) {
  return db
    .insertInto("orderTotals")
    .columns(["accountId", "startsAt", "channel", "state", "orders", "amountKg", "priceUsdCents"])
    .expression((from) =>
      from
        .selectFrom("ended")
        .select((eb) => [
          "accountId",
          sql<Date>`date_trunc('day', created_at, 'UTC')`.as("startsAt"),
          "channel",
          eb.val(state).as("state"),
          eb.fn.countAll<number>().as("orders"),
          eb.fn.sum<number>("amountKg").as("amountKg"),
          eb.fn.sum<number>("priceUsdCents").as("priceUsdCents"),
        ])
        .groupBy(sql`1, 2, 3`)
        .orderBy(sql`1, 2, 3`),
    )
    .onConflict((conflict) =>
      conflict.columns(["accountId", "startsAt", "channel", "state"]).doUpdateSet((eb) => ({
        orders: eb("orderTotals.orders", "+", eb.ref("excluded.orders")),
        amountKg: eb("orderTotals.amountKg", "+", eb.ref("excluded.amountKg")),
        priceUsdCents: eb("orderTotals.priceUsdCents", "+", eb.ref("excluded.priceUsdCents")),
      })),
    );
}

const findFulfilledDays = query(
  "orders-find-days",
  (db, days: Params<{ accountId: string; from: Date }>) =>
    db
      .selectFrom("orderTotals")
      .select(["startsAt", "channel", "orders", "amountKg as kg", "priceUsdCents as priceCents"])
      .where("accountId", "=", days.accountId)
      .where("state", "=", "fulfilled")
      .where("startsAt", ">=", sql<Date>`${days.from}::timestamptz`)
      .orderBy("startsAt")
      .orderBy("channel"),
);

/** What was sold on a day (in UTC, by the time of the order) through a channel, and fulfilled. */
export interface DayTotal {
  startsAt: Date;
  channel: Channel;
  orders: number;
  kg: number;
  priceCents: number;
}

/** The days from then on that have any, the oldest first. */
function findDays(db: Sql, accountId: string, from: Date): Promise<DayTotal[]> {
  return findFulfilledDays(db, { accountId, from });
}

export interface OrderCounts {
  fulfilled: number;
  cancelled: number;
  /** Placed, and not tried yet. */
  fresh: number;
  /** Placed, and the stock could not fill them. */
  waiting: number;
  /** When the oldest of them was placed. */
  waitingSince: Date | null;
  /** Placed, and their money is not there yet. */
  unpaid: number;
}

interface Counted {
  accountId: string;
  mode: Mode;
  most: number;
}

const countOf = query("orders-count-by-state", (db, counted: Params<Counted>) => {
  const ended = (state: "fulfilled" | "cancelled") =>
    sql<number>`coalesce(sum(orders) FILTER (WHERE state = ${state}), 0)::bigint`.as(state);
  const totals = db
    .selectFrom("orderTotals")
    .select([ended("fulfilled"), ended("cancelled")])
    .where("accountId", "=", counted.accountId);
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
  // Orders that were never tried are the worker's next: of a backlog, only its beginning is looked at.
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
  return db
    .selectFrom(totals.as("ended"))
    .crossJoin(stuck.as("stuck"))
    .crossJoin(fresh.as("fresh"))
    .select(["ended.fulfilled", "ended.cancelled"])
    .select(["stuck.waiting", "stuck.waitingSince", "stuck.unpaid", "fresh.orders as fresh"]);
});

/** More than this are not counted of the orders that are on their way. */
const MOST = 10_000;

/** All that ended, and of those on their way the first ten thousand. */
export async function getOrderCounts(ctx: AccountContext): Promise<OrderCounts> {
  const { id: accountId, mode } = ctx.account;
  const [counts] = await countOf(ctx.db, { accountId, mode, most: MOST });
  if (!counts) throw new Error("a count has a row");
  return counts;
}

/**
 * Fulfilled orders of the last 30 days and of the last 12 months, by the time of their placing (in
 * UTC). What it costs depends on the days, never on the orders.
 */
export async function getSalesHistory(
  ctx: AccountContext,
): Promise<{ days: Sold[]; months: Sold[] }> {
  const days = await findDays(ctx.db, ctx.account.id, historyFrom(ctx.now));
  return historyOf(days, ctx.now);
}
