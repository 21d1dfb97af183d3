import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ operatorWaiting }, { filters, list }) => ({
  orders: operatorWaiting.list.queryOptions(list(["portfolio"])),
  totals: operatorWaiting.totals.queryOptions(filters(["portfolio"])),
  shortages: operatorWaiting.missing.queryOptions(),
})) satisfies ScreenQueries;
