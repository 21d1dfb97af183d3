// How much of a portfolio can be sold now, after what was sold before. Pure.
import type { CategoryPlan } from "#domain/inventory";

/** An amount of a portfolio that is sold, or about to be, and has no credits yet. */
export interface Demand {
  portfolioId: string;
  amountKg: number;
  /** Stands for many orders: where they cannot all be filled, they may take whatever is left. */
  isSum?: boolean;
}

/** How matching splits an amount over projects; null where it cannot be filled whole. */
export type Allocate = (
  amountKg: number,
  plan: CategoryPlan[],
  availableKg: (projectId: string) => number,
) => Map<string, number> | null;

interface Market {
  plans: ReadonlyMap<string, CategoryPlan[]>;
  /** The kg in stock by project. */
  stock: ReadonlyMap<string, number>;
  allocate: Allocate;
}

/** What is left by project once the demands are filled in their order; too large ones are skipped. */
export function stockAfter(demands: readonly Demand[], market: Market): Map<string, number> {
  const left = new Map(market.stock);
  for (const { portfolioId, amountKg, isSum } of demands) {
    const plan = market.plans.get(portfolioId) ?? [];
    const taken = market.allocate(amountKg, plan, (id) => left.get(id) ?? 0);
    for (const [id, kg] of taken ?? []) left.set(id, (left.get(id) ?? 0) - kg);
    if (taken || !isSum) continue;
    for (const { id } of plan.flatMap(({ projects }) => projects)) left.set(id, 0);
  }
  return left;
}

/**
 * The largest amount up to the wanted one that the stock can fill whole. Below the wanted amount it
 * may miss the largest by a few kg, because shares are rounded; what it returns can be filled.
 */
export function mostKg(
  { portfolioId, amountKg }: Demand,
  { plans, stock, allocate }: Market,
): number {
  const plan = plans.get(portfolioId) ?? [];
  if (plan.length === 0) return 0;
  const fits = (kg: number) => allocate(kg, plan, (id) => stock.get(id) ?? 0) !== null;
  if (fits(amountKg)) return amountKg;
  let [enough, tooMuch] = [0, amountKg];
  while (tooMuch - enough > 1) {
    const middle = Math.floor((enough + tooMuch) / 2);
    if (fits(middle)) enough = middle;
    else tooMuch = middle;
  }
  return enough;
}
