import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import type { CatalogueTables } from "#domain/catalogue";
import {
  type InventoryTables,
  type OpenLot,
  type SerialForm,
  sellable,
  serialForm,
} from "#domain/inventory";
import { addToSoldCredits, type OrderTables } from "#domain/orders";
import { type Allocation, insertRetirements, moveLots } from "./allocation-rows";

type Tables = OrderTables & CatalogueTables & InventoryTables;

const query = queriesOn<Tables>();

// Read only, so that an idle worker writes nothing: taking a turn locks rows.
const findModes = query("match-find-modes", (db, _none: Params<object>) =>
  db
    .selectFrom("catalogues as c")
    .select("c.mode")
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("orders as o")
          .select("o.id")
          .whereRef("o.mode", "=", "c.mode")
          .whereRef("o.triedStockVersion", "<", "c.stockVersion")
          .where("o.queueId", "is not", null),
      ),
    ),
);

/** Orders of these portfolios, from one place in the queue to another. */
interface BatchLimits {
  mode: Mode;
  limit: number;
  stockVersion: number;
  portfolioIds: readonly string[];
  fromId: string;
  untilId: string;
}

type Condition = (
  eb: ExpressionBuilder<Tables, "orders">,
  batch: Params<BatchLimits>,
) => Expression<SqlBool>;

// Two scans of the queue's index: new orders, and those that newer stock may fill. Neither has a
// join, so no plan can scan the whole table of orders. CASE hides from the planner how few orders
// the portfolios may have, for which it would read and sort the whole queue.
const takeOrdersWhere = (name: string, condition: Condition) =>
  query(name, (db, batch: Params<BatchLimits>) =>
    db
      .selectFrom("orders")
      .select(["accountId", "subaccountId", "id", "amountKg", "callbackUrl", "createdAt"])
      .select("isOwn")
      .select((eb) => eb.fn.coalesce("splitPortfolioId", "portfolioId").as("portfolioId"))
      .where("mode", "=", batch.mode)
      .where("queueId", "is not", null)
      .where((eb) => eb.between("queueId", batch.fromId, batch.untilId))
      .where(
        sql<boolean>`CASE WHEN coalesce(split_portfolio_id, portfolio_id)
          = any (${batch.portfolioIds}::text[]) THEN true ELSE false END`,
      )
      .where((eb) => condition(eb, batch))
      .orderBy("queueId")
      .limit(batch.limit)
      .forUpdate()
      .skipLocked(),
  );
const takeNewOrders = takeOrdersWhere("match-take-orders", (eb) => eb("triedStockVersion", "=", 0));
const takeTriedOrders = takeOrdersWhere("match-take-tried-orders", (eb, { stockVersion }) =>
  eb.between("triedStockVersion", 1, sql<number>`${stockVersion}::bigint - 1`),
);

/** Kg of a lot in tonnes that no order has a part of; of lots without such tonnes all that is left. */
const wholeKg = sql.raw(
  `(quantity_kg - retired_kg
    - CASE unit_kg WHEN 1000 THEN (quantity_kg - retired_kg) % 1000 ELSE 0 END)`,
);

// Oldest vintage first, then the oldest lot; of each project only as many as could be needed, and
// those with an opened tonne.
const findOpenLots = query(
  "match-find-lots",
  (db, need: Params<{ mode: Mode; projectIds: string[]; neededKg: number }>) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom("creditLots")
          .selectAll()
          .select(
            sql<number>`sum(${wholeKg}) OVER (
              PARTITION BY project_id
              ORDER BY vintage_year, created_at, root_lot_id, line_start_kg
            ) - ${wholeKg}`.as("kgBefore"),
          )
          .where("mode", "=", need.mode)
          .where("projectId", "=", sql<string>`any (${need.projectIds}::text[])`)
          .whereRef("retiredKg", "<", "quantityKg")
          .where(sellable)
          .as("lot"),
      )
      .select(["projectId", "vintageYear", "id", "quantityKg", "unitKg", "serialNumberRange"])
      .select(["evidenceEndKg", "requestEndKg"])
      .select(["retiredKg as nextKg", "retiredKg as readKg", sql<number>`0`.as("cutAtKg")])
      .select(sql<SerialForm>`${sql.raw(serialForm)}`.as("serialForm"))
      .where(
        sql<boolean>`kg_before < ${need.neededKg}::bigint
          OR (unit_kg = 1000 AND retired_kg % 1000 > 0)`,
      )
      .orderBy("projectId")
      .orderBy("vintageYear")
      .orderBy("createdAt")
      .orderBy("rootLotId")
      .orderBy("lineStartKg"),
);

/** An order to be matched, and the portfolio whose parts fill it. */
export type QueuedOrder = Pick<
  Selectable<OrderTables["orders"]>,
  | ("accountId" | "subaccountId" | "id" | "portfolioId" | "amountKg" | "isOwn")
  | ("callbackUrl" | "createdAt")
>;

interface Settlement extends Allocation {
  orders: readonly QueuedOrder[];
}

// One statement, because foreign keys bind orders, retirements and lots to each other.
const settleBatch = query("match-settle", (db, batch: Params<Settlement>) =>
  db
    .with("ended", (qb) =>
      qb
        .updateTable("orders as o")
        .from(unnest("f", batch.orders, { accountId: "text", id: "text" }))
        .set((eb) => ({
          state: "fulfilled" as const,
          fulfilledKg: eb.ref("o.amountKg"),
          settledAt: sql<Date>`greatest(o.created_at, ${batch.now}::timestamptz)`,
        }))
        .whereRef("o.accountId", "=", "f.accountId")
        .whereRef("o.id", "=", "f.id")
        .where("o.state", "=", "placed")
        .where("o.awaitingPayment", "=", false)
        .returning(["o.accountId", "o.id", "o.subaccountId", "o.portfolioId", "o.channel"])
        .returning(["o.settledAt", "o.amountKg", "o.price", "o.currency"]),
    )
    .with("moved", (qb) => moveLots(qb, batch))
    .with("retired", (qb) => insertRetirements(qb, batch))
    .with("credited", (qb) => addToSoldCredits(qb))
    .selectNoFrom((eb) =>
      (["ended", "moved", "retired"] as const).map((name) =>
        eb.selectFrom(name).select(sql<number>`count(*)::int`.as("rows")).as(name),
      ),
    ),
);

const rememberTried = query(
  "match-mark-tried",
  (db, tried: Params<{ stockVersion: number; orders: readonly QueuedOrder[] }>) =>
    db
      .updateTable("orders as o")
      .from(unnest("t", tried.orders, { accountId: "text", id: "text" }))
      .set({ triedStockVersion: sql<number>`${tried.stockVersion}::bigint` })
      .whereRef("o.accountId", "=", "t.accountId")
      .whereRef("o.id", "=", "t.id"),
);

/** Modes with waiting orders that the current stock was not tried on. */
export async function findModesWithWork(db: Sql): Promise<Mode[]> {
  return (await findModes(db, {})).map(({ mode }) => mode);
}

/** Locks the oldest orders that this stock version was not tried on. */
export async function takeOrders(db: Sql, batch: BatchLimits): Promise<QueuedOrder[]> {
  const fresh = await takeNewOrders(db, batch);
  const tried = await takeTriedOrders(db, batch);
  return [...fresh, ...tried].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, batch.limit);
}

/**
 * The open lots of each project in the order of use: up to `neededKg` and one lot beyond, and all
 * with an opened tonne.
 */
export async function findLots(
  db: Sql,
  need: { mode: Mode; projectIds: string[]; neededKg: number },
): Promise<Map<string, OpenLot[]>> {
  return Map.groupBy(await findOpenLots(db, need), (lot) => lot.projectId);
}

/** Writes a batch. Throws, so that nothing is committed, if a row has changed since it was read. */
export async function settle(db: Sql, batch: Settlement): Promise<void> {
  const [written] = await settleBatch(db, batch);
  const expected = [batch.orders.length, batch.lots.length, batch.retirements.length];
  const actual = [written?.ended, written?.moved, written?.retired];
  if (expected.some((count, index) => count !== actual[index])) {
    throw new Error(`matching expected to write ${expected} rows and wrote ${actual}`);
  }
}

/** Records that this stock cannot fill these orders. */
export async function markTried(
  db: Sql,
  stockVersion: number,
  orders: readonly QueuedOrder[],
): Promise<void> {
  if (orders.length > 0) await rememberTried(db, { stockVersion, orders });
}
