import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ operatorLots }, { filters, id }) => ({
  lot: operatorLots.get.queryOptions({ id }),
  retirements: operatorLots.retirements.queryOptions(filters(["after", "before"], { id })),
})) satisfies ScreenQueries;
