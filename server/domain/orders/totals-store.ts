// The SQL of the running totals of orders, and of those that are still on their way.
import { type QueryCreator, type Selectable, sql } from "kysely";
import type { Sql, Statement } from "#core/db";
import type { OrderTables } from "./tables";

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

const FIND_DAYS: Statement = {
  name: "orders-find-days",
  text: `
    SELECT starts_at, channel, orders, amount_kg, price_usd_cents FROM order_totals
    WHERE account_id = $1 AND state = 'fulfilled' AND starts_at >= $2::timestamptz
    ORDER BY starts_at, channel`,
};

/** What was sold on a day (in UTC, by the time of the order) through a channel, and fulfilled. */
export interface DayTotal {
  startsAt: Date;
  channel: "api" | "checkout";
  orders: number;
  kg: number;
  priceCents: number;
}

interface DayRow {
  starts_at: Date;
  channel: DayTotal["channel"];
  orders: number;
  amount_kg: number;
  price_usd_cents: number;
}

/** The days from then on that have any, the oldest first. */
export async function findDays(db: Sql, accountId: string, from: Date): Promise<DayTotal[]> {
  const rows = await db.query<DayRow>(FIND_DAYS, [accountId, from.toISOString()]);
  return rows.map((row) => ({
    startsAt: row.starts_at,
    channel: row.channel,
    orders: row.orders,
    kg: row.amount_kg,
    priceCents: row.price_usd_cents,
  }));
}

// Orders that were never tried are the worker's next: of a backlog, only its beginning is looked at.
const COUNT_BY_STATE: Statement = {
  name: "orders-count-by-state",
  text: `
    SELECT ended.fulfilled, ended.cancelled, stuck.waiting, stuck.waiting_since, stuck.unpaid,
           (SELECT count(*) FROM (
              SELECT account_id FROM orders
              WHERE mode = $2 AND tried_stock_version = 0 AND queue_id IS NOT NULL
              ORDER BY queue_id LIMIT $3::int
            ) fresh WHERE account_id = $1) AS fresh
    FROM (
      SELECT coalesce(sum(orders) FILTER (WHERE state = 'fulfilled'), 0)::bigint AS fulfilled,
             coalesce(sum(orders) FILTER (WHERE state = 'cancelled'), 0)::bigint AS cancelled
      FROM order_totals WHERE account_id = $1
    ) ended
    CROSS JOIN (
      SELECT count(*) FILTER (WHERE NOT awaiting_payment) AS waiting,
             min(created_at) FILTER (WHERE NOT awaiting_payment) AS waiting_since,
             count(*) FILTER (WHERE awaiting_payment) AS unpaid
      FROM (
        SELECT awaiting_payment, created_at FROM orders
        WHERE account_id = $1 AND state = 'placed' AND (tried_stock_version > 0 OR awaiting_payment)
        ORDER BY id LIMIT $3::int
      ) placed
    ) stuck`,
};

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

interface CountRow extends Omit<OrderCounts, "waitingSince"> {
  waiting_since: Date | null;
}

/** How an account's orders stand; of those on their way, at most `most` are counted. */
export async function countByState(
  db: Sql,
  wanted: { accountId: string; mode: string; most: number },
): Promise<OrderCounts> {
  const { accountId, mode, most } = wanted;
  const [row] = await db.query<CountRow>(COUNT_BY_STATE, [accountId, mode, most]);
  if (!row) throw new Error("a count has a row");
  const { waiting_since: waitingSince, ...counts } = row;
  return { ...counts, waitingSince };
}
