import { type SqlBool, sql } from "kysely";
import type { AccountContext, Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Cursor, cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { CatalogueTables } from "#domain/catalogue";
import { findPlans, findUnsoldKg, splitByLargestRemainder } from "#domain/inventory";
import { type Demand, type Shortage, shortagesOf } from "./demand-rules";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables & CatalogueTables & AccountTables>();

interface Queue {
  mode: Mode;
  portfolioId: string | null;
}

const ofPortfolio = ({ portfolioId }: Params<Queue>) =>
  sql<SqlBool>`(${portfolioId}::text IS NULL OR portfolio_id = ${portfolioId})`;

const sumQueue = query("orders-sum-waiting", (db, queue: Params<Queue>) =>
  db
    .selectFrom("orders")
    .select((eb) => eb.fn.countAll<number>().as("orders"))
    .select(sql<number>`coalesce(sum(amount_kg), 0)::bigint`.as("kg"))
    .where("mode", "=", queue.mode)
    .where("queueId", "is not", null)
    .where(ofPortfolio(queue)),
);

/** Sums the orders that wait in the queue of matching; in kg of CO2e. */
export async function getWaitingTotals(
  { db }: Context,
  { mode, portfolioId = null }: Pick<Queue, "mode"> & Partial<Queue>,
): Promise<{ orders: number; kg: number }> {
  const [row] = await sumQueue(db, { mode, portfolioId });
  return row ?? { orders: 0, kg: 0 };
}

// By portfolio, or by the copy of its parts at the time of the sale.
const sumByPortfolio = query(
  "orders-sum-waiting-by-portfolio",
  (db, queue: Params<{ mode: Mode }>) =>
    db
      .selectFrom("orders")
      .select((eb) => [
        eb.fn.coalesce("splitPortfolioId", "portfolioId").as("portfolioId"),
        eb.fn.countAll<number>().as("orders"),
        sql<number>`sum(amount_kg)::bigint`.as("kg"),
      ])
      .where("mode", "=", queue.mode)
      .where("queueId", "is not", null)
      .groupBy(sql`1`)
      .orderBy(sql`1`),
);

/** A longer queue counts as one sum per portfolio; matching works through it within seconds. */
const UNFILLED_ONE_BY_ONE = 5000;

// Left out: orders that the current stock could not fill, because it has only shrunk since unless a
// hold has ended, and those whose stock is held.
const findFillable = query("orders-find-unfilled", (db, { mode }: Params<{ mode: Mode }>) => {
  const demands = db
    .selectFrom("orders")
    .select((eb) => eb.fn.coalesce("splitPortfolioId", "portfolioId").as("portfolioId"))
    .select("amountKg")
    .where("orders.mode", "=", mode)
    .where(sql<SqlBool>`NOT EXISTS (
      SELECT FROM stock_holds hold
      WHERE hold.account_id = orders.account_id AND hold.order_id = orders.id
        AND hold.state = 'held'
    )`)
    .limit(UNFILLED_ONE_BY_ONE);
  const queued = demands
    .where("queueId", "is not", null)
    .where("triedStockVersion", "<", (eb) =>
      eb
        .selectFrom("catalogues")
        .select(
          sql<number>`stock_version + EXISTS (
            SELECT FROM stock_holds hold WHERE hold.mode = catalogues.mode AND hold.is_freed
          )::int`.as("firstUntried"),
        )
        .where("catalogues.mode", "=", mode),
    )
    .orderBy("queueId");
  const unpaid = demands
    .where("awaitingPayment", "=", true)
    .where("state", "=", "placed")
    .orderBy("id");
  return db
    .selectFrom(queued.as("queued"))
    .selectAll()
    .unionAll(db.selectFrom(unpaid.as("unpaid")).selectAll());
});

/**
 * Demand that the stock must cover before new sales, oldest first: queued orders that matching may
 * fill, then orders with a payment under way. Orders with a hold are left out.
 */
export async function findUnfilled(db: Sql, mode: Mode): Promise<Demand[]> {
  const rows = await findFillable(db, { mode });
  if (rows.length < UNFILLED_ONE_BY_ONE) return rows;
  const sums = await sumByPortfolio(db, { mode });
  return [
    ...rows,
    ...sums.map(({ portfolioId, kg }) => ({ portfolioId, amountKg: kg, isSum: true })),
  ];
}

export interface WaitingOrder {
  id: string;
  accountId: string;
  accountName: string;
  /** Slug of the live account, used in dashboard URLs of both modes. */
  slug: string;
  portfolioId: string;
  portfolioName: string;
  amountKg: number;
  createdAt: Date;
  /** True if the current stock was tried on it. */
  isTried: boolean;
}

interface WaitingPage {
  mode: Mode;
  portfolioId: string | null;
  cursor: string | null;
  limit: number;
}

// Scans the whole queue, which is short in ordinary operation.
const pageQuery = (direction: Cursor["direction"]) =>
  query(`orders-page-waiting-${direction}`, (db, page: Params<WaitingPage>) => {
    const beyond = sql.raw(direction === "older" ? ">" : "<");
    return db
      .selectFrom("orders as o")
      .innerJoin("catalogues as c", "c.mode", "o.mode")
      .innerJoin("accounts as a", "a.id", "o.accountId")
      .leftJoin("accounts as live", "live.id", "a.liveAccountId")
      .innerJoin("portfolios as p", (join) =>
        join.onRef("p.mode", "=", "o.mode").onRef("p.id", "=", "o.portfolioId"),
      )
      .select(["o.id", "o.accountId", "o.portfolioId", "o.amountKg", "o.createdAt"])
      .select(["a.name as accountName", "p.name as portfolioName"])
      .select((eb) => [
        eb.fn.coalesce("live.slug", "a.slug").as("slug"),
        eb("o.triedStockVersion", "=", eb.ref("c.stockVersion")).$castTo<boolean>().as("isTried"),
      ])
      .where("o.mode", "=", page.mode)
      .where("o.queueId", "is not", null)
      .where(
        sql<SqlBool>`(${page.portfolioId}::text IS NULL OR o.portfolio_id = ${page.portfolioId})`,
      )
      .where(sql<SqlBool>`(${page.cursor}::text IS NULL OR o.queue_id ${beyond} ${page.cursor})`)
      .orderBy("o.queueId", direction === "older" ? "asc" : "desc")
      .limit(page.limit);
  });
const pages = { older: pageQuery("older"), newer: pageQuery("newer") };

/** A page of the orders that wait, the oldest first. */
export async function listWaitingOrders(
  ctx: Context,
  input: Queue & PageQuery,
): Promise<Page<WaitingOrder>> {
  const cursor = cursorOf(input);
  const { mode, portfolioId } = input;
  const page = pages[cursor?.direction ?? "older"];
  const limit = input.limit + 1;
  const rows = await page(ctx.db, { mode, portfolioId, cursor: cursor?.id ?? null, limit });
  return pageOf(rows, input.limit, cursor);
}

interface Named {
  id: string;
  name: string;
}

interface Missing extends Omit<Shortage, "categoryId" | "projects"> {
  category: Named;
  projects: (Named & { leftKg: number })[];
}

/** Lists each category that waiting orders need, the one that lacks most first. */
export async function listMissingCredits(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<Missing[]> {
  const sums = await sumByPortfolio(ctx.db, { mode });
  if (sums.length === 0) return [];
  const ids = sums.map(({ portfolioId }) => portfolioId);
  const plans = await findPlans(ctx.db, mode, ids);
  const demands = sums.map((sum) => ({ ...sum, plan: plans.get(sum.portfolioId) ?? [] }));
  const shortages = shortagesOf(
    demands,
    await findUnsoldKg(ctx, { mode }),
    splitByLargestRemainder,
  );
  const { prisma } = ctx.db;
  const select = { id: true, name: true };
  const where = (ids: string[]) => ({ mode, id: { in: ids } });
  const categories = await prisma.projectCategory.findMany({
    where: where(shortages.map(({ categoryId }) => categoryId)),
    select,
  });
  const projects = await prisma.project.findMany({
    where: where(shortages.flatMap((shortage) => shortage.projects.map(({ id }) => id))),
    select,
  });
  const names = new Map([...categories, ...projects].map(({ id, name }) => [id, name]));
  const named = (id: string) => ({ id, name: names.get(id) ?? id });
  return shortages
    .map(({ categoryId, projects: of, ...shortage }) => ({
      ...shortage,
      category: named(categoryId),
      projects: of.map(({ id, leftKg }) => ({ ...named(id), leftKg })),
    }))
    .sort((one, other) => other.missingKg - one.missingKg);
}

/** Counts the account's orders that still have to be filled from the portfolio. */
export function countPlacedOrders(
  ctx: AccountContext,
  { portfolioId }: { portfolioId: string },
): Promise<number> {
  const where = { accountId: ctx.account.id, portfolioId, state: "placed" };
  return ctx.db.prisma.order.count({ where });
}
