import type { ScreenQueries } from "#ui/admin/screen-data";

export const queries = (({ operatorCategories }, { id }) => ({
  category: operatorCategories.get.queryOptions({ id }),
})) satisfies ScreenQueries;
