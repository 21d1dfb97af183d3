import type { ScreenQueries } from "#ui/admin/screen-data";

export const queries = (({ checkout }, { id }) => ({
  session: checkout.get.queryOptions({ id }),
})) satisfies ScreenQueries;
