import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ portfolios }, { id }) => ({
  portfolio: portfolios.get.queryOptions({ id }),
})) satisfies ScreenQueries;
