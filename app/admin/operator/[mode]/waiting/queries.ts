import type { ScreenQueries } from "#ui/admin/screen-data";

export const queries = (({ operatorWaiting }, { filters, list }) => ({
  orders: operatorWaiting.list.queryOptions(list(["portfolio"])),
  totals: operatorWaiting.totals.queryOptions(filters(["portfolio"])),
  shortages: operatorWaiting.missing.queryOptions(),
})) satisfies ScreenQueries;
