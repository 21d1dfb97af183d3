import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ operatorCategories, operatorPortfolios }, { get, id }) => ({
  portfolio: operatorPortfolios.get.queryOptions({ id }),
  categories: operatorCategories.list.queryOptions(undefined, { enabled: get("show") === "edit" }),
})) satisfies ScreenQueries;
