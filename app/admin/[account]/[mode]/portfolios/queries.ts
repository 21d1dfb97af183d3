import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ portfolios }) => ({
  portfolios: portfolios.list.queryOptions(),
})) satisfies ScreenQueries;
