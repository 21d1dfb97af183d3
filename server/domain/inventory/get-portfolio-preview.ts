// What a portfolio of these parts would cost, and how matching would share a tonne out over it.
import type { AccountContext } from "#core/context";
import { KG_PER_TONNE } from "#core/mass";
import {
  getProjectCategory,
  type PortfolioParts,
  pricePerKgCents,
  requireCategories,
  requireMillionths,
} from "#domain/catalogue";
import { splitByLargestRemainder, splitOverProjects } from "./allocation-rules";

interface PreviewedPart {
  id: string;
  name: string;
  kg: number;
  /** In the order of the catalogue. */
  projects: { id: string; name: string; kg: number }[];
}

export interface PortfolioPreview {
  apiCentsPerKg: number;
  checkoutCentsPerKg: number;
  amountKg: number;
  categories: PreviewedPart[];
}

/**
 * By the arithmetic of prices and of matching themselves, as if every project had credits enough.
 * @throws invalid naming a category that there is not
 */
export async function getPortfolioPreview(
  ctx: AccountContext,
  { category_allocations: parts }: { category_allocations: PortfolioParts },
): Promise<PortfolioPreview> {
  await requireCategories(ctx, parts);
  const shares = await Promise.all(
    parts.map(async (part) => ({
      weight: requireMillionths(part.allocated_fraction),
      category: await getProjectCategory(ctx, { id: part.category_id }),
    })),
  );
  const amountKg = KG_PER_TONNE;
  const kgOf = splitByLargestRemainder(
    amountKg,
    shares.map(({ weight, category }) => ({ id: category.id, weight })),
  );
  const centsPerKg = (column: "apiPricePerKgUsdCents" | "checkoutPricePerKgUsdCents") =>
    pricePerKgCents({
      ownCents: null,
      parts: shares.map(({ weight, category }) => ({
        millionths: weight,
        cents: category[column],
      })),
    });
  return {
    apiCentsPerKg: centsPerKg("apiPricePerKgUsdCents"),
    checkoutCentsPerKg: centsPerKg("checkoutPricePerKgUsdCents"),
    amountKg,
    categories: shares.map(({ category: { id, name, projects } }) => {
      const kg = kgOf.get(id) ?? 0;
      const weights = projects.map((member) => ({
        id: member.projectId,
        weight: Number(member.weightMillionths),
      }));
      const inside = splitOverProjects(kg, weights, () => Number.POSITIVE_INFINITY);
      return {
        id,
        name,
        kg,
        projects: projects.map(({ project }) => ({
          id: project.id,
          name: project.name,
          kg: inside?.get(project.id) ?? 0,
        })),
      };
    }),
  };
}
