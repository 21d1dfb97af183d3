import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ operatorCategories }, { id }) => ({
  category: operatorCategories.get.queryOptions({ id }),
})) satisfies ScreenQueries;
