import type { ScreenQueries } from "#ui/admin/screen-data";

export const queries = (({ portfolios }) => ({
  portfolios: portfolios.list.queryOptions(),
})) satisfies ScreenQueries;
