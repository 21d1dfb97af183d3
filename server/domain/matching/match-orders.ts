import { type SqlBool, sql } from "kysely";
import {
  type Context,
  inAccountTime,
  type Mode,
  presentTime,
  type SqlContext,
} from "#core/context";
import type { Database } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import { type Backlog, MAX_COUNTED } from "#core/workers";
import { recordAudit } from "#domain/accounts";
import { bumpStockVersion, type CatalogueTables, lockCatalogue } from "#domain/catalogue";
import { emitEvents } from "#domain/events";
import { refreshRegistryStatus } from "#domain/evidence";
import { findHeldStock, type HeldStock, markHoldsUsed, returnFreedStock } from "#domain/holds";
import { addRetirementTotals, allocate, findPlans, type RetiredPart } from "#domain/inventory";
import type { OrderTables } from "#domain/orders";
import type { NewRetirement } from "./allocation-rows";
import { drawCredits, leftKg, stretchesWithEvidence } from "./draw-credits";
import {
  findLots,
  findModesWithWork,
  markTried,
  type QueuedOrder,
  settle,
  takeOrders,
  takeTurn,
} from "./match-store";

const query = queriesOn<OrderTables & CatalogueTables>();

interface BatchReport {
  /** False if another worker was matching this mode; then nothing was read. */
  hadTurn: boolean;
  matched: number;
  /** Orders that cannot be filled completely now. */
  waiting: number;
}

/** Stock of the batch: lots in the order of use, and the kg that orders without a hold may take. */
async function findStock(
  ctx: SqlContext,
  input: { mode: Mode; orders: readonly QueuedOrder[]; held: HeldStock },
) {
  const { mode, orders, held } = input;
  const portfolioIds = [...new Set(orders.map((order) => order.portfolioId))];
  const plans = await findPlans(ctx.db, mode, portfolioIds);
  const planned = [...plans.values()]
    .flat()
    .flatMap(({ projects }) => projects.map((project) => project.id));
  const ofHolds = [...held.ofOrders.values()].flatMap((parts) => [...parts.keys()]);
  const projectIds = [...new Set([...planned, ...ofHolds])];
  const orderedKg = orders.reduce((kg, order) => kg + order.amountKg, 0);
  // Of each project's lots, as many as the batch may take beyond what others hold.
  const neededKg = orderedKg + Math.max(0, ...held.heldKg.values());
  const stock = await findLots(ctx.db, { mode, projectIds, neededKg });
  const unheld = projectIds.map(
    (id) => [id, leftKg(stock.get(id)) - (held.heldKg.get(id) ?? 0)] as const,
  );
  return { plans, stock, available: new Map(unheld) };
}

type BatchStock = Awaited<ReturnType<typeof findStock>>;

/** The order's kg by project: those it holds, or else of the available stock; null if too little. */
function allocateOrder(
  order: QueuedOrder,
  { plans, stock, available }: BatchStock,
  own: Map<string, number> | undefined,
): Map<string, number> | null {
  if (own) {
    // More may be held than is left, until the holds of stock that was removed have moved.
    return [...own].every(([id, kg]) => leftKg(stock.get(id)) >= kg) ? own : null;
  }
  const plan = plans.get(order.portfolioId) ?? [];
  const kgByProject = allocate(order.amountKg, plan, (id) => available.get(id) ?? 0);
  for (const [id, kg] of kgByProject ?? []) available.set(id, (available.get(id) ?? 0) - kg);
  return kgByProject;
}

/** Events have the time of their account. */
async function emitFulfilled(ctx: SqlContext, filled: readonly QueuedOrder[]): Promise<void> {
  for (const [clockOffsetS, orders] of Map.groupBy(filled, (order) => order.clockOffsetS)) {
    const events = orders.map((order) => ({
      accountId: order.accountId,
      subjectId: order.id,
      subaccountId: order.subaccountId,
      sequence: 1,
      type: "order.fulfilled" as const,
      callbackUrl: order.callbackUrl,
    }));
    await emitEvents(inAccountTime(ctx, { clockOffsetS }), events);
  }
}

/**
 * Matches up to `limit` orders of the mode and retires their credits, in the caller's transaction.
 */
async function matchBatch(
  ctx: SqlContext,
  input: { mode: Mode; limit: number },
): Promise<BatchReport> {
  const { mode, limit } = input;
  const turn = await takeTurn(ctx.db, mode);
  if (turn === null) return { hadTurn: false, matched: 0, waiting: 0 };
  const freedVersion = turn.hasFreed ? await returnFreedStock(ctx, mode) : null;
  const stockVersion = freedVersion ?? turn.stockVersion;
  const orders = await takeOrders(ctx.db, { mode, stockVersion, limit });
  if (orders.length === 0) return { hadTurn: true, matched: 0, waiting: 0 };

  const held = await findHeldStock(ctx.db, { mode, orders });
  // Holds that ended since the turn began: older orders that wait for their stock go first.
  if (await returnFreedStock(ctx, mode)) return matchBatch(ctx, input);
  const batch = await findStock(ctx, { mode, orders, held });
  const { stock } = batch;
  const retirements: NewRetirement[] = [];
  const parts: RetiredPart[] = [];
  const filled: QueuedOrder[] = [];
  const short: QueuedOrder[] = [];
  for (const order of orders) {
    const kgByProject = allocateOrder(order, batch, held.ofOrders.get(order.id));
    if (kgByProject === null) {
      short.push(order);
      continue;
    }
    const retired = drawCredits(order, kgByProject, stock);
    retirements.push(...retired.retirements);
    parts.push(...retired.parts);
    filled.push(order);
  }

  if (filled.length > 0) {
    const lots = [...stock.values()].flat().filter((lot) => lot.nextKg > lot.readKg);
    await settle(ctx.db, { mode, now: ctx.now, orders: filled, lots, retirements });
    const holders = filled.filter(({ id }) => held.ofOrders.has(id));
    await markHoldsUsed(ctx.db, { orders: holders, now: ctx.now });
    await addRetirementTotals(ctx, parts);
    await emitFulfilled(ctx, filled);
    await refreshRegistryStatus(ctx, { mode, stretches: stretchesWithEvidence(lots) });
  }
  await markTried(ctx.db, stockVersion, short);
  return { hadTurn: true, matched: filled.length, waiting: short.length };
}

export interface MatchReport {
  matched: number;
  /** Orders that were tried and cannot be filled completely now. */
  waiting: number;
}

const BATCH = 1000;

/**
 * Fills orders of both modes, oldest first, until no more can be filled or `stopped` returns true.
 * Each batch is its own transaction, so a large backlog never becomes a large transaction.
 */
export async function matchOrders(
  ctx: Context,
  input: { database: Database; stopped?: () => boolean },
): Promise<MatchReport> {
  const total: MatchReport = { matched: 0, waiting: 0 };
  for (const mode of await findModesWithWork(ctx.db)) {
    let tried: number;
    do {
      const report = await input.database.sqlTransaction((db) =>
        matchBatch({ ...ctx, db, now: presentTime(ctx) }, { mode, limit: BATCH }),
      );
      tried = report.matched + report.waiting;
      total.matched += report.matched;
      total.waiting += report.waiting;
    } while (tried > 0 && !input.stopped?.());
  }
  return total;
}

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
