import { type SqlBool, sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import { type Backlog, MAX_COUNTED } from "#core/workers";
import { recordAudit } from "#domain/accounts";
import { bumpStockVersion, type CatalogueTables, lockCatalogue } from "#domain/catalogue";
import type { OrderTables } from "#domain/orders";

const query = queriesOn<OrderTables & CatalogueTables>();

const countQueued = query("orders-matching-backlog", (db, _none: Params<object>) => {
  const queued = db
    .selectFrom("orders")
    .whereRef("orders.mode", "=", sql.ref("c.mode"))
    .where("queueId", "is not", null);
  const counted = (condition: ReturnType<typeof sql<SqlBool>>) =>
    db
      .selectFrom(queued.where(condition).limit(MAX_COUNTED).as("some"))
      .select((eb) => eb.fn.countAll<number>().as("orders"));
  const triedBefore = sql<SqlBool>`tried_stock_version < c.stock_version`;
  const triedNow = sql<SqlBool>`tried_stock_version >= c.stock_version`;
  const oldest = queued
    .select("createdAt")
    .where("triedStockVersion", "=", 0)
    .orderBy("queueId")
    .limit(1);
  return db
    .selectFrom("catalogues as c")
    .crossJoinLateral(() => counted(triedBefore).as("due"))
    .crossJoinLateral(() => counted(triedNow).as("later"))
    .leftJoinLateral(
      () => oldest.as("oldest"),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      sql<number>`coalesce(sum(due.orders), 0)::int`.as("due"),
      eb.fn.min("oldest.createdAt").as("oldestDueAt"),
      sql<number>`coalesce(sum(later.orders), 0)::int`.as("later"),
      eb.lit(0).as("retrying"),
      eb.lit(0).as("lost"),
    ]);
});

/**
 * Orders of both modes that a worker can match. Orders already tried with the current stock wait
 * for credits and are not counted as due.
 */
export async function getMatchingBacklog({ db }: Context): Promise<Backlog> {
  const [row] = await countQueued(db, {});
  if (!row) throw new Error("backlog query returned no row");
  return row;
}

/** Makes matching try all waiting orders again, though no credits have arrived. */
export async function retryWaitingOrders(ctx: Context, { mode }: { mode: Mode }): Promise<void> {
  await lockCatalogue(ctx, mode);
  await bumpStockVersion(ctx, mode);
  await recordAudit(ctx, { action: "orders.retried", data: { mode } });
}
