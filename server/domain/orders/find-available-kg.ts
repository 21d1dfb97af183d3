// Reads how much of an amount the stock covers, after all that was sold before it.
import type { Context, Mode } from "#core/context";
import { allocate, findPlans, findSellableKg } from "#domain/inventory";
import { type Demand, mostKg, stockAfter } from "./available-rules";
import { findUnfilled } from "./waiting-store";

/**
 * The kg of `demand` that could be filled now: all of it, or as much as there is. Older orders come
 * first, as in matching, then those whose money is on its way, then what is `reserved`.
 */
export async function findAvailableKg(
  ctx: Context,
  input: { mode: Mode; demand: Demand; reserved: readonly Demand[] },
): Promise<number> {
  const { mode, demand, reserved } = input;
  const before = [...(await findUnfilled(ctx.db, mode)), ...reserved];
  const portfolioIds = [...before, demand].map(({ portfolioId }) => portfolioId);
  const plans = await findPlans(ctx.db, mode, [...new Set(portfolioIds)]);
  const projects = [...plans.values()].flat().flatMap((category) => category.projects);
  const projectIds = [...new Set(projects.map(({ id }) => id))];
  const stock = await findSellableKg(ctx, { mode, projectIds });
  const left = stockAfter(before, { plans, stock, allocate });
  return mostKg(demand, { plans, stock: left, allocate });
}
