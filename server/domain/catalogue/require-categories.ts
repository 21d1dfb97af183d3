// Refuses parts of categories that there are not.
import type { AccountContext } from "#core/context";
import { type FieldErrors, Problem } from "#core/errors";
import type { ProjectCategory } from "#prisma";
import type { PortfolioParts } from "./schema";

/** The parts' categories, the largest part's first. @throws invalid `category_allocations.N.category_id` */
export async function requireCategories(
  ctx: AccountContext,
  parts: PortfolioParts,
): Promise<ProjectCategory[]> {
  const ids = parts.map((part) => part.category_id);
  const found = await ctx.db.prisma.projectCategory.findMany({
    where: { mode: ctx.account.mode, id: { in: ids } },
  });
  const byId = new Map(found.map((category) => [category.id, category]));
  const errors: FieldErrors = {};
  for (const [index, { category_id: id }] of parts.entries()) {
    if (byId.has(id)) continue;
    errors[`category_allocations.${index}.category_id`] = [`there is no category "${id}"`];
  }
  if (Object.keys(errors).length > 0) throw new Problem("invalid-parameters", { errors });
  return parts
    .toSorted((a, b) => b.allocated_fraction - a.allocated_fraction)
    .flatMap(({ category_id: id }) => byId.get(id) ?? []);
}
