import type { CategoryPlan } from "#domain/inventory";

/** An amount of a portfolio that is sold, or about to be, and has no credits yet. */
export interface Demand {
  portfolioId: string;
  amountKg: number;
  /**
   * A sum of many orders. If it cannot be filled completely, it takes all stock of its projects.
   */
  isSum?: boolean;
}

/** Splits an amount over projects as matching does; null where it cannot be filled completely. */
export type Allocate = (
  amountKg: number,
  plan: CategoryPlan[],
  availableKg: (projectId: string) => number,
) => Map<string, number> | null;

interface Market {
  plans: ReadonlyMap<string, CategoryPlan[]>;
  /** Kg in stock by project. */
  stock: ReadonlyMap<string, number>;
  allocate: Allocate;
}

/**
 * Returns the remaining kg by project after filling the demands in order; those too large are
 * skipped.
 */
export function remainingStock(demands: readonly Demand[], market: Market): Map<string, number> {
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
 * Returns the largest part of the demand that the stock can fill completely. Shares are rounded, so
 * it may miss the true maximum by a few kg; it can always be filled.
 */
export function maxFillableKg(
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

/** Waiting orders of one portfolio, with the portfolio's categories. */
export interface WaitingDemand {
  portfolioId: string;
  orders: number;
  kg: number;
  plan: CategoryPlan[];
}

export interface Shortage {
  categoryId: string;
  /** Orders that need this category, perhaps among others. */
  orders: number;
  neededKg: number;
  /** Stock of it, less what earlier categories need of the same projects. */
  stockKg: number;
  missingKg: number;
  projects: { id: string; leftKg: number }[];
}

interface Need extends Pick<CategoryPlan, "projects"> {
  orders: number;
  kg: number;
}

/** Splits whole kg as matching does. */
type Split = (kg: number, plan: CategoryPlan[]) => ReadonlyMap<string, number>;

function needsOf(demands: readonly WaitingDemand[], split: Split): Map<string, Need> {
  const needs = new Map<string, Need>();
  for (const { orders, kg, plan } of demands) {
    const shares = split(kg, plan);
    for (const { id, projects } of plan) {
      const before = needs.get(id);
      needs.set(id, {
        projects,
        orders: (before?.orders ?? 0) + orders,
        kg: (before?.kg ?? 0) + (shares.get(id) ?? 0),
      });
    }
  }
  return needs;
}

/**
 * Computes the missing credits of each category over all waiting orders. Categories are served by
 * id, as in matching, so a project in two of them counts its stock once.
 */
export function shortagesOf(
  demands: readonly WaitingDemand[],
  leftKg: ReadonlyMap<string, number>,
  split: Split,
): Shortage[] {
  const left = new Map(leftKg);
  const needs = [...needsOf(demands, split)].sort(([one], [other]) => (one < other ? -1 : 1));
  return needs.map(([categoryId, need]) => {
    const projects = need.projects.map(({ id }) => ({ id, leftKg: left.get(id) ?? 0 }));
    const stockKg = projects.reduce((kg, project) => kg + project.leftKg, 0);
    let unservedKg = Math.min(need.kg, stockKg);
    for (const project of projects) {
      const taken = Math.min(unservedKg, project.leftKg);
      left.set(project.id, project.leftKg - taken);
      unservedKg -= taken;
    }
    const missingKg = Math.max(0, need.kg - stockKg);
    return { categoryId, orders: need.orders, neededKg: need.kg, stockKg, missingKg, projects };
  });
}
