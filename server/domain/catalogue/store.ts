import { sql } from "kysely";
import type { Context, Mode, SqlContext } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import type { PortfolioAllocation } from "#prisma";
import type { ListName } from "./import-rules";
import { requireMillionths } from "./price-rules";
import type { PortfolioParts } from "./schema";
import type { CatalogueTables } from "./tables";

const query = queriesOn<CatalogueTables>();

/** Maximum wait of an import for another one, or for matching. */
const LOCK_WAIT_MS = 100_000;
/** Maximum wait of a buyer for an import. */
const BUYER_WAIT_MS = 10_000;
/** Maximum wait of matching, which is tried again, for a slice of an import. */
const MATCHING_WAIT_MS = 2_000;

const setLockWait = query("catalogue-set-lock-wait", (db, wait: Params<{ ms: string }>) =>
  db.selectNoFrom(sql<string>`set_config('lock_timeout', ${wait.ms}, true)`.as("wait")),
);

// Row locks exclude. They have no order, so turns of matching that overlap would keep an import
// waiting: who waits for the advisory lock is served before turns that begin later.
const inTurn = (
  lock:
    | "pg_advisory_xact_lock"
    | "pg_advisory_xact_lock_shared"
    | "pg_try_advisory_xact_lock_shared",
  { mode }: Params<{ mode: Mode }>,
) => sql<boolean>`${sql.raw(lock)}(tableoid::int, hashtext(${mode}))`;

const lockMode = query("catalogue-lock", (db, lock: Params<{ mode: Mode }>) =>
  db
    .selectFrom("catalogues")
    .select("defaultPortfolioId")
    .where("mode", "=", lock.mode)
    .where(sql<boolean>`${inTurn("pg_advisory_xact_lock", lock)} IS NOT NULL`)
    .forUpdate(),
);

const shareMode = query("catalogue-share", (db, share: Params<{ mode: Mode }>) =>
  db
    .selectFrom("catalogues")
    .select("stockVersion")
    .where("mode", "=", share.mode)
    .where(inTurn("pg_try_advisory_xact_lock_shared", share))
    .forShare()
    .skipLocked(),
);

const awaitShare = query("catalogue-await-share", (db, share: Params<{ mode: Mode }>) =>
  db
    .selectFrom("catalogues")
    .select("mode")
    .where("mode", "=", share.mode)
    .where(sql<boolean>`${inTurn("pg_advisory_xact_lock_shared", share)} IS NOT NULL`),
);

const takeProjects = query(
  "catalogue-lock-projects",
  (db, lock: Params<{ mode: Mode; ids: readonly string[] }>) =>
    db
      .selectFrom("projects")
      .select("id")
      .where("mode", "=", lock.mode)
      .where("id", "=", sql<string>`any (${lock.ids}::text[])`)
      .forNoKeyUpdate()
      .skipLocked(),
);

/**
 * Locks the mode against imports and matching until the transaction ends. Returns the mode's
 * default portfolio.
 */
export async function lockCatalogue(
  ctx: SqlContext,
  mode: Mode,
): Promise<{ defaultPortfolioId: string | null }> {
  return lockFor(ctx, mode, LOCK_WAIT_MS);
}

/** As `lockCatalogue`, for someone who waits for the response. @throws a lock timeout */
export async function lockStock(ctx: SqlContext, mode: Mode): Promise<void> {
  await lockFor(ctx, mode, BUYER_WAIT_MS);
}

/**
 * Keeps out imports and others who lock the mode until the transaction ends. Any number may share
 * it. Returns null, without waiting, if someone has locked it or waits to.
 */
export async function shareCatalogue(
  db: Sql,
  mode: Mode,
): Promise<{ stockVersion: number } | null> {
  const [row] = await shareMode(db, { mode });
  return row ?? null;
}

/**
 * Waits in turn until no one has locked the mode, so that `shareCatalogue` succeeds in the same
 * transaction: work in slices locks the mode nearly always. @throws a lock timeout
 */
export async function awaitCatalogue(db: Sql, mode: Mode): Promise<void> {
  await setLockWait(db, { ms: `${MATCHING_WAIT_MS}ms` });
  await awaitShare(db, { mode });
}

/**
 * Locks the projects against others who match their credits until the transaction ends. Returns
 * false, without waiting, if one of them is locked.
 */
export async function lockProjects(
  db: Sql,
  projects: { mode: Mode; ids: readonly string[] },
): Promise<boolean> {
  return (await takeProjects(db, projects)).length === projects.ids.length;
}

async function lockFor(ctx: SqlContext, mode: Mode, waitMs: number) {
  await setLockWait(ctx.db, { ms: `${waitMs}ms` });
  const [row] = await lockMode(ctx.db, { mode });
  if (!row) throw new Error(`catalogues has no row for the mode ${mode}`);
  return row;
}

type ListTable = "projects" | "projectCategories" | "portfolios";

interface Position {
  id: string;
  position: number;
}

const positionsQuery = (name: ListName, table: ListTable) =>
  query(`catalogue-positions-${name}`, (db, list: Params<{ mode: Mode }>) => {
    const rows = db.selectFrom(table).select(["id", "position"]).where("mode", "=", list.mode);
    const listed = table === "portfolios" ? rows.where("accountId", "is", null) : rows;
    return listed.orderBy("position").orderBy("id");
  });

const moveQuery = (name: ListName, table: ListTable) =>
  query(`catalogue-move-${name}`, (db, list: Params<{ mode: Mode; rows: readonly Position[] }>) =>
    db
      .updateTable(table)
      .from(unnest("place", list.rows, { id: "text", position: "int" }))
      .set((eb) => ({ position: eb.ref("place.position") }))
      .where(`${table}.mode`, "=", list.mode)
      .whereRef(`${table}.id`, "=", "place.id"),
  );

const positions = {
  projects: positionsQuery("projects", "projects"),
  project_categories: positionsQuery("project_categories", "projectCategories"),
  portfolios: positionsQuery("portfolios", "portfolios"),
};

const moves = {
  projects: moveQuery("projects", "projects"),
  project_categories: moveQuery("project_categories", "projectCategories"),
  portfolios: moveQuery("portfolios", "portfolios"),
};

/** Ids and positions of the operator's rows, in order. */
export async function findPositions(
  ctx: Context,
  input: { mode: Mode; table: ListName },
): Promise<Position[]> {
  return positions[input.table](ctx.db, { mode: input.mode });
}

/** Moves rows within their list; `updated_at` does not change. */
export async function movePositions(
  ctx: Context,
  input: { mode: Mode; table: ListName; rows: Position[] },
): Promise<void> {
  const { mode, rows } = input;
  if (rows.length > 0) await moves[input.table](ctx.db, { mode, rows });
}

export const catalogueOrder = [{ position: "asc" as const }, { id: "asc" as const }];

/** Includes what the price of a portfolio follows from. */
export const pricedParts = {
  prices: true,
  allocations: { include: { category: { include: { prices: true } } } },
};

/** Includes a category's prices, and its projects in their order. */
export const categoryParts = {
  prices: true,
  projects: {
    orderBy: [{ position: "asc" as const }, { projectId: "asc" as const }],
    include: { project: true },
  },
};

/** Includes a portfolio's prices, its categories in their order, and their projects. */
export const portfolioParts = {
  prices: true,
  allocations: {
    orderBy: { startMillionths: "asc" as const },
    include: { category: { include: categoryParts } },
  },
};

/** Includes a portfolio's prices for the account. */
export const pricesOfAccount = (account: { id: string }) => ({
  accountPrices: { where: { accountId: account.id } },
});

/** Sorts the operator's portfolios in catalogue order, then the account's own. */
export const ownLast = [
  { accountId: { sort: "asc" as const, nulls: "first" as const } },
  ...catalogueOrder,
];

const bumpVersion = query("catalogue-bump-stock-version", (db, of: Params<{ mode: Mode }>) =>
  db
    .updateTable("catalogues")
    .set((eb) => ({ stockVersion: eb("stockVersion", "+", 1) }))
    .where("mode", "=", of.mode)
    .returning("stockVersion"),
);

/**
 * Makes matching try waiting orders again, after new credits or changed shares. Returns the new
 * version.
 */
export async function bumpStockVersion(ctx: SqlContext, mode: Mode): Promise<number> {
  const [catalogue] = await bumpVersion(ctx.db, { mode });
  if (!catalogue) throw new Error(`catalogues has no row for the mode ${mode}`);
  return catalogue.stockVersion;
}

interface Replacement {
  id: string;
  parts: PortfolioParts;
}

type Allocation = Pick<PortfolioAllocation, "categoryId" | "startMillionths" | "endMillionths">;

/** Converts parts to adjacent ranges from 0 to a million. */
function toAllocations(parts: PortfolioParts): Allocation[] {
  let end = 0;
  return parts.map((part) => {
    const start = end;
    end += requireMillionths(part.allocated_fraction);
    return { categoryId: part.category_id, startMillionths: start, endMillionths: end };
  });
}

/** Returns whether these allocations differ from the parts. */
export function hasOtherParts(allocations: readonly Allocation[], parts: PortfolioParts): boolean {
  const key = (rows: readonly Allocation[]) =>
    JSON.stringify(rows.map(({ categoryId, endMillionths }) => [categoryId, endMillionths]));
  return key(allocations) !== key(toAllocations(parts));
}

/** Sets the allocations of the portfolios. Returns the ids of those that changed. */
export async function replaceAllocations(
  ctx: Context,
  { mode, portfolios }: { mode: Mode; portfolios: readonly Replacement[] },
): Promise<Set<string>> {
  const { portfolioAllocation } = ctx.db.prisma;
  const current = await portfolioAllocation.findMany({
    where: { mode, portfolioId: { in: portfolios.map(({ id }) => id) } },
    orderBy: [{ portfolioId: "asc" }, { startMillionths: "asc" }],
  });
  const byPortfolio = Map.groupBy(current, ({ portfolioId }) => portfolioId);
  const changed = portfolios.filter(({ id, parts }) =>
    hasOtherParts(byPortfolio.get(id) ?? [], parts),
  );
  const ids = changed.map(({ id }) => id);
  await portfolioAllocation.deleteMany({ where: { mode, portfolioId: { in: ids } } });
  await portfolioAllocation.createMany({
    data: changed.flatMap(({ id, parts }) =>
      toAllocations(parts).map((row) => ({ ...row, mode, portfolioId: id })),
    ),
  });
  return new Set(ids);
}
