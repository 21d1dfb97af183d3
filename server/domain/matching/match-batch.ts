import type { Mode, SqlContext } from "#core/context";
import type { Sql } from "#core/db";
import { lockProjects, shareCatalogue } from "#domain/catalogue";
import { emitEvents } from "#domain/events";
import { refreshRegistryStatus } from "#domain/evidence";
import { findHeldStock, type HeldStock, hasFreed, markHoldsUsed } from "#domain/holds";
import {
  addRetirementTotals,
  allocate,
  type CategoryPlan,
  findPlans,
  leftKg,
} from "#domain/inventory";
import type { Component } from "./component-rules";
import {
  type DrawnCredits,
  drawCredits,
  partOf,
  retirementOf,
  storeCuts,
  stretchesWithEvidence,
} from "./draw-credits";
import type { DueOrders } from "./find-components";
import { findLots, markTried, type QueuedOrder, settle, takeOrders } from "./match-store";

/** Orders that one transaction matches at most. */
export const BATCH = 1000;

export type BatchReport =
  /** Someone else has locked the mode or a project; nothing was read. */
  | "busy"
  /** The stock or its shares have changed since the orders were found. */
  | "outdated"
  /** Holds have ended, so older orders may come first. */
  | "freed"
  /** `waiting`: orders that cannot be filled completely now. */
  | { matched: number; waiting: number };

/** Part of the orders that were due. */
export interface Turn extends Pick<DueOrders, "stockVersion" | "untilId">, Component {
  mode: Mode;
}

interface Stock {
  plans: Map<string, CategoryPlan[]>;
  projectIds: string[];
}

const projectsOf = (plans: ReadonlyMap<string, CategoryPlan[]>) =>
  [...plans.values()].flat().flatMap(({ projects }) => projects.map(({ id }) => id));

/** Locks what the turn may use. Nothing that it reads from now on changes, but for ended holds. */
async function lockStockOf(db: Sql, turn: Turn): Promise<Stock | "busy" | "outdated"> {
  const { mode, portfolioIds } = turn;
  const catalogue = await shareCatalogue(db, mode);
  if (catalogue === null) return "busy";
  if (catalogue.stockVersion !== turn.stockVersion) return "outdated";
  const plans = await findPlans(db, mode, portfolioIds);
  const projectIds = [...new Set(projectsOf(plans))];
  return (await lockProjects(db, { mode, ids: projectIds })) ? { plans, projectIds } : "busy";
}

/**
 * Reads held stock, and locks the projects of orders' holds that left their portfolio since. Returns
 * null if one of them is locked.
 */
async function lockHeldStock(
  db: Sql,
  input: { mode: Mode; orders: readonly QueuedOrder[]; projectIds: string[] },
): Promise<{ held: HeldStock; projectIds: string[] } | null> {
  const { mode, orders, projectIds } = input;
  const held = await findHeldStock(db, { mode, orders });
  const ofHolds = [...held.ofOrders.values()].flatMap((parts) => [...parts.keys()]);
  const ids = [...new Set(ofHolds)].filter((id) => !projectIds.includes(id));
  if (ids.length === 0) return { held, projectIds };
  if (!(await lockProjects(db, { mode, ids }))) return null;
  // Others may have used holds of these projects before they were locked.
  return { held: await findHeldStock(db, { mode, orders }), projectIds: [...projectIds, ...ids] };
}

/** Stock of the batch: lots in the order of use, and the kg that orders without a hold may take. */
async function findStock(
  ctx: SqlContext,
  input: Stock & { mode: Mode; orders: readonly QueuedOrder[]; held: HeldStock },
) {
  const { mode, orders, held, plans, projectIds } = input;
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

interface Matched {
  filled: QueuedOrder[];
  short: QueuedOrder[];
  drawn: DrawnCredits[];
}

/** Draws credits for each order that the stock fills completely, oldest first. */
function fillOrders(orders: readonly QueuedOrder[], batch: BatchStock, held: HeldStock): Matched {
  const matched: Matched = { filled: [], short: [], drawn: [] };
  for (const order of orders) {
    const kgByProject = allocateOrder(order, batch, held.ofOrders.get(order.id));
    if (kgByProject === null) {
      matched.short.push(order);
      continue;
    }
    matched.drawn.push(...drawCredits(order, kgByProject, batch.stock));
    matched.filled.push(order);
  }
  return matched;
}

async function emitFulfilled(ctx: SqlContext, filled: readonly QueuedOrder[]): Promise<void> {
  const events = filled.map((order) => ({
    accountId: order.accountId,
    subjectId: order.id,
    subaccountId: order.subaccountId,
    sequence: 1,
    type: "order.fulfilled" as const,
    callbackUrl: order.callbackUrl,
  }));
  await emitEvents(ctx, events);
}

async function writeMatched(
  ctx: SqlContext,
  input: Matched & { mode: Mode; stock: BatchStock["stock"]; held: HeldStock },
): Promise<void> {
  const { mode, filled, drawn, stock, held } = input;
  const lots = await storeCuts(ctx, { mode, stock });
  const retirements = drawn.map(retirementOf);
  await settle(ctx.db, { mode, now: ctx.now, orders: filled, lots, retirements });
  const holders = filled.filter(({ id }) => held.ofOrders.has(id));
  await markHoldsUsed(ctx.db, { orders: holders, now: ctx.now });
  await addRetirementTotals(ctx, drawn.map(partOf));
  await emitFulfilled(ctx, filled);
  await refreshRegistryStatus(ctx, { mode, stretches: stretchesWithEvidence(lots), before: [] });
}

/**
 * Matches the oldest orders of the turn and retires their credits, in the caller's transaction.
 * Other transactions may match other projects at the same time.
 */
export async function matchBatch(ctx: SqlContext, turn: Turn): Promise<BatchReport> {
  const { mode, stockVersion } = turn;
  const locked = await lockStockOf(ctx.db, turn);
  if (typeof locked === "string") return locked;
  const orders = await takeOrders(ctx.db, { ...turn, limit: BATCH });
  if (orders.length === 0) return { matched: 0, waiting: 0 };
  const { plans } = locked;
  const heldStock = await lockHeldStock(ctx.db, { mode, orders, projectIds: locked.projectIds });
  if (heldStock === null) return "busy";
  // After the held stock was read: older orders that wait for stock that was freed go first.
  if (await hasFreed(ctx.db, mode)) return "freed";
  const { held, projectIds } = heldStock;
  const batch = await findStock(ctx, { mode, orders, held, plans, projectIds });
  const matched = fillOrders(orders, batch, held);
  await markTried(ctx.db, stockVersion, matched.short);
  if (matched.filled.length > 0) {
    await writeMatched(ctx, { ...matched, mode, stock: batch.stock, held });
  }
  return { matched: matched.filled.length, waiting: matched.short.length };
}
