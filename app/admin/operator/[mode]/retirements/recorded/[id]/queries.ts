import type { ScreenQueries } from "#ui/admin/screen-data";

export const queries = (({ operatorRetirements }, { id }) => ({
  retirement: operatorRetirements.get.queryOptions({ id }),
})) satisfies ScreenQueries;
