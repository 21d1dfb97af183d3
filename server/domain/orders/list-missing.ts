// What the waiting orders of a mode lack.
import type { Context, Mode } from "#core/context";
import { findLeftKg, findPlans, splitByLargestRemainder } from "#domain/inventory";
import { type Lack, lacksOf } from "./missing-rules";
import { sumWaitingByPortfolio } from "./waiting-store";

interface Named {
  id: string;
  name: string;
}

interface Missing extends Omit<Lack, "categoryId" | "projects"> {
  category: Named;
  projects: (Named & { leftKg: number })[];
}

/** Each category that the waiting orders need, the one that lacks most first. */
export async function listMissing(ctx: Context, { mode }: { mode: Mode }): Promise<Missing[]> {
  const sums = await sumWaitingByPortfolio(ctx.db, mode);
  if (sums.length === 0) return [];
  const ids = sums.map(({ portfolioId }) => portfolioId);
  const plans = await findPlans(ctx.db, mode, ids);
  const demands = sums.map((sum) => ({ ...sum, plan: plans.get(sum.portfolioId) ?? [] }));
  const lacks = lacksOf(demands, await findLeftKg(ctx, { mode }), splitByLargestRemainder);
  const { prisma } = ctx.db;
  const select = { id: true, name: true };
  const where = (wanted: string[]) => ({ mode, id: { in: wanted } });
  const categories = await prisma.projectCategory.findMany({
    where: where(lacks.map(({ categoryId }) => categoryId)),
    select,
  });
  const projects = await prisma.project.findMany({
    where: where(lacks.flatMap((lack) => lack.projects.map(({ id }) => id))),
    select,
  });
  const names = new Map([...categories, ...projects].map(({ id, name }) => [id, name]));
  const named = (id: string) => ({ id, name: names.get(id) ?? id });
  return lacks
    .map(({ categoryId, projects: of, ...lack }) => ({
      ...lack,
      category: named(categoryId),
      projects: of.map(({ id, leftKg }) => ({ ...named(id), leftKg })),
    }))
    .sort((one, other) => other.missingKg - one.missingKg);
}
