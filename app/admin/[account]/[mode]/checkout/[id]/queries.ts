import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ checkout }, { id }) => ({
  session: checkout.get.queryOptions({ id }),
})) satisfies ScreenQueries;
