import type { Currency } from "#core/money";
import {
  type PortfolioDetailResource,
  type PortfolioWithAllocations,
  toPortfolioDetailResource,
} from "./resource";

/** A portfolio for pages, whose parts have their categories' colors. */
export interface ColoredPortfolio extends PortfolioDetailResource {
  category_allocations: (PortfolioDetailResource["category_allocations"][number] & {
    color: number;
  })[];
}

export function toColoredPortfolio(
  row: PortfolioWithAllocations,
  currency: Currency,
): ColoredPortfolio {
  const resource = toPortfolioDetailResource(row, currency);
  const colors = new Map(row.allocations.map((part) => [part.categoryId, part.category.color]));
  return {
    ...resource,
    category_allocations: resource.category_allocations.map((part) => ({
      ...part,
      color: colors.get(part.category.id) ?? 1,
    })),
  };
}
