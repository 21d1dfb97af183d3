import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { byName } from "#core/name-order";
import { cursorOf, type PageQuery } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { CatalogueTables } from "#domain/catalogue";
import {
  type ProjectStock,
  rateSince,
  runsOut,
  type StockOrder,
  sortStock,
  stockByProject,
} from "./stock-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<StockTables>();

export type StockTables = InventoryTables & CatalogueTables & AccountTables;

export interface VintageStock {
  projectId: string;
  vintageYear: number;
  lots: number;
  /** Original kg of the lots, and the remaining kg on sale. */
  quantityKg: number;
  leftKg: number;
}

interface StockOf {
  mode: Mode;
  projectIds: string[];
}

const findStock = query("inventory-find-project-stock", (db, of: Params<StockOf>) =>
  db
    .selectFrom("creditLots")
    .select([
      "projectId",
      "vintageYear",
      sql<number>`count(*)::int`.as("lots"),
      sql<number>`sum(quantity_kg)::bigint`.as("quantityKg"),
      sql<number>`coalesce(sum(quantity_kg - retired_kg) FILTER (WHERE state = 'on_sale'), 0)::bigint`.as(
        "leftKg",
      ),
    ])
    .where("mode", "=", of.mode)
    .where("projectId", "=", sql<string>`any (${of.projectIds}::text[])`)
    .groupBy(["projectId", "vintageYear"])
    .orderBy("projectId")
    .orderBy("vintageYear"),
);

/** In kg of CO2e, oldest vintage first. */
export function listProjectStock(ctx: Context, input: StockOf): Promise<VintageStock[]> {
  return findStock(ctx.db, input);
}

const sumRetired = query(
  "inventory-sum-of-accounts",
  (db, { accountIds }: Params<{ accountIds: string[] }>) =>
    db
      .selectFrom("retirementTotals")
      .select(["accountId", sql<number>`sum(retired_kg)::bigint`.as("kg")])
      .select(sql<number>`sum(registry_retired_kg)::bigint`.as("registryRetiredKg"))
      .where("accountId", "=", sql<string>`any (${accountIds}::text[])`)
      .where("subaccountId", "=", "")
      .where("span", "=", "all")
      .groupBy("accountId"),
);

/** Kg allocated to each of the accounts, and retired at registries; without those that have none. */
export function sumRetiredByAccount(
  db: Sql,
  accountIds: string[],
): Promise<{ accountId: string; kg: number; registryRetiredKg: number }[]> {
  return sumRetired(db, { accountIds });
}

/**
 * Condition for lots that matching may draw from. Where credits are retired before their sale,
 * these are only retired ones.
 */
export const sellable = sql<boolean>`
  credit_lots.state = 'on_sale' AND (credit_lots.holding = 'retired' OR NOT EXISTS (
    SELECT FROM registry_policies policy
    WHERE policy.mode = credit_lots.mode AND policy.registry = credit_lots.registry
      AND policy.timing = 'before_sale'
  ))`;

// Matching draws from the same lots: see findOpenLots in the room matching.
const sumOpenLots = query("inventory-sum-sellable", (db, of: Params<StockOf>) =>
  db
    .selectFrom("creditLots")
    .select(["projectId", sql<number>`sum(quantity_kg - retired_kg)::bigint`.as("kg")])
    .where("mode", "=", of.mode)
    .where("projectId", "=", sql<string>`any (${of.projectIds}::text[])`)
    .whereRef("retiredKg", "<", "quantityKg")
    .where(sellable)
    .groupBy("projectId"),
);

/**
 * Kg of these projects that matching could draw from lots now; projects without any are left out.
 */
export async function findSellableKg(
  { db }: { db: Sql },
  input: StockOf,
): Promise<Map<string, number>> {
  const sums = await sumOpenLots(db, input);
  return new Map(sums.map(({ projectId, kg }) => [projectId, kg]));
}

/** SQL condition that the filter is not set, or the condition holds. */
export function isAnyOr(
  filter: RawBuilder<string | number | null>,
  condition: Expression<SqlBool>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${filter}::text IS NULL OR ${condition})`;
}

/** Ids of a category's projects. */
export function projectsOf(
  db: Kysely<StockTables>,
  category: Params<{ mode: Mode; categoryId: string | null }>,
) {
  return db
    .selectFrom("categoryProjects")
    .select("projectId")
    .where("mode", "=", category.mode)
    .where("categoryId", "=", category.categoryId);
}

interface PartsOf {
  mode: Mode;
  since: Date;
  categoryId: string | null;
}

// Reads running totals of retirements, so the cost depends on accounts, projects and vintages, not
// on lots or orders.
const sumParts = query("inventory-sum-stock", (db, of: Params<PartsOf>) => {
  const retired = db
    .selectFrom("retirementTotals as total")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.id", "=", "total.accountId").on("a.mode", "=", of.mode),
    )
    .select(["total.projectId", "total.vintageYear"])
    .select(sql<number>`sum(total.retired_kg)::bigint`.as("kg"))
    .where("total.subaccountId", "=", "")
    .groupBy(["total.projectId", "total.vintageYear"]);
  return db
    .with("gone", () => retired.where("total.span", "=", "all"))
    .with("late", () =>
      retired.where("total.span", "=", "day").where("total.startsAt", ">=", of.since),
    )
    .with("offSale", (qb) =>
      qb
        .selectFrom("creditLots")
        .select(["projectId", "vintageYear"])
        .select(sql<number>`sum(quantity_kg - retired_kg)::bigint`.as("kg"))
        .where("mode", "=", of.mode)
        .where("state", "<>", "on_sale")
        .groupBy(["projectId", "vintageYear"]),
    )
    .selectFrom("stockTotals as stock")
    .innerJoin("projects as p", (join) =>
      join.onRef("p.mode", "=", "stock.mode").onRef("p.id", "=", "stock.projectId"),
    )
    .leftJoin("gone", (join) =>
      join
        .onRef("gone.projectId", "=", "stock.projectId")
        .onRef("gone.vintageYear", "=", "stock.vintageYear"),
    )
    .leftJoin("late", (join) =>
      join
        .onRef("late.projectId", "=", "stock.projectId")
        .onRef("late.vintageYear", "=", "stock.vintageYear"),
    )
    .leftJoin("offSale", (join) =>
      join
        .onRef("offSale.projectId", "=", "stock.projectId")
        .onRef("offSale.vintageYear", "=", "stock.vintageYear"),
    )
    .select((eb) => [
      "stock.projectId",
      "p.name as projectName",
      "stock.vintageYear",
      "stock.lots",
      "stock.quantityKg",
      eb.fn.coalesce("gone.kg", eb.lit(0)).as("retiredKg"),
      eb.fn.coalesce("late.kg", eb.lit(0)).as("lateKg"),
      eb.fn.coalesce("offSale.kg", eb.lit(0)).as("offSaleKg"),
    ])
    .where("stock.mode", "=", of.mode)
    .where("stock.lots", ">", 0)
    .where((eb) => isAnyOr(of.categoryId, eb("stock.projectId", "in", projectsOf(db, of))))
    .orderBy("stock.projectId")
    .orderBy("stock.vintageYear");
});

/** Unsold kg of each project that has or had stock. */
export async function findUnsoldKg(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<Map<string, number>> {
  const parts = await sumParts(ctx.db, { mode, categoryId: null, since: rateSince(ctx.now) });
  return new Map(stockByProject(parts).map(({ projectId, leftKg }) => [projectId, leftKg]));
}

interface ListStock extends PageQuery {
  mode: Mode;
  categoryId: string | null;
  /** Only stock that ends within these days at the recent rate. */
  withinDays: number | null;
  sort: { by: StockOrder; isDown: boolean };
}

export interface StockPage {
  data: ProjectStock[];
  hasMore: boolean;
  /** Of all matching projects, not only of the page. */
  total: { projects: number; leftKg: number };
}

/**
 * Projects that have or had stock. Each page sums all of them: there are far fewer projects than
 * lots.
 */
export async function listStock(ctx: Context, input: ListStock): Promise<StockPage> {
  const { mode, categoryId, withinDays, sort, limit } = input;
  const parts = await sumParts(ctx.db, { mode, categoryId, since: rateSince(ctx.now) });
  const all = stockByProject(parts).filter(
    (project) => withinDays === null || runsOut(project, withinDays),
  );
  const sorted = sortStock(all, sort.by, sort.isDown);
  const cursor = cursorOf(input);
  const at = sorted.findIndex(({ projectId }) => projectId === cursor?.id);
  const total = {
    projects: all.length,
    leftKg: all.reduce((kg, { leftKg }) => kg + leftKg, 0),
  };
  if (cursor && at < 0) return { data: [], hasMore: false, total };
  if (cursor?.direction === "newer") {
    return { data: sorted.slice(Math.max(0, at - limit), at), hasMore: at > limit, total };
  }
  const start = at + 1;
  return {
    data: sorted.slice(start, start + limit),
    hasMore: sorted.length > start + limit,
    total,
  };
}

interface StockFilters {
  projects: { id: string; name: string }[];
  categories: { id: string; name: string }[];
  /** Newest first. */
  vintages: number[];
}

/** Projects and vintages that have or had stock, and the mode's categories. */
export async function listStockFilters(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<StockFilters> {
  const { stockTotal, project, projectCategory } = ctx.db.prisma;
  const parts = await stockTotal.groupBy({ by: ["projectId", "vintageYear"], where: { mode } });
  const ids = [...new Set(parts.map(({ projectId }) => projectId))];
  const select = { id: true, name: true };
  const projects = await project.findMany({
    where: { mode, id: { in: ids } },
    select,
    orderBy: { id: "asc" },
  });
  return {
    projects: projects.sort(byName),
    categories: await projectCategory.findMany({
      where: { mode },
      select,
      orderBy: [{ position: "asc" }, { id: "asc" }],
    }),
    vintages: [...new Set(parts.map(({ vintageYear }) => vintageYear))].sort((a, b) => b - a),
  };
}
