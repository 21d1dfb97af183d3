// Which credits the waiting orders lack. Pure.
import type { CategoryPlan } from "#domain/inventory";

/** The waiting orders of one portfolio together, and how it shares them out. */
export interface Demand {
  portfolioId: string;
  orders: number;
  kg: number;
  plan: CategoryPlan[];
}

export interface Lack {
  categoryId: string;
  /** The orders that need the category; some of them may need more than it alone. */
  orders: number;
  neededKg: number;
  /** What of it is in stock, after what the categories before it need of the same projects. */
  stockKg: number;
  missingKg: number;
  projects: { id: string; leftKg: number }[];
}

interface Need extends Pick<CategoryPlan, "projects"> {
  orders: number;
  kg: number;
}

/** How matching shares out whole kg. */
type Split = (kg: number, plan: CategoryPlan[]) => ReadonlyMap<string, number>;

function needsOf(demands: readonly Demand[], split: Split): Map<string, Need> {
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
 * What is missing of each category for all waiting orders together. Categories are served in order
 * of id, as in matching, and a project in two of them counts its stock once.
 */
export function lacksOf(
  demands: readonly Demand[],
  leftKg: ReadonlyMap<string, number>,
  split: Split,
): Lack[] {
  const left = new Map(leftKg);
  const needs = [...needsOf(demands, split)].sort(([one], [other]) => (one < other ? -1 : 1));
  return needs.map(([categoryId, need]) => {
    const projects = need.projects.map(({ id }) => ({ id, leftKg: left.get(id) ?? 0 }));
    const stockKg = projects.reduce((kg, project) => kg + project.leftKg, 0);
    let wanted = Math.min(need.kg, stockKg);
    for (const project of projects) {
      const taken = Math.min(wanted, project.leftKg);
      left.set(project.id, project.leftKg - taken);
      wanted -= taken;
    }
    const missingKg = Math.max(0, need.kg - stockKg);
    return { categoryId, orders: need.orders, neededKg: need.kg, stockKg, missingKg, projects };
  });
}
