import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ operatorRetirements }, { id }) => ({
  retirement: operatorRetirements.get.queryOptions({ id }),
})) satisfies ScreenQueries;
