import type { ScreenQueries } from "#ui/admin/trpc";

const REFRESH_MS = 15_000;
export const SOON_DAYS = 30;

export const queries = (({ operatorLots, operatorOverview, operatorWorklist }) => ({
  month: operatorOverview.month.queryOptions(),
  waiting: operatorOverview.get.queryOptions(),
  system: operatorOverview.system.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
  restore: operatorOverview.restore.queryOptions(),
  counts: operatorWorklist.counts.queryOptions(),
  lowStock: operatorLots.stock.queryOptions({ within: SOON_DAYS, limit: 5 }),
})) satisfies ScreenQueries;
