// Count and sums of a filtered list of orders: exact, or absent.
import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import type { AccountContext, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { MOST_SUMMED } from "#core/page";
import { runOnce } from "#core/query";
import type { Channel } from "#domain/catalogue";
import {
  filtersOf,
  fulfilledWithin,
  hasPeriod,
  type Matcher,
  matching,
  type OrderFilter,
  type OrderFilters,
  ofAccount,
  placedWithin,
  type SearchTables,
  toFilter,
} from "./order-filters";
import type { OrderState } from "./rules";
import { type DaySpan, wholeDays } from "./sum-rules";

interface OrderSum {
  channel: Channel;
  state: OrderState;
  orders: number;
  amountKg: number;
  priceUsdCents: number;
}

export interface OrderSums {
  /** All matching orders, or as many as were counted if `isCapped`. */
  orders: number;
  isCapped: boolean;
  /** By channel and state; null if not all orders were counted. */
  sums: OrderSum[] | null;
}

interface Part extends OrderSum {
  /** Daily totals, or rows that were read one by one up to the limit. */
  source: "totals" | "placed" | "rows";
}

type Builder = Kysely<SearchTables>;

interface Query {
  mode: Mode;
  filter: OrderFilter;
  /** Maximum number of rows to read from each source. */
  most: number;
}

const rowsOf = (db: Builder, where: Matcher) =>
  db
    .selectFrom("orders as o")
    .select(["o.channel", "o.state", "o.amountKg", "o.priceUsdCents"])
    .where((eb) => eb.and(where(eb)));

type Rows = ReturnType<typeof rowsOf>;

interface Source {
  rows: Rows;
  source: Part["source"];
}

/** Sums of the rows by channel and state. */
function sumRows(db: Builder, { rows, most, source }: Pick<Query, "most"> & Source) {
  return db
    .selectFrom(rows.limit(most + 1).as("row"))
    .select((eb) => [
      "row.channel",
      "row.state",
      eb.fn.countAll<number>().as("orders"),
      sql<number>`sum(amount_kg)::bigint`.as("amountKg"),
      sql<number>`sum(price_usd_cents)::bigint`.as("priceUsdCents"),
      sql<Part["source"]>`${sql.lit(source)}`.as("source"),
    ])
    .groupBy(["row.channel", "row.state"]);
}

/**
 * Conditions of placed orders `o`, each with an index: tried or waiting for money, not tried yet
 * (of one mode), and cooling off. No order meets two of them.
 */
export const placedParts = {
  tried: sql<SqlBool>`o.state = 'placed' AND (o.tried_stock_version > 0 OR o.awaiting_payment)`,
  untried: sql<SqlBool>`o.tried_stock_version = 0 AND o.queue_id IS NOT NULL`,
  coolingOff: sql<SqlBool>`o.cooling_off AND o.tried_stock_version = 0
    AND o.state = 'placed' AND NOT o.awaiting_payment`,
};

function placedRows(db: Builder, { mode, filter }: Query): Rows {
  const rowsWhere = (condition: Expression<SqlBool>) =>
    rowsOf(db, (eb) => [
      ...ofAccount(eb, filter),
      ...placedWithin(eb, filter),
      eb("o.mode", "=", mode),
      condition,
    ]);
  return rowsWhere(placedParts.tried)
    .unionAll(rowsWhere(placedParts.untried))
    .unionAll(rowsWhere(placedParts.coolingOff));
}

/** Ended orders outside the whole days of the period. */
function edgeRows(db: Builder, filter: OrderFilter, days: DaySpan): Rows {
  const { state } = filter;
  const within = (edge: { from: Date | null; to: Date | null }) =>
    rowsOf(db, (eb) => [
      ...ofAccount(eb, filter),
      ...placedWithin(eb, edge),
      state ? eb("o.state", "=", state) : eb("o.state", "<>", "placed"),
    ]);
  const [first, ...others] = days.edges.map(within);
  return others.reduce(
    (rows, edge) => rows.unionAll(edge),
    first ?? rowsOf(db, (eb) => [eb.lit(false)]),
  );
}

/** Of daily totals `t`. */
const sumsOf = [
  sql<number>`sum(t.orders)::bigint`.as("orders"),
  sql<number>`sum(t.amount_kg)::bigint`.as("amountKg"),
  sql<number>`sum(t.price_usd_cents)::bigint`.as("priceUsdCents"),
];

/** Ended orders of the period's whole days, from their daily totals. */
function totalsOf(db: Builder, { accountId, channel, state }: OrderFilter, { days }: DaySpan) {
  return db
    .selectFrom("orderTotals as t")
    .select([
      "t.channel",
      sql<OrderState>`t.state`.as("state"),
      ...sumsOf,
      sql<Part["source"]>`'totals'`.as("source"),
    ])
    .where((eb) =>
      eb.and([
        eb("t.accountId", "=", accountId),
        ...(channel ? [eb("t.channel", "=", channel)] : []),
        ...(state === "fulfilled" || state === "cancelled" ? [eb("t.state", "=", state)] : []),
        ...(days ? [] : [eb.lit(false)]),
        ...(days?.from ? [eb("t.startsAt", ">=", days.from)] : []),
        ...(days?.before ? [eb("t.startsAt", "<", days.before)] : []),
      ]),
    )
    .groupBy(["t.channel", "t.state"]);
}

/** Without text and subaccount, orders of whole days are read from daily totals. */
function sumByDays(db: Sql, query: Query): Promise<Part[]> {
  const { filter, most } = query;
  const days = wholeDays(filter);
  return runOnce<SearchTables, Part>(db, (builder) => {
    const rows = placedRows(builder, query);
    const placed = sumRows(builder, { rows, most, source: "placed" });
    if (filter.state === "placed") return placed;
    const ended = totalsOf(builder, filter, days).unionAll(
      sumRows(builder, { rows: edgeRows(builder, filter, days), most, source: "rows" }),
    );
    return filter.state === null ? ended.unionAll(placed) : ended;
  });
}

/** Sums of fulfilled orders by the time of fulfillment. Whole days are read from daily totals. */
function sumSales(db: Sql, { filter, most }: Query): Promise<Part[]> {
  const { accountId, channel, subaccountId } = filter;
  const { days, edges } = wholeDays(filter.fulfilled);
  return runOnce<SearchTables, Part>(db, (builder) => {
    const totals = builder
      .selectFrom("salesTotals as t")
      .select([
        "t.channel",
        sql<OrderState>`'fulfilled'`.as("state"),
        ...sumsOf,
        sql<Part["source"]>`'totals'`.as("source"),
      ])
      .where((eb) =>
        eb.and([
          eb("t.accountId", "=", accountId),
          ...(channel ? [eb("t.channel", "=", channel)] : []),
          ...(subaccountId ? [eb("t.subaccountId", "=", subaccountId)] : []),
          ...(days ? [] : [eb.lit(false)]),
          ...(days?.from ? [eb("t.startsAt", ">=", days.from)] : []),
          ...(days?.before ? [eb("t.startsAt", "<", days.before)] : []),
        ]),
      )
      .groupBy("t.channel");
    const rows = rowsOf(builder, (eb) => [
      ...ofAccount(eb, filter),
      ...(subaccountId ? [eb("o.subaccountId", "=", subaccountId)] : []),
      eb.or(edges.map((edge) => eb.and(fulfilledWithin(eb, edge)))),
    ]);
    return totals.unionAll(sumRows(builder, { rows, most, source: "rows" }));
  });
}

/** True if daily totals of fulfilled orders are enough. */
function isOfSales({ search, state, from, to, fulfilled }: OrderFilter): boolean {
  const isFulfilled = state === null || state === "fulfilled";
  return hasPeriod(fulfilled) && isFulfilled && search === null && !hasPeriod({ from, to });
}

async function sumByScan(db: Sql, { filter, most }: Query): Promise<Part[]> {
  const matches = await matching(db, filter);
  return runOnce<SearchTables, Part>(db, (builder) => {
    const rows = rowsOf(builder, (eb) => [...filtersOf(eb, filter), ...matches(eb)]);
    return sumRows(builder, { rows, most, source: "rows" });
  });
}

const sumOf = (parts: readonly OrderSum[], key: "orders" | "amountKg" | "priceUsdCents") =>
  parts.reduce((sum, part) => sum + part[key], 0);

function addUp(parts: readonly Part[]): OrderSum[] {
  const groups = Map.groupBy(parts, ({ channel, state }) => `${channel} ${state}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ channel, state }) => ({
      channel,
      state,
      orders: sumOf(group, "orders"),
      amountKg: sumOf(group, "amountKg"),
      priceUsdCents: sumOf(group, "priceUsdCents"),
    })),
  );
}

/**
 * Count and sums of the account's orders that match the filters. Where more than `most` orders
 * would have to be read one by one, there are no sums, and the count is a lower bound.
 */
export async function getOrderSums(
  ctx: AccountContext,
  { most = MOST_SUMMED, ...input }: OrderFilters & { most?: number },
): Promise<OrderSums> {
  const filter = toFilter(ctx, input);
  const query = { mode: ctx.account.mode, filter, most };
  const { search, subaccountId, fulfilled } = filter;
  const hasTotals = search === null && subaccountId === null && !hasPeriod(fulfilled);
  const sum = isOfSales(filter) ? sumSales : hasTotals ? sumByDays : sumByScan;
  const parts = await sum(ctx.db, query);
  const isCapped = (["placed", "rows"] as const).some((source) => {
    const read = parts.filter((part) => part.source === source);
    return sumOf(read, "orders") > most;
  });
  return { orders: sumOf(parts, "orders"), isCapped, sums: isCapped ? null : addUp(parts) };
}
