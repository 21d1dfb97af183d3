import type { ScreenQueries } from "#ui/admin/screen-data";

export const queries = (({ portfolios }, { id }) => ({
  portfolio: portfolios.get.queryOptions({ id }),
})) satisfies ScreenQueries;
