import { sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { CatalogueTables } from "#domain/catalogue";
import { findHeldProjects } from "#domain/holds";
import { findPlans } from "#domain/inventory";
import type { OrderTables } from "#domain/orders";
import { type Component, componentsOf } from "./component-rules";

const query = queriesOn<OrderTables & CatalogueTables>();

/** Waiting orders that are looked at, oldest first: bounds the time and memory that it takes. */
const DEPTH = 100_000;

// Two scans of the queue's index, as the orders are taken.
const findWaiting = query("match-find-waiting", (db, of: Params<{ mode: Mode; depth: number }>) => {
  const due = (condition: ReturnType<typeof sql<boolean>>) =>
    db
      .selectFrom("orders")
      .select((eb) => eb.fn.coalesce("splitPortfolioId", "portfolioId").as("portfolioId"))
      .select("queueId")
      .where("mode", "=", of.mode)
      .where("queueId", "is not", null)
      .where(condition)
      .orderBy("queueId")
      .limit(of.depth);
  const version = sql<number>`(SELECT stock_version FROM catalogues WHERE mode = ${of.mode})`;
  const fresh = db.selectFrom(due(sql`tried_stock_version = 0`).as("fresh")).selectAll();
  const tried = db
    .selectFrom(due(sql`tried_stock_version BETWEEN 1 AND ${version} - 1`).as("tried"))
    .selectAll();
  return db
    .with("due", () => fresh.unionAll(tried).orderBy("queueId").limit(of.depth))
    .selectFrom("due")
    .select([
      "portfolioId",
      sql<string>`min(queue_id)`.as("fromId"),
      sql<string>`max(max(queue_id)) OVER ()`.as("untilId"),
      version.as("stockVersion"),
    ])
    .groupBy("portfolioId");
});

/** Orders that were due at one moment, in parts that can be matched at the same time. */
export interface DueOrders {
  components: Component[];
  /** Place of the newest one in the queue. */
  untilId: string;
  stockVersion: number;
}

/** Finds the orders that the present stock was not tried on; null if there are none. */
export async function findDueOrders(db: Sql, mode: Mode): Promise<DueOrders | null> {
  const waiting = await findWaiting(db, { mode, depth: DEPTH });
  const [first] = waiting;
  if (!first) return null;
  const { untilId, stockVersion } = first;
  if (waiting.length === 1) return { untilId, stockVersion, components: componentsOf(waiting, []) };
  const ids = waiting.map(({ portfolioId }) => portfolioId);
  const plans = await findPlans(db, mode, ids);
  const planned = [...plans].flatMap(([portfolioId, plan]) =>
    plan
      .flatMap(({ projects }) => projects)
      .map((project) => ({ portfolioId, projectId: project.id })),
  );
  const links = [...planned, ...(await findHeldProjects(db, mode))];
  return { untilId, stockVersion, components: componentsOf(waiting, links) };
}
