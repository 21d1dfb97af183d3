import type { Mode, SqlContext } from "#core/context";
import { bumpStockVersion } from "#domain/catalogue";
import { allocate, type CategoryPlan, findPlans, findSellableKg } from "#domain/inventory";
import { type Demand, findUnfilled, maxFillableKg, remainingStock } from "#domain/orders";
import { findHeldKg, takeFreed } from "./hold-store";
import { unheldStock } from "./rules";

interface Stock {
  plan: CategoryPlan[];
  /** Kg on sale by project, held or not. */
  sellableKg: Map<string, number>;
  /** Kg by project that a new buyer can get. */
  leftKg: Map<string, number>;
}

/** Stock for a new buyer of the portfolio: what is neither held nor needed by older orders. */
export async function findStockFor(
  ctx: SqlContext,
  { mode, portfolioId }: { mode: Mode; portfolioId: string },
): Promise<Stock> {
  // Before the older orders: those that wait for a hold that ends in between then count.
  const heldKg = await findHeldKg(ctx, mode);
  const older = await findUnfilled(ctx.db, mode);
  const portfolioIds = [...older.map((demand) => demand.portfolioId), portfolioId];
  const plans = await findPlans(ctx.db, mode, [...new Set(portfolioIds)]);
  const projects = [...plans.values()].flat().flatMap((category) => category.projects);
  const projectIds = [...new Set(projects.map(({ id }) => id))];
  const sellableKg = await findSellableKg(ctx, { mode, projectIds });
  const stock = unheldStock(sellableKg, heldKg);
  const leftKg = remainingStock(older, { plans, stock, allocate });
  return { plan: plans.get(portfolioId) ?? [], sellableKg, leftKg };
}

/**
 * Returns how many kg of `demand` a new buyer could get now. Older orders come first, as in
 * matching, and held kg are left out.
 */
export async function findAvailableKg(
  ctx: SqlContext,
  { mode, demand }: { mode: Mode; demand: Demand },
): Promise<number> {
  const { portfolioId } = demand;
  const { plan, leftKg } = await findStockFor(ctx, { mode, portfolioId });
  const plans = new Map([[portfolioId, plan]]);
  return maxFillableKg(demand, { plans, stock: leftKg, allocate });
}

/**
 * Makes matching try waiting orders again if holds have ended unused. The caller has locked the
 * stock. Returns the new stock version, or null if nothing was freed.
 */
export async function returnFreedStock(ctx: SqlContext, mode: Mode): Promise<number | null> {
  return (await takeFreed(ctx.db, mode)) ? bumpStockVersion(ctx, mode) : null;
}
